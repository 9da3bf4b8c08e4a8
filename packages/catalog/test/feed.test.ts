import { waitFor } from '@heliograph/testing';
import { Client } from 'pg';
import {
  CatalogFeed,
  CatalogRewoundError,
  CorpusWriter,
  publishScheduledSignals,
  withdrawSignals,
  type FeedRow,
  type SignalRecord,
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
  feed = await openFeed();
  follower = new Follower(feed);
});
afterEach(async () => {
  await feed.close();
  await writer.close();
  await catalog.stop();
});

const openFeed = (pollIntervalMs?: number) =>
  CatalogFeed.open({ connectionString: catalog.readerConnectionString, pollIntervalMs });
const write = (records: readonly SignalRecord[]) => writer.writeSignals(numbered(records));

async function asAdmin(sql: string): Promise<void> {
  const client = new Client({ connectionString: catalog.adminConnectionString });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Ends the feed's session from the server's side. */
const terminateFeed = () =>
  asAdmin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'heliograph-feed'`);

test('delivers every signal as it is, including scheduled ones', async () => {
  await writer.writeCompanies(
    numbered([{ slug: 'big', name: 'Big', country: 'France', employeeCount: 9_007_199_254_740_991 }]),
  );
  const labels = Array.from(
    { length: 50 },
    (_, index) => `${String(index).padStart(3, '0')}${'🏭'.repeat(177)}`,
  );
  const largest = signal('9999999999999999999', '🏭'.repeat(1000), {
    companySlug: 'big',
    industries: labels,
    hiring: {
      types: labels,
      functions: labels,
      seniorities: labels,
      employmentTypes: labels,
      workArrangements: labels,
    },
  });
  await write([
    signal('1', 'tab\tnewline\nreturn\rback\\slash \\N \\. "quoted" \u2028 \u0001 😀 株式会社'),
    signal('2', 'Later', { publishedAt: '9999-12-31T23:59:59.999Z' }),
    signal('3', 'Early', { publishedAt: '1900-01-01T00:00:00.001Z' }),
    largest,
  ]);
  const state = await follower.load();
  expect(follower.documents()).toEqual(await storedDocuments(catalog.pool));
  const { rows: stored } = await catalog.pool.query(
    `SELECT id::text, version::int, ordinal, company_id AS "companyId", employee_count::float8 AS "employeeCount",
       extract(epoch FROM published_at)::float8 * 1000 AS "publishedAtMs"
     FROM catalog.signal JOIN catalog.signal_document USING (id)
     JOIN (SELECT id AS company_id, employee_count FROM catalog.company) AS company USING (company_id)`,
  );
  const handedOver = [...follower.signals.values()].map(({ document, employeeCount = null, ...row }) => {
    expect(document).not.toBe('');
    return { ...row, employeeCount };
  });
  expect(handedOver).toHaveLength(4);
  expect(handedOver).toEqual(expect.arrayContaining(stored));
  expect(follower.signals.get('9999999999999999999')).toMatchObject({ employeeCount: 9_007_199_254_740_991 });
  expect(follower.signals.get('9999999999999999999')!.document.length).toBeGreaterThan(100_000);
  expect(follower.signals.get('2')!.publishedAtMs).toBe(Date.parse('9999-12-31T23:59:59.999Z'));
  expect(follower.signals.get('3')!.publishedAtMs).toBe(Date.parse('1900-01-01T00:00:00.001Z'));
  expect(state).toMatchObject({ version: 3, nextOrdinal: 4 });
  expect(Math.abs(state.databaseNowMs - Date.now())).toBeLessThan(60_000);
});

test('two connections load one snapshot together, each signal once', async () => {
  await write(signals(1, 3_000));
  const before = await storedDocuments(catalog.pool);
  const other = await openFeed();
  const halves = { own: 0, other: 0 };
  const { nextOrdinal } = await feed.load(
    (rows) => {
      halves.own += rows.length;
      follower.take(rows);
    },
    async (half) => {
      await write(signals(2_999, 3, 'Changed or new'));
      await withdrawSignals(catalog.pool, ['1', '2', '3000']);
      await other.loadHalf(half, (rows) => {
        halves.other += rows.length;
        follower.take(rows);
      });
    },
  );
  await other.close();
  expect(nextOrdinal).toBe(3_000);
  expect(follower.documents()).toEqual(before);
  expect(follower.seen).toHaveLength(3_000);
  expect(Math.min(halves.own, halves.other)).toBeGreaterThan(1_000);
});

test('a load fails with the half that another connection should load', async () => {
  await write([signal('1', 'One')]);
  const failing = feed.load(
    (rows) => follower.take(rows),
    () => Promise.reject(new Error('the other half')),
  );
  await expect(failing).rejects.toThrow('the other half');
});

test('an empty catalog is loaded and followed', async () => {
  await asAdmin('TRUNCATE catalog.company RESTART IDENTITY');
  expect(await follower.load()).toMatchObject({ version: 1, nextOrdinal: 0 });
  expect(follower.seen).toEqual([]);
  await writer.writeCompanies(numbered([acme]));
  await write([signal('1', 'One')]);
  await follower.catchUp();
  expect(follower.seen).toEqual(['1:3']);
});

test('a load is one snapshot, whatever is committed while its rows are handled; later changes follow', async () => {
  await write(signals(1, 3_000));
  const before = await storedDocuments(catalog.pool);
  const batches: number[] = [];
  follower.state = await feed.load(async (rows) => {
    batches.push(rows.length);
    follower.take(rows);
    if (batches.length > 1) return;
    await write(signals(2_999, 3, 'Changed or new'));
    await withdrawSignals(catalog.pool, ['1', '2', '3000']);
  });
  expect(batches.length).toBeGreaterThan(2);
  expect(follower.documents()).toEqual(before);
  await follower.catchUp();
  expect(follower.documents()).toEqual(await storedDocuments(catalog.pool));
  expect(follower.withdrawn.sort()).toEqual(['1', '2', '3000']);
  expect(new Set(follower.seen).size).toBe(follower.seen.length);
});

test('a slow handler gets one batch at a time, in memory of its own', async () => {
  await write(signals(1, 2_000));
  let running = 0;
  const kept: { id: string; document: Buffer }[] = [];
  await feed.load(async (rows) => {
    expect(++running).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    kept.push(...rows);
    running--;
  });
  expect(Object.fromEntries(kept.map(({ id, document }) => [id, document.toString()]))).toEqual(
    await storedDocuments(catalog.pool),
  );
});

test('a handler that throws, immediately or later, ends the load', async () => {
  await write(signals(1, 2_000));
  const failure = new Error('no more room');
  await expect(
    feed.load(() => {
      throw failure;
    }),
  ).rejects.toBe(failure);
  await feed.close();
  feed = await openFeed();
  await expect(feed.load(() => Promise.reject(failure))).rejects.toBe(failure);
});

test('updates, withdrawals, and publications arrive once, with their version', async () => {
  await write([signal('1', 'One'), signal('2', 'Two', { publishedAt: '2999-01-01' }), signal('3', 'Three')]);
  const { version } = await follower.load();
  await write([signal('1', 'One, again'), signal('3', 'Three')]);
  await withdrawSignals(catalog.pool, ['3', '4']);
  await catalog.pool.query(`UPDATE catalog.signal SET published_at = now() WHERE id = 2`);
  expect(await publishScheduledSignals(catalog.pool)).toBe(1);
  follower.seen.length = 0;
  expect(await follower.catchUp()).toMatchObject({ version: version + 3 });
  expect(follower.seen.sort()).toEqual([`1:${version + 1}`, `2:${version + 3}`]);
  expect(follower.withdrawn.sort()).toEqual(['3', '4']);
  expect(follower.signals.get('2')!.publishedAtMs).toBeLessThanOrEqual(Date.now() + 60_000);
  follower.seen.length = 0;
  expect(await follower.catchUp()).toMatchObject({ version: version + 3 });
  expect(follower.seen).toEqual([]);
});

test.each([
  ['name', { name: 'Acme SE' }],
  ['country', { country: 'France' }],
  ['city', { city: 'Lyon' }],
  ['industries', { industries: ['Steel'] }],
  ['employeeCount', { employeeCount: 7 }],
])("a change of a company's %s includes its signals", async (name, change) => {
  await writer.writeCompanies(numbered([{ slug: 'other', name: 'Other' }]));
  await write([signal('1', 'One'), signal('2', 'Two'), signal('3', 'Three', { companySlug: 'other' })]);
  const { version } = await follower.load();
  await writer.writeCompanies(numbered([{ ...acme, ...change }]));
  follower.seen.length = 0;
  await follower.catchUp();
  expect(follower.seen.sort()).toEqual([`1:${version + 1}`, `2:${version + 1}`]);
  expect(follower.documents()).toEqual(await storedDocuments(catalog.pool));
  expect(follower.signals.get('1')!.employeeCount).toBe(name === 'employeeCount' ? 7 : undefined);
});

test('delivers everything in batches if everything changed', async () => {
  await write(signals(1, 25_000));
  await follower.load();
  await writer.writeCompanies(numbered([{ ...acme, name: 'Acme SE' }]));
  const withdrawn = Array.from({ length: 12_000 }, (_, index) => String(index + 1));
  await withdrawSignals(catalog.pool, withdrawn);
  follower.seen.length = 0;
  const sizes: number[] = [];
  await feed.changesAfter(
    follower.state!,
    (rows) => {
      sizes.push(rows.length);
      follower.take(rows);
    },
    (ids) => {
      sizes.push(ids.length);
      for (const id of ids) follower.signals.delete(id);
    },
  );
  expect(Math.max(...sizes)).toBeLessThanOrEqual(10_000);
  expect(follower.seen).toHaveLength(13_000);
  expect(follower.documents()).toEqual(await storedDocuments(catalog.pool));
});

test('changes also come from a single snapshot', async () => {
  await write(signals(1, 10));
  await follower.load();
  await withdrawSignals(catalog.pool, ['1']);
  await write([signal('2', 'Changed')]);
  const before = await storedDocuments(catalog.pool);
  follower.seen.length = 0;
  const take = (rows: readonly FeedRow[]) => follower.take(rows);
  follower.state = await feed.changesAfter(follower.state!, take, async (ids) => {
    for (const id of ids) follower.signals.delete(id);
    await write([signal('2', 'Changed again'), signal('11', 'New')]);
    await withdrawSignals(catalog.pool, ['3']);
  });
  expect(follower.documents()).toEqual(before);
  await follower.catchUp();
  expect(follower.documents()).toEqual(await storedDocuments(catalog.pool));
  expect(new Set(follower.seen).size).toBe(follower.seen.length);
});

test('with concurrent writers, a follower skips nothing, repeats nothing, and ends up identical', async () => {
  await follower.load();
  const others = [1, 2, 3].map(() => new CorpusWriter(catalog.connectionString));
  await Promise.all(others.map((other) => other.begin()));
  let isDone = false;
  const writing = Promise.all([
    ...others.map(async (other, index) => {
      for (let batch = 0; batch < 15; batch++)
        await other.writeSignals(
          numbered(signals(1 + index * 50 + batch * 20, 100, `Of ${index} in ${batch}`)),
        );
    }),
    (async () => {
      for (let id = 5; id < 300; id += 20) await withdrawSignals(catalog.pool, [String(id)]);
    })(),
  ]).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await feed.nextChange({ after: follower.state!, timeoutMs: 100 });
    await follower.catchUp();
  }
  await writing;
  await follower.catchUp();
  await Promise.all(others.map((other) => other.close()));
  expect(follower.documents()).toEqual(await storedDocuments(catalog.pool));
  expect(new Set(follower.seen).size).toBe(follower.seen.length);
  expect(new Set(follower.withdrawn).size).toBe(follower.withdrawn.length);
});

describe('waiting for a change', () => {
  test('ends when a writer commits, by notification', async () => {
    const listening = await openFeed(3_600_000);
    const after = await follower.load();
    const waiting = listening.nextChange({ after, timeoutMs: 60_000 });
    await write([signal('1', 'One')]);
    expect(await waiting).toBe(after.version + 1);
    await listening.close();
  });

  test('ends by polling when the writer sends no notification, as in the previous version', async () => {
    const after = await follower.load();
    const waiting = feed.nextChange({ after, timeoutMs: 60_000 });
    await catalog.pool.query('UPDATE catalog.state SET version = version + 1');
    expect(await waiting).toBe(after.version + 1);
  });

  test('ends after its timeout, or at once if there is already a change or the signal aborts', async () => {
    const after = await follower.load();
    const { version } = after;
    expect(await feed.nextChange({ after, timeoutMs: 1 })).toBe(version);
    expect(await feed.nextChange({ after: { version: version - 1 }, timeoutMs: 60_000 })).toBe(version);
    const controller = new AbortController();
    const waiting = feed.nextChange({ after, timeoutMs: 60_000, signal: controller.signal });
    controller.abort(new Error('stopping'));
    await expect(waiting).rejects.toThrow('stopping');
  });

  test('rejects when the connection is lost, while another feed continues', async () => {
    const after = await follower.load();
    const waiting = feed.nextChange({ after, timeoutMs: 60_000 });
    waiting.catch(() => undefined);
    await terminateFeed();
    await expect(waiting).rejects.toThrow();
    await write([signal('1', 'One')]);
    await feed.close();
    feed = await openFeed();
    expect(await feed.nextChange({ after, timeoutMs: 60_000 })).toBe(after.version + 1);
  });
});

test('a load rejects when its connection is lost', async () => {
  await write(signals(1, 20_000));
  let isTerminated = false;
  const loading = feed.load(async () => {
    if (isTerminated) return;
    isTerminated = true;
    await terminateFeed();
  });
  await expect(loading).rejects.toThrow();
  expect(isTerminated).toBe(true);
});

test('a feed that is closed while loading rejects and leaves no session behind', async () => {
  await write(signals(1, 20_000));
  let isClosed = false;
  const loading = feed.load(async () => {
    if (!isClosed) await feed.close();
    isClosed = true;
  });
  await expect(loading).rejects.toThrow();
  await waitFor(async () => {
    const { rowCount } = await catalog.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'heliograph-feed'`,
    );
    return rowCount === 0;
  });
});

test('reports a catalog that was rewound to an older version', async () => {
  await write([signal('1', 'One')]);
  const { version } = await follower.load();
  await catalog.pool.query('UPDATE catalog.state SET version = version - 1');
  await expect(feed.nextChange({ after: { version }, timeoutMs: 60_000 })).rejects.toThrow(
    CatalogRewoundError,
  );
  await expect(follower.catchUp()).rejects.toThrow(
    `the catalog was rewound from version ${version} to ${version - 1}`,
  );
});
