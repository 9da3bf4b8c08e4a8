import { byDay } from './usage-days';

it('sums credentials and channels by day and operation', () => {
  const sum = (date: string, operation: string, requests: bigint, records: bigint) => ({
    date,
    operation,
    requests,
    records,
  });
  expect(
    byDay([
      sum('2026-11-02', 'searchSignals', 1n, 50n),
      sum('2026-11-01', 'searchSignals', 2n, 20n),
      sum('2026-11-02', 'getCompany', 3n, 3n),
      sum('2026-11-02', 'searchSignals', 1n, 0n),
    ]),
  ).toEqual([
    {
      date: '2026-11-01',
      requests: 2,
      records: 20,
      byOperation: [{ operation: 'searchSignals', requests: 2, records: 20 }],
    },
    {
      date: '2026-11-02',
      requests: 5,
      records: 53,
      byOperation: [
        { operation: 'getCompany', requests: 3, records: 3 },
        { operation: 'searchSignals', requests: 2, records: 50 },
      ],
    },
  ]);
});

it('is empty without use', () => {
  expect(byDay([])).toEqual([]);
});
