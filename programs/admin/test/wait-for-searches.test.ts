import { catalogVersion, ReaderLease } from '@heliograph/catalog';
import { waitFor } from '@heliograph/testing';
import { Pool } from 'pg';
import { startCatalogDatabase, type CatalogDatabase } from './support/catalog-database';
import { runHere } from './support/in-process';

const company = { slug: 'brindlewick', name: 'Brindlewick Robotics' };
const signal = {
  id: '41',
  title: 'Brindlewick raises €18m',
  category: 'funding',
  companySlug: 'brindlewick',
  activityDate: '2026-11-20',
  publishedAt: '2026-11-20T09:30:00Z',
};

let database: CatalogDatabase;
let pool: Pool;
let reader: ReaderLease;

beforeEach(async () => {
  database = await startCatalogDatabase();
  pool = new Pool({ connectionString: database.variables.DATABASE_URL });
  reader = new ReaderLease({ connectionString: database.readerUrl, appliedVersion: 0 });
  await waitFor(() => reader.mayAnswer);
});
afterEach(async () => {
  await reader.close();
  await pool.end();
  await database.stop();
});

async function importArguments(...signals: unknown[]): Promise<string[]> {
  const companiesFile = await database.writeFile('companies.ndjson', [company]);
  const signalsFile = await database.writeFile('signals.ndjson', signals);
  return ['import', '--companies', companiesFile, '--signals', signalsFile];
}
const run = (...args: string[]) => runHere(args, database.variables);
const notYet = (version: number) =>
  `heliograph-admin: everything is stored, but 1 search process does not have it yet (${reader.id} is at version ${version} of the catalog): ` +
  'they catch up on their own; if not, see their logs and restart them\n';

test.each(['import', 'withdraw'])('%s returns once the search process has it', async (command) => {
  const args = command === 'import' ? await importArguments(signal) : ['withdraw', '--ids', '41'];
  let isOver = false;
  const running = run(...args, '--json').finally(() => {
    isOver = true;
  });
  const stored = command === 'import' ? 'signal' : 'withdrawal';
  await waitFor(async () => (await database.column(`SELECT id FROM catalog.${stored}`)).length === 1, {
    timeoutMs: 60_000,
  });
  // It keeps polling.
  const looks = new Set<number>();
  await waitFor(
    async () => {
      const { rows } = await pool.query<{ at: Date }>(
        `SELECT query_start AS at FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT id, applied_version%'`,
      );
      for (const { at } of rows) looks.add(at.getTime());
      return looks.size >= 3;
    },
    { timeoutMs: 60_000 },
  );
  expect(isOver).toBe(false);
  reader.applied(await catalogVersion(pool));
  expect(await running).toMatchObject({ status: 0, stderr: '' });
});

test('names a search process that lags, with a distinct exit status: everything is stored', async () => {
  const outcome = await run(...(await importArguments(signal)), '--wait', '1', '--json');
  expect(outcome).toMatchObject({ status: 3, stderr: notYet(0) });
  expect(JSON.parse(outcome.stdout)).toMatchObject({ companies: 1, signals: 1, rejected: 0 });

  const withdrawn = await run('withdraw', '--ids', '41', '--wait', '1', '--json');
  expect(withdrawn).toMatchObject({ status: 3, stderr: notYet(0) });
  expect(JSON.parse(withdrawn.stdout)).toEqual({ withdrawn: 1, alreadyWithdrawn: 0, unknown: 0 });
  expect(await database.column('SELECT id FROM catalog.signal')).toEqual([]);

  // A second run waits again, although nothing is left to store.
  expect(await run('withdraw', '--ids', '41', '--wait', '1')).toMatchObject({ status: 3 });
  reader.applied(await catalogVersion(pool));
  expect(await run('withdraw', '--ids', '41')).toMatchObject({ status: 0, stderr: '' });
});

test('rejected lines are reported as well', async () => {
  const args = await importArguments(signal, { ...signal, id: 'x' });
  const outcome = await run(...args, '--wait', '1');
  expect(outcome.status).toBe(2);
  expect(outcome.stderr).toMatch(
    /^heliograph-admin: everything is stored, but .*\nheliograph-admin: 1 line was rejected; .*\n$/,
  );
});

test('--no-wait returns as soon as everything is stored', async () => {
  expect(await run(...(await importArguments(signal)), '--no-wait')).toMatchObject({ status: 0, stderr: '' });
  expect(await run('withdraw', '--ids', '41', '--no-wait')).toMatchObject({ status: 0, stderr: '' });
  expect(await database.column('SELECT id FROM catalog.signal')).toEqual([]);
});

test('an invalid --wait changes nothing', async () => {
  const outcome = await run(...(await importArguments(signal)), '--wait', 'long');
  expect(outcome).toMatchObject({ status: 2, stdout: '' });
  expect(outcome.stderr).toContain('--wait "long" must be a whole number from 1 to 3600');
  expect(await database.column('SELECT id FROM catalog.signal')).toEqual([]);
});
