import { Heliograph } from '../src/index.ts';
import { ScriptedServer } from './support/scripted-server.ts';

const TOTAL = 130;

let server: ScriptedServer;
let client: Heliograph;

/** Items 1 to TOTAL, in pages of the limit; the cursor is the number of the next. */
const pages = (request: { url?: string }, response: { end(body: string): void }) => {
  const query = new URL(request.url!, 'http://x').searchParams;
  const from = Number(query.get('cursor') ?? 1);
  const limit = Number(query.get('limit') ?? 50);
  const to = Math.min(from + limit - 1, TOTAL);
  const items = Array.from({ length: to - from + 1 }, (_, index) => ({ id: String(from + index) }));
  response.end(JSON.stringify({ data: { items, nextCursor: to < TOTAL ? String(to + 1) : null } }));
};

beforeAll(async () => {
  server = await ScriptedServer.start();
  client = new Heliograph({ baseUrl: server.url, apiKey: 'hg_live_key' });
});

beforeEach(() => server.play(pages));

afterAll(() => server.close());

const limits = () => server.seen.map(({ url }) => new URL(url, 'http://x').searchParams.get('limit'));
const idsOf = async (signals: AsyncIterable<{ id: string }>) => {
  const ids: number[] = [];
  for await (const { id } of signals) ids.push(Number(id));
  return ids;
};
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

it('iterates over all pages with the same filters', async () => {
  expect(await idsOf(client.signals.iterate({ q: 'robots' }))).toEqual(upTo(TOTAL));
  expect(server.seen.map(({ url }) => new URL(url, 'http://x').searchParams.get('q'))).toEqual(
    Array(3).fill('robots'),
  );
  expect(new Set(server.keys).size).toBe(3);
});

it('asks for a page only when it is wanted', async () => {
  for await (const { items } of client.signals.pages({ limit: 10 })) {
    expect(items).toHaveLength(10);
    break;
  }
  expect(server.seen).toHaveLength(1);
});

it.each([
  [0, []],
  [1, ['1']],
  [50, ['50']],
  [70, ['50', '20']],
  [1_000, ['50', '50', '50']],
])('never gets more than %s records', async (maxRecords, expected) => {
  expect(await idsOf(client.signals.iterate({}, { maxRecords }))).toEqual(upTo(Math.min(maxRecords, TOTAL)));
  expect(limits()).toEqual(expected);
});

it.each([
  [20, 20, ['20']],
  [75, 75, ['25', '25', '25']],
  [101, 100, ['50', '50']],
])('gets up to %s records in pages of one size in semantic mode', async (maxRecords, count, expected) => {
  const ids = await idsOf(client.signals.iterate({ semantic: 'robots' }, { maxRecords }));
  expect(ids).toEqual(upTo(count));
  expect(limits()).toEqual(expected);
});

it('leaves the size that was asked for, and goes on behind a cursor', async () => {
  const signals = client.signals.iterate({ limit: 40, cursor: '21' }, { maxRecords: 50 });
  expect(await idsOf(signals)).toEqual(upTo(70).slice(20));
  expect(limits()).toEqual(['40', '10']);
});

it('numbers the pages of one key, so that a run can be repeated free of charge', async () => {
  await idsOf(client.signals.iterate({}, { idempotencyKey: 'nightly-2026-11-20' }));
  expect(server.keys).toEqual(['nightly-2026-11-20-1', 'nightly-2026-11-20-2', 'nightly-2026-11-20-3']);
});

it.each([-1, 1.5, NaN])('refuses %s as maxRecords', async (maxRecords) => {
  await expect(client.signals.iterate({}, { maxRecords }).next()).rejects.toThrow(RangeError);
});
