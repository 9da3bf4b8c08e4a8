import { CorpusWriter, withdrawSignals, type SignalRecord } from '../src';
import { startTestCatalog, type TestCatalog } from './support/test-catalog';

/** What was read ahead of a batch must never be used once it is outdated. */

let catalog: TestCatalog;
let writer: CorpusWriter;
let other: CorpusWriter;

beforeEach(async () => {
  catalog = await startTestCatalog();
  writer = new CorpusWriter(catalog.connectionString);
  other = new CorpusWriter(catalog.connectionString);
  await writer.begin();
  await other.begin();
  await writer.writeCompanies(companies({ slug: 'acme', name: 'Acme', city: 'Lyon' }));
});
afterEach(async () => {
  await writer.finish();
  await writer.close();
  await other.close();
  await catalog.stop();
});

const companies = (record: { slug: string; name: string; city?: string }) => [{ line: 1, record }];
const signals = (...records: Pick<SignalRecord, 'id' | 'title'>[]) =>
  records.map((record, index) => ({
    line: index + 1,
    record: {
      category: 'product-launch',
      companySlug: 'acme',
      activityDate: '2026-11-01',
      publishedAt: '2026-11-01T00:00:00Z',
      ...record,
    },
  }));

async function stored(): Promise<string[]> {
  const { rows } = await catalog.pool.query<{ document: string }>(
    'SELECT document FROM catalog.signal_document ORDER BY id',
  );
  return rows.map(({ document }) => {
    const { id, title, city } = JSON.parse(document) as { id: string; title: string; city?: string };
    return `${id} ${title} ${city}`;
  });
}

it('is used when nothing was written since, or only other signals by the previous batch', async () => {
  const first = signals({ id: '1', title: 'One' });
  const second = signals({ id: '2', title: 'Two' });
  // Pretend that no company is known: if this is used, the writer refuses the signal.
  const emptied = async (batch: typeof first) => ({
    ...(await writer.lookAhead(batch)),
    companies: new Map<string, never>(),
  });
  const aheadOfSecond = await emptied(second);
  expect((await writer.writeSignals(first, await emptied(first))).rejects).toHaveLength(1);
  expect((await writer.writeSignals(first, await writer.lookAhead(first))).inserted).toBe(1);
  expect((await writer.writeSignals(second, aheadOfSecond)).rejects).toHaveLength(1);
  expect(await stored()).toEqual(['1 One Lyon']);
});

it('is repeated when the previous batch contains one of the ids', async () => {
  const [first, second] = [signals({ id: '1', title: 'Old' }), signals({ id: '1', title: 'New' })];
  const ahead = await writer.lookAhead(second);
  await writer.writeSignals(first);
  expect(await writer.writeSignals(second, ahead)).toMatchObject({ inserted: 0, updated: 1 });
  expect(await stored()).toEqual(['1 New Lyon']);
});

it('is repeated when any writer changed the company', async () => {
  for (const [id, changing] of [
    ['1', writer],
    ['2', other],
  ] as const) {
    const batch = signals({ id, title: 'One' });
    const ahead = await writer.lookAhead(batch);
    await changing.writeCompanies(companies({ slug: 'acme', name: 'Acme', city: `Town ${id}` }));
    await writer.writeSignals(batch, ahead);
    expect((await stored()).at(-1)).toBe(`${id} One Town ${id}`);
  }
});

it('is repeated when the signal was withdrawn, or written by another writer', async () => {
  const batch = signals({ id: '1', title: 'One' }, { id: '2', title: 'Two' });
  const ahead = await writer.lookAhead(batch);
  await withdrawSignals(catalog.pool, ['1']);
  await other.writeSignals(signals({ id: '2', title: 'Two' }));
  expect(await writer.writeSignals(batch, ahead)).toMatchObject({ withdrawn: 1, unchanged: 1, inserted: 0 });
  expect(await stored()).toEqual(['2 Two Lyon']);
});

it('is discarded two batches later', async () => {
  const third = signals({ id: '1', title: 'New' });
  const ahead = await writer.lookAhead(third);
  await writer.writeSignals(signals({ id: '1', title: 'Old' }));
  await writer.writeSignals(signals({ id: '2', title: 'Two' }));
  expect(await writer.writeSignals(third, ahead)).toMatchObject({ updated: 1 });
  expect(await stored()).toEqual(['1 New Lyon', '2 Two Lyon']);
});
