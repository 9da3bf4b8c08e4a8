import { failuresOf } from './run-tests';

const file = (name: string, status: string, ...tests: [string, string][]) => ({
  ...{ name, status, message: 'what jest says' },
  assertionResults: tests.map(([fullName, outcome]) => ({ fullName, status: outcome })),
});

it('names tests that failed with their files', () => {
  const testResults = [
    file('/a.test.ts', 'passed', ['adds', 'passed']),
    file('/b.test.ts', 'failed', ['holds', 'passed'], ['breaks', 'failed'], ['waits', 'pending']),
  ];
  expect(failuresOf({ numTotalTests: 4, testResults })).toEqual([{ file: '/b.test.ts', test: 'breaks' }]);
});

it('takes a file that cannot be loaded, or no test at all, for no finding', () => {
  const testResults = [file('/a.test.ts', 'failed')];
  expect(() => failuresOf({ numTotalTests: 1, testResults })).toThrow('/a.test.ts could not be loaded');
  expect(() => failuresOf({ numTotalTests: 0, testResults: [] })).toThrow('no test ran');
});
