import { usageReport } from './usage-report';

const use = {
  date: '2026-11-02',
  credentialId: '0199f3c2-9c3a',
  channel: 'api',
  operation: 'searchSignals',
  requests: 3n,
  records: 60n,
  allowanceRecords: 10n,
  prepaidRecords: 40n,
  subscriptionRecords: 10n,
  prepaidMicros: 200_000n,
};
const dollars = (micros: bigint) => `$${micros}`;
const report = (uses: (typeof use)[], names = new Map<string, string>()) =>
  usageReport('2026-11', ['2026-09', '2026-11', '2026-10'], uses, names, dollars);

it('names credentials and totals records and costs', () => {
  const other = { ...use, credentialId: 'other-credential', prepaidMicros: 1n };
  const { rows, totals } = report([use, other], new Map([[use.credentialId, 'Production']]));
  expect(rows[0]).toEqual({
    date: '2026-11-02',
    credentialId: '0199f3c2-9c3a',
    credentialName: 'Production',
    channel: 'api',
    operation: 'searchSignals',
    requests: 3,
    records: 60,
    allowanceRecords: 10,
    prepaidRecords: 40,
    subscriptionRecords: 10,
    cost: '$200000',
  });
  expect(rows[1]!.credentialName).toMatch(/^Key other-/);
  expect(totals).toEqual({ requests: 6, records: 120, cost: '$200001' });
});

it('does not count browsing as requests, and counts an unknown channel as the API', () => {
  const { rows, totals } = report([
    { ...use, channel: 'web' },
    { ...use, channel: 'cli' },
    { ...use, channel: 'new' },
  ]);
  expect(rows.map(({ channel }) => channel)).toEqual(['web', 'cli', 'api']);
  expect(rows[0]!.credentialName).toBe('Dashboard');
  expect(rows[1]!.credentialName).toMatch(/^Device /);
  expect(totals).toMatchObject({ requests: 6, records: 180 });
});

it('lists the months with usage and the current one, newest first, once each', () => {
  expect(report([])).toEqual({
    month: '2026-11',
    months: ['2026-11', '2026-10', '2026-09'],
    rows: [],
    totals: { requests: 0, records: 0, cost: '$0' },
  });
});
