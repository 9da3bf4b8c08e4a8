import {
  CatalogFeed,
  CatalogRewoundError,
  CorpusWriter,
  publishScheduledSignals,
  pruneChanges,
  TooManyChangesError,
  withdrawSignals,
  type CatalogPosition,
  type CatalogTotals,
  type ChangeRow,
  type FeedState,
} from '../src';
import { Follower, storedDocuments } from './support/follower';
import { acme, numbered, signal, signals } from './support/records';
import { startTestCatalog, type TestCatalog } from './support/test-catalog';

let catalog: TestCatalog;
let writer: CorpusWriter;
let feed: CatalogFeed;
let follower: Follower;

beforeEach(async () => {
  catalog = await startTestCatalog();
  writer = new CorpusWriter(catalog.connectionString);
  await writer.begin();
  await writer.writeCompanies(numbered([acme]));
  feed = await CatalogFeed.open({ connectionString: catalog.readerConnectionString });
  follower = new Follower(feed);
});
afterEach(async () => {
  await feed.close();
  await writer.close();
  await catalog.stop();
});

const write = (...records: Parameters<typeof signal>[]) =>
  writer.writeSignals(numbered(records.map((each) => signal(...each))));

const ignore = () => undefined;

/** A rejected call ends its feed. */
async function reopen(): Promise<void> {
  await feed.close();
  feed = await CatalogFeed.open({ connectionString: catalog.readerConnectionString });
}

/** Restores the catalog to a version, as a backup from then would. */
async function restore(version: number): Promise<void> {
  for (const statement of [
    'DELETE FROM catalog.signal',
    'DELETE FROM catalog.signal_document',
    'DELETE FROM catalog.change',
    `DELETE FROM catalog.history WHERE version > ${version}`,
    'ALTER TABLE catalog.state DISABLE TRIGGER note_version',
    `UPDATE catalog.state SET version = ${version}`,
    'ALTER TABLE catalog.state ENABLE TRIGGER note_version',
  ])
    await catalog.pool.query(statement);
}

async function resume(position: CatalogPosition, most = 100) {
  const seen: string[] = [];
  const changes: ChangeRow[] = [];
  const state: FeedState & { totals: CatalogTotals } = await feed.resumeAfter(
    position,
    most,
    (rows) => {
      seen.push(...rows.map(({ id }) => id));
      follower.take(rows);
    },
    (ids) => {
      for (const id of ids) follower.signals.delete(id);
    },
    { limit: 1_000, onChanges: (rows) => void changes.push(...rows) },
  );
  return { state, seen: seen.sort(), changes };
}

test('each version has a token, whichever role makes the change', async () => {
  const tokens = [(await feed.state()).token];
  const moves = [
    () => write(['1', 'One'], ['2', 'Two', { publishedAt: '2999-01-01' }]),
    () => withdrawSignals(catalog.pool, ['1']),
    () => catalog.pool.query('UPDATE catalog.state SET version = version + 1'),
    async () => {
      await catalog.pool.query('UPDATE catalog.signal SET published_at = now()');
      expect(await publishScheduledSignals(catalog.pool)).toBe(1);
    },
  ];
  for (const move of moves) {
    await move();
    tokens.push((await feed.state()).token);
  }
  for (const token of tokens) expect(token).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(tokens).size).toBe(tokens.length);
});

test('recognizes a restored database, even after as many new versions and when nothing is new', async () => {
  const before = await follower.load();
  await write(['1', 'One']);
  const seen = await follower.catchUp();
  await restore(before.version);
  await expect(follower.catchUp()).rejects.toThrow(CatalogRewoundError);
  await write(['2', 'Other']);
  for (const attempt of [
    () => feed.changesAfter(seen, ignore, ignore),
    () => feed.nextChange({ after: seen, timeoutMs: 60_000 }),
    () => resume(seen),
  ]) {
    await reopen();
    expect((await feed.state()).version).toBe(seen.version);
    await expect(attempt()).rejects.toThrow(
      `version ${seen.version} of the catalog is not the one seen before`,
    );
  }
});

test('the history shared with a backup continues', async () => {
  await write(['1', 'One']);
  const common = await follower.load();
  await write(['2', 'Two']);
  await restore(common.version);
  await write(['3', 'Three']);
  expect(await resume(common)).toMatchObject({ seen: ['3'] });
});

test("resuming returns the changes, the log's newest ones, and the totals", async () => {
  await write(['1', 'One'], ['2', 'Two'], ['3', 'Three']);
  const position = await follower.load();
  await write(['2', 'Changed'], ['4', 'Four']);
  await withdrawSignals(catalog.pool, ['1']);
  const { state, seen, changes } = await resume(position);
  expect(seen).toEqual(['2', '4']);
  expect(follower.documents()).toEqual(await storedDocuments(catalog.pool));
  expect(changes).toHaveLength(6);
  expect(state).toMatchObject({
    version: position.version + 2,
    schema: position.schema,
    totals: { signals: 3, ordinals: 1 + 2 + 3 },
  });
  const again = await resume(state);
  expect(again.seen).toEqual([]);
  expect(again.changes).toEqual(changes);
});

test('resuming after too many changes is refused, and everything can be loaded', async () => {
  const position = await follower.load();
  await writer.writeSignals(numbered(signals(1, 11)));
  await expect(resume(position, 10)).rejects.toThrow(TooManyChangesError);
  await reopen();
  expect((await resume(position, 11)).seen).toHaveLength(11);
});

test('tokens are removed 62 days after they are superseded, the current one never', async () => {
  const position = await feed.state();
  await catalog.pool.query('UPDATE catalog.state SET version = version + 1');
  const later = await feed.state();
  await catalog.pool.query(`UPDATE catalog.history SET at = now() - interval '62 days 1 minute'`);
  await pruneChanges(catalog.pool);
  await expect(feed.requirePosition(position)).rejects.toThrow(CatalogRewoundError);
  expect(await feed.requirePosition(later)).toBe(later.version);
  await catalog.pool.query('UPDATE catalog.state SET version = version + 1');
  await pruneChanges(catalog.pool);
  expect(await feed.requirePosition(later)).toBe(later.version + 1);
});
