import { waitFor } from '@heliograph/testing';
import { Client } from 'pg';
import { catalogVersion, READER_LEASE_MS, ReaderLease, waitForReaders, writeIdentifiers } from '../src';
import { startTestCatalog, type TestCatalog } from './support/test-catalog';

let catalog: TestCatalog;
const leases: ReaderLease[] = [];

beforeEach(async () => {
  catalog = await startTestCatalog();
});
afterEach(async () => {
  await Promise.all(leases.splice(0).map((lease) => lease.close()));
  await catalog.stop();
});

function startLease(appliedVersion: number): ReaderLease {
  const lease = new ReaderLease({ connectionString: catalog.readerConnectionString, appliedVersion });
  leases.push(lease);
  return lease;
}

/** @returns the version of a committed change. */
async function commitChange(): Promise<number> {
  await writeIdentifiers(catalog.pool, [{ kind: 'category', id: 'ipo', label: 'IPO' }]);
  return catalogVersion(catalog.pool);
}

async function asAdmin(sql: string): Promise<void> {
  const client = new Client({ connectionString: catalog.adminConnectionString });
  await client.connect();
  await client.query(sql);
  await client.end();
}

const rows = async () =>
  (
    await catalog.pool.query<{ id: string; applied: number }>(
      'SELECT id, applied_version::int AS applied FROM catalog.reader',
    )
  ).rows;
const mayAnswer = (lease: ReaderLease) => waitFor(() => lease.mayAnswer, { description: 'may answer' });

test('a reader may answer once it has applied what was committed before it registered', async () => {
  const version = await commitChange();
  const lease = startLease(version - 1);
  await waitFor(() => lease.confirmedAgoMs < Infinity);
  expect(lease.mayAnswer).toBe(false);
  lease.applied(version);
  expect(lease.mayAnswer).toBe(true);
  await waitFor(async () => (await rows())[0]?.applied === version);
  expect((await rows())[0]!.id).toBe(lease.id);
  // Later changes need no confirmation: writers wait for them.
  await commitChange();
  expect(lease.mayAnswer).toBe(true);
});

test('a writer waits until every reader has its version', async () => {
  const [one, other] = [startLease(0), startLease(0)];
  await Promise.all([mayAnswer(one), mayAnswer(other)]);
  const version = await commitChange();
  const waitedFor: string[][] = [];
  let isOver = false;
  const waiting = waitForReaders(catalog.pool, version, {
    onProgress: (readers) => waitedFor.push(readers.map(({ id }) => id)),
  }).finally(() => {
    isOver = true;
  });
  await waitFor(() => waitedFor.length === 1);
  one.applied(version);
  await waitFor(() => waitedFor.length === 2);
  expect(isOver).toBe(false);
  other.applied(version + 1);
  expect(await waiting).toEqual([]);
  expect(waitedFor).toEqual([[one.id, other.id].sort(), [other.id]]);
});

test('a reader that is alive but behind is named after the timeout, or when the wait is stopped', async () => {
  const lease = startLease(0);
  await mayAnswer(lease);
  const version = await commitChange();
  const lagging = [{ id: lease.id, appliedVersion: 0 }];
  expect(await waitForReaders(catalog.pool, version, { timeoutMs: 100 })).toEqual(lagging);
  const stop = new AbortController();
  const waiting = waitForReaders(catalog.pool, version, {
    signal: stop.signal,
    onProgress: () => stop.abort(),
  });
  expect(await waiting).toEqual(lagging);
});

test('a killed reader holds up a writer until its lease expires, and its row is removed later', async () => {
  const leftMs = 4_000;
  await catalog.pool.query(
    `INSERT INTO catalog.reader (id, applied_version, seen_at)
     VALUES ('killed', 0, clock_timestamp() - $1 * interval '1 ms'), ('long ago', 0, now() - interval '2 h')`,
    [READER_LEASE_MS - leftMs],
  );
  const version = await commitChange();
  const waitedFor: string[] = [];
  const started = performance.now();
  expect(
    await waitForReaders(catalog.pool, version, {
      onProgress: (readers) => waitedFor.push(...readers.map(({ id }) => id)),
    }),
  ).toEqual([]);
  expect(performance.now() - started).toBeGreaterThan(leftMs - 1_000);
  expect(waitedFor).toEqual(['killed']);
  const lease = startLease(version);
  await mayAnswer(lease);
  expect((await rows()).map(({ id }) => id).sort()).toEqual([lease.id, 'killed'].sort());
});

test("a reader that died while the database's clock was ahead holds up writers for one lease", async () => {
  await asAdmin(
    `INSERT INTO catalog.reader (id, applied_version, seen_at) VALUES (gen_random_uuid(), 0, now() + interval '1 year')`,
  );
  await mayAnswer(startLease(0));
  const ahead = `SELECT FROM catalog.reader WHERE seen_at > now() + interval '1 minute'`;
  expect((await catalog.pool.query(ahead)).rows).toEqual([]);
});

test('a row that was not confirmed in time counts as new: writers may not have waited for it', async () => {
  const lease = startLease(0);
  await mayAnswer(lease);
  const version = await commitChange();
  // As if the whole process had paused.
  await catalog.pool.query(`UPDATE catalog.reader SET seen_at = seen_at - interval '6 s'`);
  await waitFor(() => !lease.mayAnswer, { description: 'the renewal that finds it' });
  lease.applied(version);
  await mayAnswer(lease);
});

test('a reader without a database connection stops answering in time, and recovers by itself', async () => {
  const failures: unknown[] = [];
  const lease = new ReaderLease({
    connectionString: catalog.readerConnectionString,
    appliedVersion: 0,
    onFailure: (error) => failures.push(error),
  });
  leases.push(lease);
  await mayAnswer(lease);
  await asAdmin(
    `DO $$ BEGIN EXECUTE format('REVOKE CONNECT ON DATABASE %I FROM heliograph_reader', current_database()); END $$;
     SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'heliograph-reader'`,
  );
  const version = await commitChange();
  await waitFor(() => !lease.mayAnswer, { timeoutMs: READER_LEASE_MS, description: 'stops answering' });
  // Writers are still waiting: it stopped before they would continue without it.
  expect(await waitForReaders(catalog.pool, version, { timeoutMs: 0 })).toHaveLength(1);
  expect(failures.length).toBeGreaterThan(0);
  await asAdmin(
    `DO $$ BEGIN EXECUTE format('GRANT CONNECT ON DATABASE %I TO heliograph_reader', current_database()); END $$`,
  );
  await waitFor(() => lease.confirmedAgoMs < 1_000);
  expect(lease.mayAnswer).toBe(false);
  lease.applied(version);
  await mayAnswer(lease);
});

test('a lost connection alone is replaced without a gap', async () => {
  const lease = startLease(0);
  await mayAnswer(lease);
  await commitChange();
  await asAdmin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'heliograph-reader'`);
  const terminatedAt = performance.now();
  await waitFor(() => performance.now() - lease.confirmedAgoMs > terminatedAt, {
    description: 'the next confirmation',
  });
  // Had it registered again, it would first have to apply the change.
  expect(lease.mayAnswer).toBe(true);
});

test('once closed, its row is gone and no writer waits for it', async () => {
  const lease = startLease(0);
  await mayAnswer(lease);
  await lease.close();
  expect(lease.mayAnswer).toBe(false);
  expect(await rows()).toEqual([]);
});

test("the readers' role may write its own rows and nothing else", async () => {
  const client = new Client({ connectionString: catalog.readerConnectionString });
  await client.connect();
  await client.query('SET default_transaction_read_only = off');
  for (const table of ['state', 'company', 'signal', 'signal_document', 'withdrawal', 'identifier'])
    await expect(client.query(`DELETE FROM catalog.${table}`)).rejects.toThrow('permission denied');
  await client.query('DELETE FROM catalog.reader');
  await expect(client.query('TRUNCATE catalog.reader')).rejects.toThrow('permission denied');
  await client.end();
});
