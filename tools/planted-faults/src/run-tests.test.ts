import { failuresOf } from './run-tests';

const file = (name: string, status: string, ...tests: [string, string][]) => ({
  name,
  status,
  message: 'what jest says',
  assertionResults: tests.map(([fullName, outcome]) => ({ fullName, status: outcome })),
});

it('names failed tests with their files', () => {
  const testResults = [
    file('/a.test.ts', 'passed', ['adds', 'passed']),
    file('/b.test.ts', 'failed', ['holds', 'passed'], ['breaks', 'failed'], ['waits', 'pending']),
  ];
  expect(failuresOf({ numTotalTests: 4, testResults })).toEqual([{ file: '/b.test.ts', test: 'breaks' }]);
});

it('throws for a file that cannot be loaded and for a run without tests', () => {
  const testResults = [file('/a.test.ts', 'failed')];
  expect(() => failuresOf({ numTotalTests: 1, testResults })).toThrow('/a.test.ts could not be loaded');
  expect(() => failuresOf({ numTotalTests: 0, testResults: [] })).toThrow('no test ran');
});
