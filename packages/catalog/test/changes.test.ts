import { waitFor } from '@heliograph/testing';
import {
  CatalogFeed,
  CorpusWriter,
  firstVersionSince,
  hasScheduledSignals,
  publishScheduledSignals,
  readChanges,
  pruneChanges,
  withdrawSignals,
  type ChangeRow,
  type CompanyRecord,
  type SignalRecord,
} from '../src';
import { acme, numbered, signal, signals } from './support/records';
import { startTestCatalog, type TestCatalog } from './support/test-catalog';

let catalog: TestCatalog;
let writer: CorpusWriter;

beforeEach(async () => {
  catalog = await startTestCatalog();
  writer = new CorpusWriter(catalog.connectionString);
  await writer.begin();
  await writer.writeCompanies(numbered([acme]));
});
afterEach(async () => {
  await writer.close();
  await catalog.stop();
});

const write = (records: readonly SignalRecord[]) => writer.writeSignals(numbered(records));
const START = { version: 0, id: '0' };
const all = () => readChanges(catalog.pool, START, Number.MAX_SAFE_INTEGER, 100_000);
const told = (rows: readonly ChangeRow[]) => rows.map(({ id, kind }) => `${kind} ${id}`);
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

async function tell(change: () => Promise<unknown>): Promise<string[]> {
  const before = (await all()).length;
  await change();
  return told((await all()).slice(before));
}

test('new signals are published, changed ones updated, and unchanged ones skipped', async () => {
  expect(await tell(() => write([signal('2', 'Two'), signal('1', 'One')]))).toEqual([
    'published 1',
    'published 2',
  ]);
  expect(await tell(() => write([signal('1', 'One'), signal('2', 'Two, really')]))).toEqual(['updated 2']);
  expect(await tell(() => write([signal('3', 'Three'), signal('1', 'Another')]))).toEqual([
    'updated 1',
    'published 3',
  ]);
});

test("a company's change updates its published signals", async () => {
  await write([signal('1', 'One'), signal('2', 'Later', { publishedAt: inSeconds(1_000) })]);
  expect(await tell(() => writer.writeCompanies(numbered([{ ...acme, name: 'Acme Ltd' }])))).toEqual([
    'updated 1',
  ]);
});

test('a company updates only those of its signals whose item or size changes', async () => {
  const own = signal('2', 'Two', { country: 'Chile', city: 'Arica', industries: ['Mining'] });
  await write([signal('1', 'One'), own]);
  const changed = (change: Partial<CompanyRecord>) =>
    tell(() => writer.writeCompanies(numbered([Object.assign(current, change)])));
  const current: CompanyRecord = { ...acme };
  expect(await changed({ employeeCount: 60 })).toEqual(['updated 1', 'updated 2']);
  const versions = async () => {
    const { rows } = await catalog.pool.query<{ version: string; item_version: string | null }>(
      'SELECT version, item_version FROM catalog.signal_document ORDER BY id',
    );
    return rows;
  };
  const before = await versions();
  expect(await changed({ description: 'Makes anvils.', domain: 'acme.example', employeeCount: 90 })).toEqual(
    [],
  );
  // New versions, so that they are embedded again.
  const raised = await versions();
  expect(raised.map(({ version }) => version)).not.toEqual(before.map(({ version }) => version));
  expect(await changed({ description: 'Makes hammers.' })).toEqual([]);
  for (const rows of [raised, await versions()]) {
    expect(rows.map((row) => row.item_version)).toEqual(before.map(({ version }) => version));
  }
  expect(await changed({ country: 'Peru' })).toEqual(['updated 1']);
  expect(await changed({ employeeCount: 101 })).toEqual(['updated 1', 'updated 2']);
  expect(await changed({ name: 'Acme Ltd' })).toEqual(['updated 1', 'updated 2']);
  expect((await versions()).map((row) => row.item_version)).toEqual([null, null]);
});

test("a signal keeps the version of its own last change while only its company's change", async () => {
  await write([signal('1', 'One'), signal('2', 'Later', { publishedAt: inSeconds(1_000) })]);
  const versions = async () => {
    const { rows } = await catalog.pool.query<{ version: string; own_version: string | null }>(
      'SELECT version, own_version FROM catalog.signal_document ORDER BY id',
    );
    return rows;
  };
  const [own] = await versions();
  for (const change of [
    { description: 'Makes anvils.' },
    { name: 'Acme Ltd' },
    { description: 'Makes hammers.' },
  ]) {
    await writer.writeCompanies(numbered([{ ...acme, name: 'Acme Inc', ...change }]));
  }
  const raised = await versions();
  expect(raised.map((row) => row.own_version)).toEqual([own!.version, null]);
  expect(raised[0]!.version).not.toBe(own!.version);
  await write([signal('1', 'Another')]);
  expect((await versions())[0]).toMatchObject({ own_version: null });
});

test('a scheduled signal is reported when it is published, and not before', async () => {
  const later = signal('1', 'Later', { publishedAt: inSeconds(1) });
  expect(await tell(() => write([later]))).toEqual([]);
  expect(await tell(() => write([{ ...later, title: 'Changed' }]))).toEqual([]);
  await writer.writeCompanies(numbered([{ ...acme, description: 'Makes anvils.' }]));
  const { rows } = await catalog.pool.query('SELECT item_version FROM catalog.signal_document');
  // Every feed reports its publication.
  expect(rows).toEqual([{ item_version: null }]);
  await waitFor(() => hasScheduledSignals(catalog.pool));
  expect(await tell(() => publishScheduledSignals(catalog.pool))).toEqual(['published 1']);
  expect(await tell(() => write([{ ...later, title: 'Again' }]))).toEqual(['updated 1']);
  expect(await hasScheduledSignals(catalog.pool)).toBe(false);
});

test('a published signal that is rescheduled is withdrawn as it was, and published when its time comes', async () => {
  await writer.writeCompanies(numbered([{ slug: 'big', name: 'Big', employeeCount: 700 }]));
  await write([signal('1', 'One', { companySlug: 'big' }), signal('2', 'Two')]);
  const later = signal('1', 'Another', { publishedAt: inSeconds(1_000) });
  expect(await tell(() => write([later, signal('2', 'Changed')]))).toEqual(['withdrawn 1', 'updated 2']);
  const { was } = (await all()).at(-2)!;
  expect(was).toMatchObject({ employeeCount: 700 });
  expect(JSON.parse(Buffer.from(was!.document).toString())).toMatchObject({ id: '1', title: 'One' });
  expect(await tell(() => write([{ ...later, publishedAt: inSeconds(1) }]))).toEqual([]);
  await waitFor(() => hasScheduledSignals(catalog.pool));
  expect(await tell(() => publishScheduledSignals(catalog.pool))).toEqual(['published 1']);
  expect(await tell(() => write([{ ...later, title: 'Again' }]))).toEqual(['withdrawn 1']);
  expect(await tell(() => withdrawSignals(catalog.pool, ['1']))).toEqual([]);
});

test('a published signal rescheduled by the previous version is reported when its time comes', async () => {
  await write([signal('1', 'One')]);
  const statements = [
    'BEGIN',
    'CREATE TEMPORARY TABLE was ON COMMIT DROP AS SELECT * FROM catalog.signal_document',
    'CREATE TEMPORARY TABLE old ON COMMIT DROP AS SELECT * FROM catalog.signal',
    'DELETE FROM catalog.signal',
    'DELETE FROM catalog.signal_document',
    `INSERT INTO catalog.signal (id, published_at, activity_date, ordinal, company_id, pending)
     SELECT id, now() + interval '1 second', activity_date, ordinal, company_id, true FROM old`,
    `INSERT INTO catalog.signal_document (id, version, content_hash, inherited, document)
     SELECT id, version + 1, content_hash, inherited, document FROM was`,
    'UPDATE catalog.state SET version = version + 1',
    'COMMIT',
  ];
  expect(await tell(() => catalog.pool.query(statements.join(';')))).toEqual([]);
  await waitFor(() => hasScheduledSignals(catalog.pool));
  expect(await tell(() => publishScheduledSignals(catalog.pool))).toEqual(['published 1']);
});

test('a withdrawal is reported if the signal was published, and keeps its content', async () => {
  await writer.writeCompanies(numbered([{ slug: 'big', name: 'Big', employeeCount: 700 }]));
  await write([
    signal('1', 'One', { companySlug: 'big' }),
    signal('2', 'Later', { publishedAt: inSeconds(1_000) }),
  ]);
  expect(await tell(() => withdrawSignals(catalog.pool, ['1', '2', '3']))).toEqual(['withdrawn 1']);
  expect(await tell(() => withdrawSignals(catalog.pool, ['1']))).toEqual([]);
  expect(await tell(() => write([signal('1', 'One again')]))).toEqual([]);
  await writer.writeCompanies(numbered([{ slug: 'big', name: 'Big', employeeCount: 20 }]));
  const { was } = (await all()).findLast(({ kind }) => kind === 'withdrawn')!;
  expect(was).toMatchObject({ employeeCount: 700 });
  expect(JSON.parse(Buffer.from(was!.document).toString())).toMatchObject({ id: '1', title: 'One' });
});

test('the size of a withdrawn company stays unknown', async () => {
  await writer.writeCompanies(numbered([{ slug: 'new', name: 'New' }]));
  await write([signal('1', 'One', { companySlug: 'new' })]);
  await withdrawSignals(catalog.pool, ['1']);
  await writer.writeCompanies(numbered([{ slug: 'new', name: 'New', employeeCount: 20 }]));
  const { was } = (await all()).findLast(({ kind }) => kind === 'withdrawn')!;
  expect(was).toBeDefined();
  expect(was!.employeeCount).toBeUndefined();
});

test('pages continue from any position, and end at the requested version', async () => {
  await write(signals(1, 5));
  await write(signals(6, 2));
  const rows = await all();
  const [first, last] = [rows[0]!.version, rows.at(-1)!.version];
  const page = await readChanges(catalog.pool, { version: first, id: '2' }, last, 2);
  expect(page.map(({ id }) => id)).toEqual(['3', '4']);
  expect(await readChanges(catalog.pool, { version: first, id: '5' }, first, 10)).toEqual([]);
  expect(await readChanges(catalog.pool, { version: last + 1, id: '0' }, last + 5, 10)).toEqual([]);
});

test('each version has one time, times never go back, and each leads to its first version', async () => {
  expect(await firstVersionSince(catalog.pool, 0)).toBeUndefined();
  for (let round = 0; round < 9; round++)
    await write([signal('1', `Round ${round}`), ...signals(10 + round, 1)]);
  // As if another server's clock had been ahead.
  await catalog.pool.query(`UPDATE catalog.change SET at = at + interval '1 hour'`);
  await write(signals(1, 3));
  const rows = await all();
  const times = new Map<number, number>();
  for (const { version, atMs } of rows) {
    expect(times.get(version) ?? atMs).toBe(atMs);
    times.set(version, atMs);
  }
  expect([...times.values()]).toEqual([...times.values()].sort((a, b) => a - b));
  for (const atMs of [0, ...times.values(), ...[...times.values()].map((ms) => ms + 1)]) {
    const expected = [...times].find(([, each]) => each >= atMs)?.[0];
    expect(await firstVersionSince(catalog.pool, atMs)).toBe(expected);
  }
});

test('changes older than 62 days are removed, and nothing else', async () => {
  await write(signals(1, 6_000));
  const old = (await all()).length;
  await catalog.pool.query(`UPDATE catalog.change SET at = now() - interval '62 days 1 minute'`);
  await write(signals(10_001, 3));
  expect(await pruneChanges(catalog.pool)).toBe(old);
  expect(told(await all())).toEqual(['published 10001', 'published 10002', 'published 10003']);
  expect(await pruneChanges(catalog.pool)).toBe(0);
});

test('concurrent writers commit in version order: nothing appears below a version that was read', async () => {
  const others = await Promise.all(
    [1, 2, 3].map(async () => {
      const other = new CorpusWriter(catalog.connectionString);
      await other.begin();
      return other;
    }),
  );
  let isDone = false;
  const writing = Promise.all(
    others.map(async (other, index) => {
      for (let round = 0; round < 15; round++) {
        await other.writeSignals(
          numbered(signals(1 + ((index * 7 + round * 3) % 40), 5, `Round ${round} of ${index}`)),
        );
        if (round % 5 === 4) await withdrawSignals(catalog.pool, [String(1 + ((index * 11 + round) % 40))]);
      }
    }),
  ).finally(() => (isDone = true));
  const seen: ChangeRow[] = [];
  const takeNext = async () => {
    const last = seen.at(-1) ?? START;
    seen.push(...(await readChanges(catalog.pool, last, Number.MAX_SAFE_INTEGER, 3)));
  };
  while (!isDone) await takeNext();
  await writing;
  for (let size = -1; size !== seen.length; await takeNext()) size = seen.length;
  expect(seen).toEqual(await all());
  await Promise.all(others.map((other) => other.close()));
});

test("the feed delivers each snapshot's changes, newest first, up to the requested number", async () => {
  const feed = await CatalogFeed.open({ connectionString: catalog.readerConnectionString });
  await write(signals(1, 4));
  let rows: ChangeRow[] = [];
  const changes = { limit: 3, onChanges: (batch: readonly ChangeRow[]) => void rows.push(...batch) };
  const place = await feed.load(
    () => undefined,
    () => undefined,
    changes,
  );
  expect(told(rows)).toEqual(['published 4', 'published 3', 'published 2']);
  rows = [];
  await withdrawSignals(catalog.pool, ['2']);
  await write([signal('3', 'Three')]);
  await feed.changesAfter(
    place,
    () => undefined,
    () => undefined,
    changes,
  );
  expect(rows.reverse()).toEqual((await all()).slice(4));
  await feed.close();
});

test('the feed delivers withdrawals beyond the maximum separately, up to the requested number', async () => {
  const feed = await CatalogFeed.open({ connectionString: catalog.readerConnectionString });
  await write(signals(1, 6));
  const place = await feed.state();
  await withdrawSignals(catalog.pool, ['1']);
  await withdrawSignals(catalog.pool, ['2', '3']);
  await withdrawSignals(catalog.pool, ['4']);
  await write([signal('5', 'Five'), signal('6', 'Six')]);
  const deliveredTo = async (limit: number) => {
    const [rows, older]: [ChangeRow[], ChangeRow[]] = [[], []];
    await feed.changesAfter(
      place,
      () => undefined,
      () => undefined,
      {
        limit,
        onChanges: (batch) => void rows.push(...batch),
        onOlderWithdrawals: (batch) => void older.push(...batch),
      },
    );
    return [told(rows), told(older)];
  };
  expect(await deliveredTo(2)).toEqual([
    ['updated 6', 'updated 5'],
    ['withdrawn 4', 'withdrawn 3'],
  ]);
  expect(await deliveredTo(4)).toEqual([
    ['updated 6', 'updated 5', 'withdrawn 4', 'withdrawn 3'],
    ['withdrawn 2', 'withdrawn 1'],
  ]);
  expect((await deliveredTo(7))[1]).toEqual([]);
  await feed.close();
});
