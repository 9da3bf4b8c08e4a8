import { createLogger } from '@heliograph/runtime';
import { startBeforeEach } from '@heliograph/testing';
import { catalogVersion, migrateCatalog, writeIdentifiers } from '../src';
import { startTestCatalog } from './support/test-catalog';

const catalog = startBeforeEach(startTestCatalog);

const logger = createLogger({ service: 'catalog', level: 'silent' });

const migrateAgain = () => migrateCatalog(catalog.connectionString, logger);

async function labels(): Promise<Record<string, string>> {
  const { rows } = await catalog.pool.query<{ id: string; label: string }>(
    'SELECT id, label FROM catalog.identifier',
  );
  return Object.fromEntries(rows.map(({ id, label }) => [id, label]));
}

async function storeGenerated(id: string, label: string): Promise<void> {
  await catalog.pool.query(`INSERT INTO catalog.identifier (kind, id, label) VALUES ('category', $1, $2)`, [
    id,
    label,
  ]);
}

test('a migration remakes labels of an earlier version, and searches are told', async () => {
  await storeGenerated('prévention', 'PRévention');
  await storeGenerated('constructor', 'Function Object() { [native code] }');
  const before = await catalogVersion(catalog.pool);
  await migrateAgain();
  expect(await labels()).toEqual({ prévention: 'Prévention', constructor: 'Constructor' });
  expect(await catalogVersion(catalog.pool)).not.toBe(before);
});

test("a migration keeps an operator's labels, and the version if every label is right", async () => {
  await storeGenerated('ipo', 'IPO');
  await writeIdentifiers(catalog.pool, [{ kind: 'category', id: 'prévention', label: 'PRévention' }]);
  const before = await catalogVersion(catalog.pool);
  await migrateAgain();
  expect(await labels()).toEqual({ ipo: 'IPO', prévention: 'PRévention' });
  expect(await catalogVersion(catalog.pool)).toBe(before);
});
