import { holdLocks, startBeforeEach } from '@heliograph/testing';
import type { Pool } from 'pg';
import {
  CorpusWriter,
  publishScheduledSignals,
  withdrawSignals,
  writeIdentifiers,
  type CompanyRecord,
  type SignalRecord,
} from '../src';
import { inWriteTransaction } from '../src/merge/transaction';
import { startTestCatalog } from './support/test-catalog';

let pool: Pool;

const catalog = startBeforeEach(startTestCatalog);
beforeEach(() => {
  pool = catalog.pool;
});

const acme: CompanyRecord = {
  slug: 'acme',
  name: 'Acme',
  country: 'France',
  industries: ['Steel'],
  employeeCount: 10,
};
const signal = (id: string, title: string, more: Partial<SignalRecord> = {}): SignalRecord => ({
  id,
  title,
  category: 'product-launch',
  companySlug: 'acme',
  activityDate: '2026-11-01',
  publishedAt: '2026-11-01T00:00:00Z',
  ...more,
});
const numbered = <Record>(records: Record[]) => records.map((record, index) => ({ line: index + 1, record }));

async function write<Result>(work: (writer: CorpusWriter) => Promise<Result>): Promise<Result> {
  const writer = new CorpusWriter(catalog.connectionString);
  try {
    await writer.begin();
    return await work(writer);
  } finally {
    await writer.finish();
    await writer.close();
  }
}

const documents = async () =>
  (
    await pool.query<{ document: string }>('SELECT document FROM catalog.signal_document ORDER BY id')
  ).rows.map((row) => JSON.parse(row.document) as Record<string, unknown>);

test("items are rendered with their company's defaults, without absent values", async () => {
  await write(async (writer) => {
    await writer.writeCompanies(numbered([acme]));
    await writer.writeSignals(
      numbered([signal('1', 'One'), signal('9999999999999999999', 'Two', { country: 'US', industries: [] })]),
    );
  });
  const common = {
    activityDate: '2026-11-01',
    publishedAt: '2026-11-01T00:00:00.000Z',
    category: 'product-launch',
    company: { slug: 'acme', name: 'Acme' },
  };
  expect(await documents()).toEqual([
    { id: '1', title: 'One', ...common, country: 'France', industries: ['Steel'] },
    { id: '9999999999999999999', title: 'Two', ...common, country: 'US', industries: [] },
  ]);
});

test('importing again changes nothing, and the last of equal ids wins', async () => {
  await write(async (writer) => {
    await writer.writeCompanies(numbered([{ ...acme, name: 'Old' }, acme]));
    const first = await writer.writeSignals(
      numbered([signal('1', 'First'), signal('1', 'Last'), signal('2', 'Two')]),
    );
    expect(first).toMatchObject({ inserted: 2, updated: 0, unchanged: 0 });
  });
  expect((await documents()).map(({ title }) => title)).toEqual(['Last', 'Two']);
  const { rows: before } = await pool.query('SELECT version FROM catalog.state');
  await write(async (writer) => {
    expect(await writer.writeCompanies(numbered([acme]))).toMatchObject({ unchanged: 1, updated: 0 });
    expect(await writer.writeSignals(numbered([signal('1', 'Last'), signal('2', 'Two')]))).toMatchObject({
      inserted: 0,
      updated: 0,
      unchanged: 2,
    });
  });
  expect((await pool.query('SELECT version FROM catalog.state')).rows).toEqual(before);
});

test('a changed signal keeps its ordinal', async () => {
  await write(async (writer) => {
    await writer.writeCompanies(numbered([acme]));
    await writer.writeSignals(numbered([signal('1', 'alpha beta'), signal('2', 'alpha gamma')]));
  });
  const ordinals = () => pool.query('SELECT id, ordinal FROM catalog.signal ORDER BY id');
  const { rows: before } = await ordinals();
  await write((writer) =>
    writer.writeSignals(numbered([signal('1', 'delta', { activityDate: '2026-10-01' })])),
  );
  expect((await ordinals()).rows).toEqual(before);
});

test('a changed company updates its signals, except for their own values', async () => {
  await write(async (writer) => {
    await writer.writeCompanies(numbered([acme]));
    await writer.writeSignals(numbered([signal('1', 'One'), signal('2', 'Two', { country: 'US' })]));
    await writer.writeCompanies(
      numbered([
        { ...acme, name: 'Acme Steel', country: 'Spain', industries: undefined, employeeCount: 501 },
      ]),
    );
  });
  expect(await documents()).toMatchObject([
    { country: 'Spain', industries: [], company: { name: 'Acme Steel' } },
    { country: 'US', industries: [], company: { name: 'Acme Steel' } },
  ]);
  // The stored hash is still the record's: importing the same file again changes nothing.
  await write(async (writer) => {
    expect(await writer.writeSignals(numbered([signal('1', 'One')]))).toMatchObject({ unchanged: 1 });
  });
});

test('a changed company keeps its id, is stored like a new one, and uses up no other id', async () => {
  const changed = {
    slug: 'acme',
    name: 'Globex Ltd',
    domain: 'globex.example',
    description: 'Makes it.',
    country: 'Italy',
    city: 'Rome',
    industries: ['Steel', 'Energy'],
    employeeCount: 5_000_000_000,
  };
  await write(async (writer) => {
    await writer.writeCompanies(numbered([acme]));
    for (const name of ['Acme 2', 'Acme 3', 'Acme 4']) {
      expect(await writer.writeCompanies(numbered([{ ...acme, name }]))).toMatchObject({ updated: 1 });
    }
    const batch = numbered([{ ...changed, slug: 'globex' }, changed]);
    expect(await writer.writeCompanies(batch)).toMatchObject({ inserted: 1, updated: 1, unchanged: 0 });
    expect(await writer.writeCompanies(batch)).toMatchObject({ unchanged: 2, changed: false });
  });
  const { rows } = await pool.query<Record<string, unknown>>(
    `SELECT id, slug, keys_of = content_hash AS "hasKeys",
            to_jsonb(company) - '{id, slug, content_hash, keys_of}'::text[] AS "values"
       FROM catalog.company ORDER BY id`,
  );
  const { values } = rows[1]!;
  expect(rows).toEqual([
    { id: 1, slug: 'acme', hasKeys: true, values },
    { id: 2, slug: 'globex', hasKeys: true, values },
  ]);
  expect(values).toMatchObject({
    name: 'Globex Ltd',
    domain_key: 'globex.example',
    employee_count: 5_000_000_000,
  });
});

test('reports a signal of an unknown company with its line, and stores the rest', async () => {
  await write(async (writer) => {
    await writer.writeCompanies(numbered([acme]));
    const { rejects, inserted } = await writer.writeSignals(
      numbered([signal('1', 'One'), signal('2', 'Two', { companySlug: 'nobody' })]),
    );
    expect({ rejects, inserted }).toEqual({
      rejects: [{ line: 2, reason: 'unknown company "nobody"' }],
      inserted: 1,
    });
  });
});

test('the last of equal ids that can be stored wins, and each that cannot is reported', async () => {
  const bad = (id: string) => signal(id, 'Bad', { companySlug: 'nobody' });
  const lines = numbered([
    ...[signal('1', 'One'), bad('1')],
    ...[bad('2'), signal('2', 'Two')],
    ...[signal('3', 'First'), bad('3'), signal('3', 'Three')],
    ...[bad('4'), bad('4')],
  ]);
  const rejects = [2, 3, 6, 8, 9].map((line) => ({ line, reason: 'unknown company "nobody"' }));
  await write(async (writer) => {
    await writer.writeCompanies(numbered([acme]));
    expect(await writer.writeSignals(lines)).toMatchObject({
      inserted: 3,
      updated: 0,
      unchanged: 0,
      rejects,
    });
    expect(await writer.writeSignals(lines)).toMatchObject({
      inserted: 0,
      updated: 0,
      unchanged: 3,
      rejects,
    });
    const changed = numbered([signal('1', 'Changed'), bad('1')]);
    expect(await writer.writeSignals(changed)).toMatchObject({ updated: 1, rejects: [{ line: 2 }] });
  });
  expect((await documents()).map(({ title }) => title)).toEqual(['Changed', 'Two', 'Three']);
});

test('a writer that was suspended gives up the lock of all writers', async () => {
  const client = await pool.connect();
  const timeouts = await inWriteTransaction(client, async () => {
    const { rows } = await client.query<{ idle_in_transaction_session_timeout: string }>(
      'SHOW idle_in_transaction_session_timeout',
    );
    return { ...rows[0], changed: false };
  });
  client.release();
  expect(timeouts).toMatchObject({ idle_in_transaction_session_timeout: '1min' });
});

test('a writer that waited for its turn uses the time after the wait', async () => {
  const held = await holdLocks(pool, 'SELECT FROM catalog.state FOR UPDATE');
  const client = await pool.connect();
  const writing = inWriteTransaction(client, ({ now }) => Promise.resolve({ now, changed: false }));
  await held.untilAnotherWaits();
  const { rows } = await pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  await held.commit();
  const { now } = await writing;
  client.release();
  expect(now.getTime()).toBeGreaterThanOrEqual(rows[0]!.now.getTime());
});

test('withdrawn signals are not imported again', async () => {
  await write(async (writer) => {
    await writer.writeCompanies(numbered([acme]));
    await writer.writeSignals(numbered([signal('1', 'One'), signal('2', 'Two')]));
  });
  expect(await withdrawSignals(pool, ['2', '3'])).toEqual({ withdrawn: 1, unknown: 1 });
  expect(await withdrawSignals(pool, ['2'])).toEqual({ withdrawn: 0, unknown: 0 });
  await write(async (writer) => {
    // Each record counts, as each line of an import does.
    const again = [signal('2', 'Two again'), signal('3', 'Three'), signal('2', 'Two once more')];
    expect(await writer.writeSignals(numbered(again))).toMatchObject({ inserted: 0, withdrawn: 3 });
  });
  expect((await documents()).map(({ id }) => id)).toEqual(['1']);
});

test('a signal is pending until its time, then published once', async () => {
  await write(async (writer) => {
    await writer.writeCompanies(numbered([acme]));
    await writer.writeSignals(
      numbered([signal('1', 'One', { publishedAt: '2999-01-01' }), signal('2', 'Two')]),
    );
  });
  expect(await publishScheduledSignals(pool)).toBe(0);
  await pool.query(`UPDATE catalog.signal SET published_at = now() WHERE pending`);
  expect(await publishScheduledSignals(pool)).toBe(1);
  expect(await publishScheduledSignals(pool)).toBe(0);
});

test('two concurrent writers neither fail nor lose anything', async () => {
  const count = 3000;
  const part = (from: number) =>
    numbered(
      Array.from({ length: count }, (_, index) =>
        signal(String(from + index), `word${index % 7} and ${index}`),
      ),
    );
  await write((writer) => writer.writeCompanies(numbered([acme])));
  await Promise.all(
    [1, 1500].map((from) =>
      write(async (writer) => {
        for (let start = 0; start < count; start += 500)
          await writer.writeSignals(part(from).slice(start, start + 500));
      }),
    ),
  );
  const { rows } = await pool.query(
    'SELECT count(*)::int AS signals, count(DISTINCT ordinal)::int AS ordinals FROM catalog.signal',
  );
  expect(rows).toEqual([{ signals: 4499, ordinals: 4499 }]);
});

test('a writer that vanishes leaves whole batches for the next one', async () => {
  const writer = new CorpusWriter(catalog.connectionString);
  await writer.begin();
  await writer.writeCompanies(numbered([acme]));
  await writer.writeSignals(numbered([signal('1', 'One')]));
  await writer.close();
  expect(await documents()).toHaveLength(1);
  const again = await write((next) => next.writeSignals(numbered([signal('1', 'One'), signal('2', 'Two')])));
  expect(again).toMatchObject({ inserted: 1, unchanged: 1 });
  expect(await documents()).toHaveLength(2);
});

test('titles are stored verbatim, whatever their characters', async () => {
  const title = 'back\\slash \'quote\' "double" tab\there ﷺ 😀 \u2028 融资';
  await write(async (writer) => {
    await writer.writeCompanies(numbered([acme]));
    await writer.writeSignals(numbered([signal('1', title, { city: "L'Île\\d'Or", category: "it's" })]));
  });
  expect((await documents())[0]).toMatchObject({ title, city: "L'Île\\d'Or", category: "it's" });
});

test('the longest title fits', async () => {
  await write(async (writer) => {
    await writer.writeCompanies(numbered([acme]));
    const written = await writer.writeSignals(
      numbered([signal('1', 'ﷺ'.repeat(1000)), signal('2', 'x'.repeat(1000)), signal('3', 'a '.repeat(500))]),
    );
    expect(written.inserted).toBe(3);
  });
});

test('identifiers get a label, which an operator can change', async () => {
  await writeIdentifiers(pool, [{ kind: 'category', id: 'ipo', label: 'IPO' }]);
  await write(async (writer) => {
    await writer.writeCompanies(numbered([acme]));
    await writer.writeSignals(
      numbered([
        signal('1', 'One'),
        signal('2', 'Two', { category: 'ipo', hiring: { types: ['new_role'] } }),
      ]),
    );
  });
  const { rows } = await pool.query('SELECT kind, id, label FROM catalog.identifier ORDER BY kind, id');
  expect(rows).toEqual([
    { kind: 'category', id: 'ipo', label: 'IPO' },
    { kind: 'category', id: 'product-launch', label: 'Product launch' },
    { kind: 'country', id: 'France', label: 'France' },
    { kind: 'hiring_type', id: 'new_role', label: 'New role' },
    { kind: 'industry', id: 'Steel', label: 'Steel' },
  ]);
});
