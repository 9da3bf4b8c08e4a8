'use strict';

const { resolve } = require('node:path');
const base = require('../../jest.config.cjs');

/**
 * Runs only the tests of pure folders: they need no servers, so none are started, and each mutant takes milliseconds.
 *
 * @type {import('jest').Config}
 */
module.exports = {
  ...base,
  globalSetup: undefined,
  globalTeardown: undefined,
  testSequencer: undefined,
  runtime: undefined,
  rootDir: resolve(__dirname, '../..'),
  roots: ['packages', 'services', 'tools/kubernetes', 'tools/mutation', 'web/dashboard'].map(
    (folder) => `<rootDir>/${folder}`,
  ),
  testMatch: ['<rootDir>/tools/mutation/all-tests.cjs'],
  maxWorkers: 1,
};
