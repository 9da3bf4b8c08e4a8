import { startBeforeAll } from '@heliograph/testing';
import { startParts } from './support/notifier';
import { store } from './support/saved-searches';

const parts = startBeforeAll(startParts);

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
