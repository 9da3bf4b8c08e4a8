import { sampleCorpus } from '@heliograph/sample-corpus';
import { startBeforeEach, waitFor } from '@heliograph/testing';
import { Client } from 'pg';
import { startCatalogDatabase } from './support/catalog-database';
import { startProgram, type RunningProgram } from './support/program';

const corpus = sampleCorpus('2026-11-21');
/** Enough for several batches. */
const COPIES = 8;
const signals = Array.from({ length: COPIES }, (_, copy) =>
  corpus.signals.map((signal) => ({ ...signal, id: `${signal.id}${copy}` })),
).flat();

let args: string[];

const database = startBeforeEach(startCatalogDatabase);
beforeEach(async () => {
  const companiesFile = await database.writeFile('companies.ndjson', corpus.companies);
  const signalsFile = await database.writeFile('signals.ndjson', signals);
  args = ['import', '--companies', companiesFile, '--signals', signalsFile, '--json'];
});

async function storedSignals(): Promise<number> {
  const [count] = await database.column('SELECT count(*) FROM catalog.signal');
  return Number(count);
}

const sessionsOfImports = () =>
  database.column(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND usename = 'heliograph_catalog'`,
  );

/** Starts an import, and waits until its first batch is stored. */
async function importUnderWay(): Promise<RunningProgram> {
  const program = startProgram(args, database.variables);
  await waitFor(async () => (await storedSignals()) > 0, {
    timeoutMs: 60_000,
    description: 'the first batch',
  });
  return program;
}

/** Checks that the stored signals are a prefix of the file, and each is complete. */
async function expectWholePrefix(): Promise<void> {
  const ids = await database.column('SELECT id FROM catalog.signal');
  expect(new Set(ids)).toEqual(new Set(signals.slice(0, ids.length).map((signal) => signal.id)));
  expect(ids.length).toBeLessThan(signals.length);
  const whole = await database.column(
    `SELECT count(*) FROM catalog.signal JOIN catalog.signal_document USING (id) JOIN catalog.company ON company.id = company_id
      WHERE document::json -> 'company' ->> 'slug' = company.slug`,
  );
  expect(whole).toEqual([String(ids.length)]);
  expect(await database.column('SELECT count(*) FROM catalog.signal_document')).toEqual(whole);
}

async function expectRerunToComplete(): Promise<void> {
  const outcome = await startProgram(args, database.variables).outcome;
  expect(outcome).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(outcome.stdout)).toMatchObject({ companies: 600, signals: signals.length, rejected: 0 });
  expect(await storedSignals()).toBe(signals.length);
}

test('killed in the middle: nothing is partially visible, and a second run completes it', async () => {
  const program = await importUnderWay();
  program.process.kill('SIGKILL');
  expect(await program.outcome).toMatchObject({ signal: 'SIGKILL', stdout: '' });
  // A commit it had sent may still complete.
  await waitFor(async () => (await sessionsOfImports()).length === 0);
  await expectWholePrefix();
  await expectRerunToComplete();
});

test('Ctrl-C: stops after the batch, reports its progress, and a second run completes it', async () => {
  const program = await importUnderWay();
  program.process.kill('SIGINT');
  const outcome = await program.outcome;
  expect(outcome).toMatchObject({ status: 130, stdout: '' });
  const stored = await storedSignals();
  expect(outcome.stderr).toBe(
    `heliograph-admin: interrupted after 600 companies and ${Number(stored).toLocaleString('en-US')} signals, which are stored completely; run the import again for the rest\n`,
  );
  await expectWholePrefix();
  await expectRerunToComplete();
});

/** Ends the sessions of the import, as a restart of the database does. */
async function terminateImport(): Promise<void> {
  const client = new Client({ connectionString: database.variables.DATABASE_URL });
  await client.connect();
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'heliograph-admin import'`,
  );
  await client.end();
}

test('its connections end: says why, reports its progress, and a second run completes it', async () => {
  const program = await importUnderWay();
  await terminateImport();
  const { status, stdout, stderr } = await program.outcome;
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^heliograph-admin: the connection to the database was lost \(it was restarted or failed over\); at least 600 companies and [\d,]+ signals are stored completely; once it is up, run the import again for the rest\n$/,
  );
  const known = /([\d,]+) signals/.exec(stderr)![1]!.replaceAll(',', '');
  expect(Number(known)).toBeLessThanOrEqual(await storedSignals());
  await expectWholePrefix();
  await expectRerunToComplete();
});
