import { writeCorpus } from '@heliograph/catalog';
import { inTransaction } from '@heliograph/postgres';
import { holdLocks, startBeforeAll } from '@heliograph/testing';
import { forgetMatches, MatchStore } from '../src/storage/match-store';
import { startTestNotifier } from './support/notifier';
import { create, WEBHOOK_URL } from './support/saved-searches';
import { signalsOf } from './support/webhooks';

const running = startBeforeAll(startTestNotifier);

/** A saved search with a known match of signal 1 at the catalog's version; without a ledger, it stays known. */
async function begin() {
  const { client, pool, database } = running;
  const { id } = await create(client, { webhookUrl: WEBHOOK_URL });
  const acme = { slug: 'acme', name: 'Acme' };
  await writeCorpus(database.connectionString('catalog'), [acme], signalsOf(1, 1, `Acme raises of ${id}`));
  const { rows } = await pool.query<{ version: string }>('SELECT version FROM catalog.signal_document');
  const { version } = rows[0]!;
  const match = { savedSearchId: id, signalId: '1', version, ownVersion: version };
  await pool.query('INSERT INTO notifier.match (saved_search_id, signal_id, version) VALUES ($1, 1, $2)', [
    id,
    match.version,
  ]);
  const known = async () =>
    (await pool.query('SELECT FROM notifier.match WHERE saved_search_id = $1', [id])).rowCount;
  const forget = (version: string | undefined) =>
    inTransaction(pool, (connection) => forgetMatches(connection, id, [{ signalId: '1', version }]));
  return { match, known, forget };
}

it('is deleted if its signal has not changed since it was judged', async () => {
  const { match, known, forget } = await begin();
  await forget(match.version);
  expect(await known()).toBe(0);
});

it('waits again if its signal was published or changed since it was judged', async () => {
  const { match, known, forget } = await begin();
  await forget(undefined);
  expect(await known()).toBe(1);
  await forget(String(BigInt(match.version) - 1n));
  expect(await known()).toBe(1);
});

it('is added by an event that arrives during the deletion', async () => {
  const { pool } = running;
  const { match, known } = await begin();
  const forgetting = await holdLocks(
    pool,
    `DELETE FROM notifier.match WHERE saved_search_id = (
       SELECT saved_search_id FROM notifier.saved_search WHERE saved_search_id = $1 FOR NO KEY UPDATE)`,
    [match.savedSearchId],
  );
  const added = new MatchStore(pool).add([match]);
  await forgetting.untilAnotherWaits();
  await forgetting.commit();
  expect([await added, await known()]).toEqual([1, 1]);
});
