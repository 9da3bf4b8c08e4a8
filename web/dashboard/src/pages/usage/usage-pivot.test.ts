import type { UsageRow } from '@heliograph/dashboard-api';
import { daysOf, operationName, pivotByDay, requestsInDashboard, totalUsage } from './usage-pivot';

function row(values: Partial<UsageRow>): UsageRow {
  return {
    date: '2026-03-01',
    credentialId: 'k1',
    credentialName: 'Production',
    channel: 'api',
    operation: 'searchSignals',
    requests: 1,
    records: 10,
    allowanceRecords: 0,
    prepaidRecords: 10,
    subscriptionRecords: 0,
    cost: '0.05',
    ...values,
  };
}

const TODAY = '2026-03-31';

describe('the days in a month', () => {
  it('are all days up to today', () => {
    expect(daysOf('2026-02', TODAY)).toHaveLength(28);
    expect(daysOf('2028-02', '2028-12-31')).toHaveLength(29);
    expect(daysOf('2026-03', '2026-03-02')).toEqual(['2026-03-01', '2026-03-02']);
  });
});

it('requests in the dashboard are counted apart', () => {
  const rows = [row({ requests: 5 }), row({ channel: 'cli' }), row({ channel: 'web', requests: 7 })];
  expect(requestsInDashboard([...rows, row({ channel: 'web' })])).toBe(8);
});

describe('usage by day', () => {
  const rows = [
    row({ records: 3 }),
    row({ records: 4, operation: 'getCompany', credentialId: 'k2', credentialName: 'CI' }),
    row({ records: 5, credentialId: 'k2', credentialName: 'CI' }),
    row({
      date: '2026-03-03',
      records: 0,
      requests: 7,
      channel: 'web',
      credentialId: 'w',
      credentialName: 'Dashboard',
    }),
  ];

  it('is stacked by operation, key, or channel, largest first', () => {
    const byOperation = pivotByDay({ month: '2026-03', rows }, 'operation', 'records', TODAY);
    expect(byOperation.series.map(({ label }) => label)).toEqual(['Search signals', 'Company details']);
    expect(byOperation.days[0]).toEqual({ date: '2026-03-01', values: { searchSignals: 8, getCompany: 4 } });
    const byKey = pivotByDay({ month: '2026-03', rows }, 'key', 'records', TODAY);
    expect(byKey.series.map(({ label }) => label)).toEqual(['CI', 'Production']);
    expect(byKey.days[0]?.values).toEqual({ k1: 3, k2: 9 });
    const byChannel = pivotByDay({ month: '2026-03', rows }, 'channel', 'records', TODAY);
    expect(byChannel.series.map(({ id }) => id)).toEqual(['api']);
  });

  it('counts requests on request, and includes days without usage', () => {
    const chart = pivotByDay({ month: '2026-03', rows }, 'channel', 'requests', TODAY);
    expect(chart.days).toHaveLength(31);
    expect(chart.days[1]).toEqual({ date: '2026-03-02', values: {} });
    expect(chart.days[2]?.values).toEqual({ web: 7 });
  });

  it('combines series without a color of their own, and loses nothing', () => {
    const many = Array.from({ length: 12 }, (_, index) =>
      row({ credentialId: `k${index}`, credentialName: `Key ${index}`, records: 100 - index }),
    );
    const chart = pivotByDay({ month: '2026-03', rows: many }, 'key', 'records', TODAY);
    expect(chart.series).toHaveLength(8);
    expect(chart.series.at(-1)?.label).toBe('Others');
    const shown = Object.values(chart.days[0]?.values ?? {}).reduce((sum, value) => sum + value, 0);
    expect(shown).toBe(many.reduce((sum, { records }) => sum + records, 0));
  });
});

describe("a month's totals", () => {
  it('add up exactly, with money in micro-dollars', () => {
    const [sum] = totalUsage([row({ cost: '0.1' }), row({ cost: '0.2' }), row({ cost: '0.000001' })], 'key');
    expect(sum).toMatchObject({
      id: 'k1',
      label: 'Production',
      requests: 3,
      records: 30,
      prepaidRecords: 30,
    });
    expect(sum?.cost).toBe('0.300001');
  });

  it('separate keys with the same name', () => {
    const totals = totalUsage([row({}), row({ credentialId: 'k2', records: 11 })], 'key');
    expect(totals.map(({ id, label }) => [id, label])).toEqual([
      ['k2', 'Production'],
      ['k1', 'Production'],
    ]);
  });

  it('combine all browser sessions', () => {
    const totals = totalUsage(
      ['s1', 's2'].map((credentialId) => row({ channel: 'web', credentialId, credentialName: 'Dashboard' })),
      'key',
    );
    expect(totals).toHaveLength(1);
    expect(totals[0]).toMatchObject({ label: 'Dashboard', requests: 2 });
  });

  it('show an unknown operation by its id', () => {
    expect(operationName('somethingNew')).toBe('somethingNew');
    expect(operationName('constructor')).toBe('constructor');
  });
});
