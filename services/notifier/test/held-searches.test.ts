import { startBeforeAll, waitFor } from '@heliograph/testing';
import { Client } from 'pg';
import { startParts } from './support/notifier';
import { NO_CHANGES, store } from './support/saved-searches';

const parts = startBeforeAll(startParts);
const restored = startBeforeAll(startParts);

it('follow a database that was rewound and assigns its versions again', async () => {
  const { pool, savedSearches, held } = parts;
  await store(savedSearches);
  const lost = [await store(savedSearches), await store(savedSearches), await store(savedSearches)];
  await held.refresh();
  expect(held.percolator.size).toBe(4);
  await pool.query('DELETE FROM notifier.saved_search WHERE saved_search_id = ANY($1::uuid[])', [
    lost.map(({ id }) => id),
  ]);
  await pool.query('UPDATE notifier.saved_search_state SET version = version - 3');
  await store(savedSearches);
  await held.refresh();
  expect(held.percolator.size).toBe(2);
  await store(savedSearches);
  await held.refresh();
  expect(held.percolator.size).toBe(3);
});

it('follow a restored database that has assigned all their versions again', async () => {
  const { pool, savedSearches, held, database } = parts;
  await store(savedSearches);
  await held.refresh();
  const { rows } = await pool.query<{ version: number }>(
    'SELECT version::int FROM notifier.saved_search_state',
  );
  // As many changes, of a single saved search.
  const { owner, id } = await store(restored.savedSearches);
  for (let version = 1; version < rows[0]!.version; version += 1) {
    await restored.savedSearches.update(owner, id, { ...NO_CHANGES, name: `News ${version}` }, String);
  }
  const url = new URL(database.adminConnectionString);
  const [lost, found] = [url, new URL(restored.database.adminConnectionString)].map(({ pathname }) =>
    pathname.slice(1),
  );
  url.pathname = '/postgres';
  const administrator = new Client({ connectionString: url.href });
  await administrator.connect();
  const end = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ANY ($1)';
  for (const [from, to] of [
    [lost, `${lost}_lost`],
    [found, lost],
    [`${lost}_lost`, found],
  ]) {
    await waitFor(async () => {
      await administrator.query(end, [[lost, found]]);
      return administrator.query(`ALTER DATABASE ${from} RENAME TO ${to}`);
    });
  }
  await administrator.end();
  await waitFor(async () => {
    await held.refresh();
    return true;
  });
  expect(held.percolator.size).toBe(1);
});
