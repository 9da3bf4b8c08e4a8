import { createLogger } from '@heliograph/runtime';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import { PassThrough } from 'node:stream';
import { loadConfig } from '../src/config';
import { createMeteringService } from '../src/service';
import { ReconciliationStore } from '../src/storage/reconciliation-store';
import { call, waitOptions } from './support/metering';
import { chargeOf, startWithLedger } from './support/with-ledger';

let metricsPort: number;
const lines: Record<string, unknown>[] = [];

const running = startBeforeAll(startWithLedger);
beforeAll(async () => {
  await running.ledger.charge(chargeOf({ accountId: 'account-1' }), call);
  const output = new PassThrough();
  output.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().trim().split('\n')) lines.push(JSON.parse(line));
  });
  // A second member with a short schedule.
  const service = createMeteringService(
    loadConfig({
      ...running.variables(),
      LEDGER_ADDRESS: running.ledgerAddress,
      RECONCILE_INTERVAL_MS: '100',
    }),
    { logger: createLogger({ service: 'metering', level: 'info' }, output) },
  );
  await service.start();
  metricsPort = service.metricsPort;
  const { stop } = running;
  running.stop = async () => {
    await service.destroy();
    await stop();
  };
});

async function gauge(name: string, label = ''): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  const line = (await response.text())
    .split('\n')
    .find((text) => text.startsWith(`heliograph_metering_reconciliation_${name}{`) && text.includes(label));
  return Number(line?.split(' ').at(-1));
}

it('compares on its own and measures the result and the time', async () => {
  const before = Date.now() / 1000 - 1;
  await waitFor(async () => (await gauge('last_success_timestamp')) >= before, waitOptions);
  expect(await gauge('differences', 'month="current"')).toBe(0);
  const { reconciliations } = await running.client.getStatus({}, call);
  const month = new Date().toISOString().slice(0, 7);
  expect(reconciliations[0]).toEqual({ month, finishedAt: expect.any(Date), differences: 0n });
  await waitFor(() => lines.some(({ msg }) => msg === 'ledger and metering agree'));
});

it('reports differences as a metric and as an error in the log', async () => {
  await running.pool.query(
    `UPDATE metering.usage_day SET records = records + 2, allowance_records = allowance_records + 2`,
  );
  await waitFor(async () => (await gauge('differences', 'month="current"')) === 2, waitOptions);
  const error = await waitFor(() => lines.find(({ msg }) => msg === 'ledger and metering differ'));
  expect(error).toMatchObject({
    level: 50,
    month: new Date().toISOString().slice(0, 7),
    differences: 2,
    ledger: { requests: '1', records: '3' },
    metering: { requests: '1', records: '5' },
  });
  await running.pool.query(
    `UPDATE metering.usage_day SET records = records - 2, allowance_records = allowance_records - 2`,
  );
  await waitFor(async () => (await gauge('differences', 'month="current"')) === 0, waitOptions);
});

it('does not advance the time of success while the ledger is not responding', async () => {
  await running.ledgerService.stop();
  await waitFor(
    () => lines.some(({ msg }) => msg === 'ledger and metering could not be compared'),
    waitOptions,
  );
  const last = await gauge('last_success_timestamp');
  const failures = () =>
    lines.filter(({ msg }) => msg === 'ledger and metering could not be compared').length;
  const seen = failures();
  await waitFor(() => failures() > seen, waitOptions);
  expect(await gauge('last_success_timestamp')).toBe(last);
  await running.restartLedger();
  await waitFor(async () => (await gauge('last_success_timestamp')) > last, waitOptions);
});

it('leaves a month to a member that makes progress, however long it takes', async () => {
  const store = new ReconciliationStore(running.pool);
  const month = '2026-01';
  expect(await store.begin(month, 60_000)).toBe(true);
  await running.pool.query(`UPDATE metering.reconciliation SET started_at = now() - interval '1 hour'`);
  await store.renew(month);
  expect(await store.begin(month, 60_000)).toBe(false);
});

it('does not wait for a start that is in the future since the clock went back', async () => {
  const store = new ReconciliationStore(running.pool);
  const month = '2026-02';
  expect(await store.begin(month, 60_000)).toBe(true);
  await running.pool.query(`UPDATE metering.reconciliation SET started_at = now() + interval '15 days'`);
  expect(await store.begin(month, 60_000)).toBe(true);
  expect(await store.begin(month, 60_000)).toBe(false);
});
