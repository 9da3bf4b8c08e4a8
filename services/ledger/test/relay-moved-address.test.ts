import { createEventLog, USAGE_RECORDED_TOPIC, usageTopics } from '@heliograph/event-log';
import { bootstrapDatabase, DATABASE_ROLES, roleConnectionString } from '@heliograph/postgres';
import { ledger } from '@heliograph/proto';
import { createLogger, createRpcClient } from '@heliograph/runtime';
import {
  freeAddress,
  startMovingAddress,
  startRestoredDatabase,
  testCallerVariables,
  testCredentials,
  testRolePassword,
  waitFor,
} from '@heliograph/testing';
import { Pool } from 'pg';
import { loadConfig } from '../src/config';
import { RELAY_APPLICATION } from '../src/relay/outbox-session';
import { createLedgerService } from '../src/service';
import { call, chargeOf, rowsOf } from './support/ledger';

const logger = createLogger({ service: 'ledger-test', level: 'silent' });

const roleAt = (admin: string, role: 'ledger' | 'events') =>
  roleConnectionString(admin, role, testRolePassword(DATABASE_ROLES[role].name));

async function startLedgerAt(admin: string) {
  const config = loadConfig({
    RPC_ADDRESS: freeAddress(),
    DATABASE_URL: roleAt(admin, 'ledger'),
    EVENT_LOG_URL: roleAt(admin, 'events'),
    RELAY: 'on',
    ...testCallerVariables,
  });
  const service = createLedgerService(config, { logger });
  await service.start();
  return service;
}

const logAt = (admin: string) =>
  createEventLog(
    { kind: 'postgres', connectionString: roleAt(admin, 'events') },
    { clientId: 'test', logger },
  );

async function prepare(admin: string): Promise<void> {
  await bootstrapDatabase({ adminConnectionString: admin, rolePassword: testRolePassword });
  const log = logAt(admin);
  await log.prepare(usageTopics(6));
  await log.close();
  const service = await startLedgerAt(admin);
  await service.destroy();
}

it('the log never gets an event of a charge that a restored database lacks', async () => {
  const restored = await startRestoredDatabase(prepare);
  const { ports, connectionString } = restored;
  const address = await startMovingAddress(ports.original);
  const [original, copy] = [ports.original, ports.copy].map((port) => {
    const pool = new Pool({ connectionString: connectionString(port), max: 2 });
    pool.on('error', () => undefined);
    return pool;
  }) as [Pool, Pool];
  const log = logAt(connectionString(ports.copy));
  const service = await startLedgerAt(connectionString(address.port));
  const client = createRpcClient(ledger.LedgerServiceService, {
    address: service.address,
    caller: 'gateway',
    credentials: testCredentials,
    defaultTimeoutMs: 20_000,
    multiplexed: true,
  });
  const relaysAt = async (pool: Pool) =>
    (
      await rowsOf(
        pool,
        `SELECT FROM pg_stat_activity JOIN pg_locks USING (pid)
         WHERE application_name = '${RELAY_APPLICATION}' AND locktype = 'advisory'`,
      )
    ).length;
  const waitingAt = async (pool: Pool) => rowsOf(pool, 'SELECT FROM ledger.outbox');
  try {
    await waitFor(async () => (await relaysAt(original)) === 1);
    await client.charge(chargeOf(), call);
    await waitFor(async () => (await waitingAt(original)).length === 0);

    address.target = ports.copy;
    // The log's next connection leads to the copy; the relay's and the ledger's own stay.
    await original.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'heliograph_events'`,
    );
    // Taken by the original, unless a look has found the copy already.
    await client.charge(chargeOf(), call).catch(() => undefined);
    // The relay leaves the original, or publishes from there.
    const publishedAtCopy = async () => (await log.read(USAGE_RECORDED_TOPIC, { limit: 1_000 })).messages;
    await waitFor(async () => (await relaysAt(copy)) === 1 || (await publishedAtCopy()).length > 0);
    expect(await publishedAtCopy()).toEqual([]);

    const kept = await waitFor(() => client.charge(chargeOf(), call).catch(() => undefined));
    await waitFor(async () => (await waitingAt(copy)).length === 0);
    const charged = await rowsOf(copy, `SELECT entry_id FROM ledger.entry WHERE kind = 'charge'`);
    expect(kept).toBeDefined();
    expect((await publishedAtCopy()).map(({ headers }) => headers.ce_id)).toEqual(
      charged.map(({ entry_id: id }) => id),
    );
  } finally {
    await client.close();
    await service.destroy();
    await log.close();
    await Promise.all([original.end(), copy.end()]);
    await address.stop();
    await restored.stop();
  }
});
