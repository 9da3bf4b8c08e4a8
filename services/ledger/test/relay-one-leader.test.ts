import { startBeforeAll, waitFor } from '@heliograph/testing';
import { call, chargeOf, rowsOf, type LedgerClient } from './support/ledger';
import {
  accountsOutOfOrder,
  killRelaySession,
  readAll,
  startRelayingLedger,
  untilDrained,
} from './support/relay';

let peers: LedgerClient[];
const running = startBeforeAll(() => startRelayingLedger({ RELAY_POLL_INTERVAL_MS: '20' }));
beforeAll(async () => {
  peers = [await running.startPeer(), await running.startPeer()];
});

/** Sessions that hold the relay lock. */
const leaders = async () =>
  rowsOf(
    running.pool,
    `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );

it('is one of all processes, and is replaced when its session dies; nothing is lost and the order is kept', async () => {
  const { client, pool, log, database } = running;
  await waitFor(async () => (await leaders()).length === 1);
  let isOver = false;
  let charged = 0;
  const charging = [client, ...peers].map(async (each, number) => {
    for (let round = 0; !isOver; round += 1) {
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          each.charge(chargeOf({ accountId: `account-${(number + index) % 5}`, records: 0 }), call),
        ),
      );
      charged += 20;
    }
  });
  const leading = new Set<unknown>();
  for (let deaths = 0; deaths < 8; deaths += 1) {
    const before = charged;
    const [leader] = await waitFor(async () => {
      const found = await leaders();
      expect(found.length).toBeLessThanOrEqual(1);
      // A killed leader may hold the lock until the server notices.
      return found.length === 1 && !leading.has(found[0]!.pid) && found;
    });
    leading.add(leader!.pid);
    await waitFor(() => charged > before + 100);
    await killRelaySession(database);
  }
  isOver = true;
  await Promise.all(charging);
  expect(leading.size).toBe(8);
  await untilDrained(pool);
  const messages = await readAll(log);
  const entries = await rowsOf(pool, `SELECT entry_id::text AS id FROM ledger.entry WHERE kind = 'charge'`);
  expect(entries).toHaveLength(charged);
  expect([...new Set(messages.map(({ headers }) => headers.ce_id))].sort()).toEqual(
    entries.map(({ id }) => id).sort(),
  );
  expect(await accountsOutOfOrder(pool, messages)).toEqual([]);
});

it('is replaced when its process stops gracefully', async () => {
  const { pool, service } = running;
  await service.destroy();
  await peers[0]!.charge(chargeOf({ accountId: 'account-later', records: 0 }), call);
  await untilDrained(pool);
  expect(await leaders()).toHaveLength(1);
});
