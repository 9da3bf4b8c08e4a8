'use strict';

/**
 * Libraries that jest's modules cannot load as they are, because they are ES modules or load parts of themselves by
 * import(); swc turns both into require().
 */
const importing =
  '(@opentelemetry/otlp-exporter-base|oidc-provider|openid-client|oauth4webapi|jose|hyparquet|hyparquet-writer)';
const { paths } = require('./tsconfig.json').compilerOptions;

/**
 * Arguments of each module: as a global of a test's context, each takes V8's slow path at each use. Not those that fake
 * timers replace.
 */
const injectedGlobals =
  'Array BigInt Boolean Buffer DataView Error Float32Array Function Int8Array JSON Map Math Number Object Promise ' +
  'RangeError Reflect RegExp Set String Symbol TypeError URL Uint32Array Uint8Array WeakMap process';

/** @type {import('jest').Config} */
module.exports = {
  // Not among what a run throws away: that may lie in memory.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  roots: [
    '<rootDir>/packages',
    '<rootDir>/programs',
    '<rootDir>/services',
    '<rootDir>/tools',
    '<rootDir>/web',
    '<rootDir>/observability',
    '<rootDir>/charts',
    '<rootDir>/images',
  ],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  moduleNameMapper: {
    ...Object.fromEntries(
      Object.entries(paths).map(([name, [source]]) => [`^${name}$`, source.replace('./', '<rootDir>/')]),
    ),
    // What the launcher loads of services.
    '^@heliograph/(\\w+)/dist/config$': '<rootDir>/services/$1/src/config.ts',
    // Nobody reads zod's errors in forty languages, and each is a module to load for every test file.
    '^\\.\\./locales/index\\.cjs$': '<rootDir>/tools/testing/jest/nothing.cjs',
    // Its sources are generated, and only compiled code of them is quick to load.
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
  sandboxInjectedGlobals: injectedGlobals.split(' '),
  testEnvironment: '<rootDir>/tools/testing/jest/environment.cjs',
  runtime: '<rootDir>/tools/testing/jest/runtime.cjs',
  globalSetup: '<rootDir>/tools/testing/jest/global-setup.cjs',
  globalTeardown: '<rootDir>/tools/testing/jest/global-teardown.cjs',
  testSequencer: '<rootDir>/tools/testing/jest/sequencer.cjs',
  // Tests of processes wait for them: with a worker for each of two processors, a quarter of their time was idle.
  maxWorkers: 3,
  // A worker keeps parts of each file's modules: after some hundred files it holds gigabytes, and pure tests take seconds.
  workerIdleMemoryLimit: '800MB',
  // Several times what the longest test without a limit of its own takes beside others.
  testTimeout: 180_000,
};
