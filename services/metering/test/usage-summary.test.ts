import { call, startFixture, type MeteringClient, type TestFixture } from './support/metering';

const MONTH = '2026-03';
let fixture: TestFixture;
let dashboard: MeteringClient;
let destroy: () => Promise<void>;
beforeAll(async () => {
  fixture = await startFixture();
  const service = await fixture.startService();
  destroy = () => service.destroy();
  dashboard = fixture.connect(service.address, 'dashboard');
  const insert = (accountId: string, day: string, key: string, records: number, prepaid: number) =>
    fixture.pool.query(
      `INSERT INTO metering.usage_day VALUES ($1, $2, $3, 'api', 'searchSignals', 2, $4::int, $4::int - $5::int, $5::int, 0, $5::int * 5000)`,
      [accountId, day, key, records, prepaid],
    );
  await insert('account-a', '2026-03-01', 'key-1', 100, 0);
  await insert('account-a', '2026-03-02', 'key-2', 50, 10);
  await insert('account-b', '2026-03-02', 'key-3', 60, 60);
  await insert('account-c', '2026-03-31', 'key-4', 1, 0);
  // From the neighboring months.
  await insert('account-d', '2026-02-28', 'key-5', 7_000, 7_000);
  await insert('account-d', '2026-04-01', 'key-5', 7_000, 7_000);
});
afterAll(async () => {
  await destroy();
  await fixture.stop();
});

it('sums a month of all accounts by day, and ranks accounts by records and by spending', async () => {
  expect(await dashboard.summarizeUsage({ month: MONTH, limit: 2 }, call)).toEqual({
    month: MONTH,
    days: [
      { date: '2026-03-01', requests: 2n, records: 100n, prepaidMicros: 0n },
      { date: '2026-03-02', requests: 4n, records: 110n, prepaidMicros: 350_000n },
      { date: '2026-03-31', requests: 2n, records: 1n, prepaidMicros: 0n },
    ],
    byRecords: [
      { accountId: 'account-a', requests: 4n, records: 150n, prepaidMicros: 50_000n },
      { accountId: 'account-b', requests: 2n, records: 60n, prepaidMicros: 300_000n },
    ],
    bySpend: [
      { accountId: 'account-b', requests: 2n, records: 60n, prepaidMicros: 300_000n },
      { accountId: 'account-a', requests: 4n, records: 150n, prepaidMicros: 50_000n },
    ],
  });
});

it('is empty for a month without usage, and defaults to the current one', async () => {
  expect(await dashboard.summarizeUsage({ month: '', limit: 10 }, call)).toEqual({
    month: new Date().toISOString().slice(0, 7),
    days: [],
    byRecords: [],
    bySpend: [],
  });
});

it.each([
  ['month', { month: '2026-13', limit: 5 }],
  ['limit', { month: '', limit: 0 }],
  ['limit', { month: '', limit: 51 }],
])('refuses an invalid %s', async (parameter, request) => {
  await expect(dashboard.summarizeUsage(request, call)).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter }],
  });
});
