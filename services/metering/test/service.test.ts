import { ledger } from '@heliograph/proto';
import { fakeServer, fakeService, startBeforeAll, waitFor } from '@heliograph/testing';
import { loadConfig } from '../src/config';
import { createMeteringService } from '../src/service';
import { messageOf, messagesOf, usageOf } from './support/events';
import { call, silent, startTestMetering, type MeteringClient } from './support/metering';

const running = startBeforeAll(startTestMetering);

const thisMonth = () => new Date().toISOString().slice(0, 7);
const noReconciliation = { month: '', waitSeconds: 0 };

it.each<[string, string, (client: MeteringClient) => Promise<unknown>]>([
  ['gateway', 'reconcile', (client) => client.reconcile(noReconciliation, call)],
  ['gateway', 'listDeadLetters', (client) => client.listDeadLetters({ limit: 0, pageToken: '' }, call)],
  ['dashboard', 'retryDeadLetters', (client) => client.retryDeadLetters({ limit: 0 }, call)],
  ['ledger', 'getStatus', (client) => client.getStatus({}, call)],
  ['search', 'getUsageHistory', (client) => client.getUsageHistory({ accountId: 'a', month: '' }, call)],
])('does not let %s call %s', async (caller, _method, work) => {
  const client = running.connect(running.service.address, caller);
  await expect(work(client)).rejects.toMatchObject({ code: 'internal' });
});

it.each(['gateway', 'dashboard', 'admin'])('lets %s read usage', async (caller) => {
  const client = running.connect(running.service.address, caller);
  expect(await client.getUsageHistory({ accountId: 'account-unknown', month: '' }, call)).toEqual({
    month: thisMonth(),
    days: [],
  });
  expect(await client.listUsageMonths({ accountId: 'account-unknown' }, call)).toEqual({ months: [] });
});

it('returns the days of a month, and the months', async () => {
  const accountId = 'account-history';
  const thisDay = Date.now();
  const lastMonth = Date.parse(`${thisMonth()}-01T00:00:00Z`) - 1;
  const split = { allowanceRecords: 1, prepaidRecords: 2, subscriptionRecords: 3, prepaidMicros: 10_000n };
  await running.handle([
    messageOf(usageOf({ accountId, records: 6, ...split, time: new Date(thisDay) })),
    messageOf(usageOf({ accountId, records: 4, time: new Date(thisDay), operation: 'getCompany', mode: '' })),
    messageOf(usageOf({ accountId, records: 9, time: new Date(lastMonth) })),
    messageOf(usageOf({ accountId: 'account-other', records: 1, time: new Date(thisDay) })),
  ]);
  const today = new Date(thisDay).toISOString().slice(0, 10);
  const common = { date: today, credentialId: 'credential-1', channel: 'api', requests: 1n };
  const unpaid = { prepaidRecords: 0n, subscriptionRecords: 0n, prepaidMicros: 0n };
  expect(await running.client.getUsageHistory({ accountId, month: thisMonth() }, call)).toEqual({
    month: thisMonth(),
    days: [
      { ...common, operation: 'getCompany', records: 4n, allowanceRecords: 4n, ...unpaid },
      {
        ...common,
        operation: 'searchSignals',
        records: 6n,
        allowanceRecords: 1n,
        prepaidRecords: 2n,
        subscriptionRecords: 3n,
        prepaidMicros: 10_000n,
      },
    ],
  });
  const previous = new Date(lastMonth).toISOString().slice(0, 7);
  const history = await running.client.getUsageHistory({ accountId, month: previous }, call);
  expect(history.days).toMatchObject([{ date: new Date(lastMonth).toISOString().slice(0, 10), records: 9n }]);
  expect(await running.client.listUsageMonths({ accountId }, call)).toEqual({
    months: [{ month: thisMonth() }, { month: previous }],
  });
});

it.each(['2026-13', '2026', 'now', '0000-01'])('rejects %j as a month', async (month) => {
  const response = running.client.getUsageHistory({ accountId: 'account 1', month }, call);
  await expect(response).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter: 'account_id' }, { parameter: 'month' }],
  });
});

it('measures events, batches, delay, lag, and dead letters', async () => {
  const accountId = 'account-measured';
  const good = messagesOf(3, { accountId, time: new Date(Date.now() - 30_000) });
  const valueOf = async (name: string, label = '') => {
    const metrics = await fetch(`http://127.0.0.1:${running.service.metricsPort}/metrics`);
    const line = (await metrics.text())
      .split('\n')
      .find((text) => text.startsWith(`heliograph_metering_${name}{`) && text.includes(label));
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  const before = {
    counted: await valueOf('events_total', 'outcome="counted"'),
    delays: await valueOf('event_delay_seconds_sum'),
  };
  await running.handle([...good, good[0]!, messageOf(usageOf({ accountId, channel: 'fax' }))]);
  expect(await valueOf('events_total', 'outcome="counted"')).toBe(before.counted + 3);
  expect(await valueOf('events_total', 'outcome="duplicate"')).toBe(1);
  expect(await valueOf('events_total', 'outcome="dead_lettered"')).toBe(1);
  expect(await valueOf('batch_size_sum')).toBeGreaterThanOrEqual(5);
  expect(await valueOf('batch_seconds_count')).toBeGreaterThanOrEqual(1);
  expect((await valueOf('event_delay_seconds_sum')) - before.delays).toBeGreaterThanOrEqual(90);
  expect(await valueOf('consumer_lag')).toBe(0);
  expect(await valueOf('dead_letters')).toBe(1);
  expect(await valueOf('reconciliation_last_success_timestamp')).toBe(0);
  expect(await running.client.getStatus({}, call)).toEqual({ lag: 0n, deadLetters: 1n, reconciliations: [] });
});

it('reports its lag', async () => {
  await running.service.destroy();
  await running.publish(messagesOf(7));
  expect(await running.log.lag('usage.recorded.v1', 'metering')).toBe(7);
  running.service = await running.startService();
  await waitFor(() => running.isCaughtUp());
});

it('ends a comparison in progress when it stops', async () => {
  const server = fakeServer();
  const asked = new Promise<void>((resolve) => {
    fakeService(server, ledger.LedgerServiceService, 'metering', {
      getOutboxStatus: () => {
        resolve();
        return new Promise(() => undefined);
      },
    });
  });
  const settings = { LEDGER_ADDRESS: await server.start(), RECONCILE_INTERVAL_MS: '100' };
  const service = await running.startService(settings);
  await asked;
  await service.destroy();
  await server.close(0);
}, 30_000);

it('can be destroyed twice, even if it never started', async () => {
  const service = createMeteringService(loadConfig(running.variables()), { logger: silent });
  await service.destroy();
  await service.destroy();
});

it('fails to start without its database and explains why', async () => {
  const variables = { ...running.variables(), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  const service = createMeteringService(loadConfig(variables), { logger: silent });
  await expect(service.start()).rejects.toThrow('ECONNREFUSED');
  await service.destroy();
});

it('waits for its migrations longer than for other statements', async () => {
  const other = await running.pool.connect();
  await other.query(`SELECT pg_advisory_lock(hashtextextended('heliograph migrate metering', 0))`);
  const starting = running.startService({ STATEMENT_TIMEOUT_MS: '100' });
  const hasWaited = async () => {
    const { rowCount } = await other.query(
      `SELECT FROM pg_stat_activity WHERE wait_event = 'advisory' AND datname = current_database()
       AND clock_timestamp() > query_start + interval '200 ms'`,
    );
    return rowCount === 1;
  };
  await Promise.race([starting, waitFor(hasWaited, { description: 'the migration to wait' })]);
  await other.query('SELECT pg_advisory_unlock_all()');
  other.release();
  await (await starting).destroy();
});

it('names every invalid setting at once', () => {
  const invalid = {
    RPC_ADDRESS: 'x',
    LEDGER_ADDRESS: 'y',
    DATABASE_URL: 'mysql://x',
    CALLER_KEY: 'short',
    CALLER_PUBLIC_KEYS: 'gateway=short',
    EVENT_BATCH_MAXIMUM: '2001',
    EVENT_ID_RETENTION_DAYS: '0',
    RECONCILE_INTERVAL_MS: 'often',
  };
  for (const name of Object.keys(invalid)) expect(() => loadConfig(invalid)).toThrow(name);
  const { EVENT_LOG_URL: _unset, ...rest } = running.variables();
  expect(() => loadConfig(rest)).toThrow('KAFKA_BROKERS or EVENT_LOG_URL');
});
