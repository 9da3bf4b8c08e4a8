/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'jest',
  jest: { configFile: 'tools/mutation/jest.config.cjs', enableFindRelatedTests: false },
  coverageAnalysis: 'perTest',
  ignoreStatic: process.env.MUTATION_STATIC === 'off',
  // The sandbox: a copy of what tests load, outside node_modules, whose files Jest does not transform.
  ignorePatterns: ['/.heliograph*', '/charts', '/docs', '/sdks', '/web/docs'],
  tempDirName: '.stryker',
  reporters: ['progress-append-only', 'json'],
  jsonReporter: { fileName: process.env.MUTATION_REPORT },
  concurrency: 2,
  timeoutMS: 2_000,
};
