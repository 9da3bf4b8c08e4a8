import { startBeforeAll } from '@heliograph/testing';
import { startCatalogDatabase } from './support/catalog-database';
import { runHere } from './support/in-process';

const company = { slug: 'brindlewick', name: 'Brindlewick Robotics' };
const signals = ['41', '42', '43'].map((id) => ({
  id,
  title: `Brindlewick raises €${id}m`,
  category: 'funding',
  companySlug: 'brindlewick',
  activityDate: '2026-11-20',
  publishedAt: '2026-11-20T09:30:00Z',
}));

let importArguments: string[];

const database = startBeforeAll(startCatalogDatabase);
beforeAll(async () => {
  const companiesFile = await database.writeFile('companies.ndjson', [company]);
  const signalsFile = await database.writeFile('signals.ndjson', signals);
  importArguments = ['import', '--companies', companiesFile, '--signals', signalsFile];
  await runHere(importArguments, database.variables);
});

const storedIds = () => database.column('SELECT id FROM catalog.signal ORDER BY id');

test('withdrawn signals are gone, and no import restores them', async () => {
  expect(await storedIds()).toEqual(['41', '42', '43']);
  const outcome = await runHere(['withdraw', '--ids', '41, 43,41', '--json'], database.variables);
  expect(outcome).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(outcome.stdout)).toEqual({ withdrawn: 2, alreadyWithdrawn: 0, unknown: 0 });
  expect(await storedIds()).toEqual(['42']);

  const again = await runHere(importArguments, database.variables);
  expect(again.status).toBe(0);
  expect(again.stdout).toMatch(/^Imported 1 company, 1 signal .*; 2 withdrawn signals stay withdrawn\.\n$/);
  expect(await storedIds()).toEqual(['42']);

  const twice = await runHere(['withdraw', '--ids', '41,9999999999999999999'], database.variables);
  expect(twice.stdout).toBe(
    'Withdrew 0 signals; 1 was already withdrawn; 1 id is unknown and can no longer be imported.\n',
  );
});

test.each(['', '1,,2', 'x', '042', '1'.repeat(20)])('--ids %j is refused', async (ids) => {
  const outcome = await runHere(['withdraw', '--ids', ids], database.variables);
  expect(outcome).toMatchObject({ status: 2, stdout: '' });
  expect(outcome.stderr).toMatch(/^heliograph-admin: .*ids.*\n$/);
});
