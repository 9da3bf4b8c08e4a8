'use strict';

const aliased = 'runtime|postgres|testing|catalog|launcher|admin|sample-corpus';

/** @type {import('jest').Config} */
module.exports = {
  roots: ['<rootDir>/packages', '<rootDir>/services', '<rootDir>/bench', '<rootDir>/e2e'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  moduleNameMapper: {
    [`^@heliograph/(${aliased})$`]: '<rootDir>/packages/$1/src',
    '^@heliograph/proto$': '<rootDir>/proto/dist',
  },
  transform: {
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
