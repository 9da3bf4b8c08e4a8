import { createLogger } from '@heliograph/runtime';
import { waitFor } from '@heliograph/testing';
import { call, chargeOf, rowsOf } from './support/ledger';
import {
  accountsOutOfOrder,
  allowConnections,
  metricOf,
  readAll,
  startRelayingLedger,
  untilDrained,
  type RelayingLedger,
} from './support/relay';

let running: RelayingLedger;
const logged: string[] = [];
beforeAll(async () => {
  const logger = createLogger({ service: 'ledger-test', level: 'silent' });
  const keep = (...args: unknown[]) => void logged.push(String(args.at(-1)));
  Object.assign(logger, { info: keep, warn: keep });
  running = await startRelayingLedger({ RELAY_POLL_INTERVAL_MS: '20' }, { logger });
});
afterAll(() => running.stop());

const waiting = async () =>
  Number((await rowsOf(running.pool, 'SELECT count(*) AS count FROM ledger.outbox'))[0]!.count);

async function charge(count: number): Promise<void> {
  const { client } = running;
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      client.charge(chargeOf({ accountId: `account-${index % 5}`, records: 0 }), call),
    ),
  );
}

it('charges while the log is down, reports that once, and publishes everything in order when the log is back', async () => {
  const { pool, log, logDatabase, service } = running;
  const failures = () => metricOf(service.metricsPort, 'ledger_relay_publish_failures_total');
  await charge(50);
  await untilDrained(pool);
  await allowConnections(logDatabase, false);
  for (let round = 0; round < 5; round += 1) await charge(200);
  await waitFor(async () => (await failures()) >= 3);
  expect(await waiting()).toBe(1_000);
  const isOfRelay = (text: string) => /publish/.test(text);
  expect(logged.filter((text) => /cannot be published/.test(text))).toHaveLength(1);

  await allowConnections(logDatabase, true);
  await untilDrained(pool);
  const messages = await readAll(log);
  expect(new Set(messages.map(({ headers }) => headers.ce_id)).size).toBe(1_050);
  expect(await accountsOutOfOrder(pool, messages)).toEqual([]);
  expect(logged.filter(isOfRelay).at(-1)).toMatch(/publishing events has resumed/);
  await charge(10);
  await untilDrained(pool);
});

it('stops while the log is down, and keeps waiting events', async () => {
  const { logDatabase, service } = running;
  await allowConnections(logDatabase, false);
  await charge(10);
  await service.destroy();
  expect(await waiting()).toBe(10);
  await allowConnections(logDatabase, true);
});
