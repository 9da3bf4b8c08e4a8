'use strict';

const { paths } = require('./tsconfig.json').compilerOptions;

/** @type {import('jest').Config} */
module.exports = {
  // Not in the temporary directory, which is disposable and may be in memory.
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
    // What the launcher loads from services.
    '^@heliograph/(\\w+)/dist/config$': '<rootDir>/services/$1/src/config.ts',
    // Its sources are generated; only their compiled code loads quickly.
    '^@heliograph/proto$': '<rootDir>/proto/dist',
  },
  transform: {
    '\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
  },
  testEnvironment: '<rootDir>/tools/testing/jest/environment.cjs',
  runtime: '<rootDir>/tools/testing/jest/runtime.cjs',
  globalSetup: '<rootDir>/tools/testing/jest/global-setup.cjs',
  globalTeardown: '<rootDir>/tools/testing/jest/global-teardown.cjs',
  reporters: ['default', '<rootDir>/tools/testing/jest/system-users.cjs'],
  testSequencer: '<rootDir>/tools/testing/jest/sequencer.cjs',
  // Tests of processes mostly wait: with one worker per core, two cores were idle a quarter of the time.
  maxWorkers: 3,
  // Workers leak parts of each file's modules: after hundreds of files they hold gigabytes and pure tests take seconds.
  workerIdleMemoryLimit: '800MB',
  // Several times what the longest test without its own limit takes in a parallel run.
  testTimeout: 180_000,
};
