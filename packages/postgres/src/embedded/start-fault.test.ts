import { faultOf } from './start-fault';

const GIGABYTE = 2 ** 30;
const fault = (log: string, freeBytes: number) => faultOf(log, { dataDirectory: '/home/data', freeBytes });

it("is the last error in the server's log", () => {
  const log = '2026-11-28 LOG:  starting\n2026-11-28 FATAL:  no such setting\n2026-11-28 LOG:  shut down\n';
  expect(fault(log, GIGABYTE)).toBe('no such setting');
  expect(fault('2026-11-28 LOG:  shut down\n', GIGABYTE)).toBe('2026-11-28 LOG:  shut down');
  expect(fault('', GIGABYTE)).toBeUndefined();
});

it('is a full disk, which cuts off the log', () => {
  expect(fault('2026-11-282026-11-28 LOG:  database system is shut down\n', 40_000)).toBe(
    'the disk of /home/data is full, with 0.0 MB free: free space there or enlarge it, then start again',
  );
  expect(fault('PANIC:  could not write to file: No space left on device\n', 4_000_000)).toMatch(
    /is full, with 4\.0 MB free \(could not write to file: No space left on device\): free space/,
  );
});
