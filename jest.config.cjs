'use strict';

/**
 * Libraries that jest's modules cannot load as they are, because they are ES modules or load parts of themselves by
 * import(); swc turns both into require().
 */
const importing = '(@opentelemetry/otlp-exporter-base|oidc-provider|openid-client|oauth4webapi|jose)';
const aliased =
  'runtime|postgres|event-log|vector-index|testing|catalog|launcher|admin|sample-corpus|' +
  'rate-limits|signal-search|dashboard-api|development-issuer|sdk|cli|cluster|words|read-model|' +
  'model-all-minilm-l6-v2';

/** @type {import('jest').Config} */
module.exports = {
  // Not among what a run throws away: that may lie in memory.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  roots: [
    '<rootDir>/packages',
    '<rootDir>/services',
    '<rootDir>/bench',
    '<rootDir>/e2e',
    '<rootDir>/observability',
    '<rootDir>/charts',
    '<rootDir>/images',
  ],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  moduleNameMapper: {
    [`^@heliograph/(${aliased})$`]: '<rootDir>/packages/$1/src',
    '^@heliograph/proto$': '<rootDir>/proto/dist',
  },
  transformIgnorePatterns: [`/node_modules/(?!${importing}/)`],
  transform: {
    [`/node_modules/${importing}/.+\\.js$`]: [
      '@swc/jest',
      { jsc: { target: 'es2023' }, module: { type: 'commonjs' } },
    ],
    '\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
  },
  testEnvironment: 'node',
  globalSetup: '<rootDir>/packages/testing/jest/global-setup.cjs',
  globalTeardown: '<rootDir>/packages/testing/jest/global-teardown.cjs',
  maxWorkers: 2,
  testTimeout: 60_000,
};
