import { hasScheduledSignals, publishScheduledSignals } from '@heliograph/catalog';
import { startBeforeEach, waitFor } from '@heliograph/testing';
import { CallCancelled, toServiceError } from '@heliograph/runtime';
import type { search } from '@heliograph/proto';
import { TAIL_ROWS } from '../src/changes/change-tail';
import { allFrom, ChangesSystem, pageOf, START, told, type SearchClient } from './support/changes-system';

const DAY_MS = 24 * 3_600_000;
const company = { slug: 'acme', name: 'Acme' };
const signal = (id: number, title = 'alpha', publishedAt = '2026-11-01T00:00:00.000Z') => ({
  id: String(id),
  title,
  publishedAt,
  category: 'news',
  companySlug: company.slug,
  activityDate: '2026-11-01',
});

let one: Awaited<ReturnType<ChangesSystem['startSearch']>>;
let client: SearchClient;

const system = startBeforeEach(() => ChangesSystem.start());
beforeEach(async () => {
  await system.putCompanies(company);
  one = await system.startSearch();
  client = one.client;
});

const gauge = async (name: string): Promise<number> => {
  const metrics = await (await fetch(`http://127.0.0.1:${one.service.metricsPort}/metrics`)).text();
  return Number(new RegExp(`^heliograph_${name}\\S* (\\d+)`, 'm').exec(metrics)![1]);
};
const waitingFeeds = () => gauge('search_feeds_waiting');

it('begins now without a position, and advances past what does not match', async () => {
  await system.put(signal(1), signal(2, 'beta'));
  await system.untilSeen();
  const begun = await pageOf(client, {});
  expect(begun).toMatchObject({ items: [], caughtUp: true, signalIds: [] });
  await system.put(signal(3, 'beta'), signal(4));
  await system.withdraw('2');
  await system.untilSeen();
  const page = await pageOf(client, { filters: { q: 'alpha' } as search.Filters, after: begun.next });
  expect(told(page.items)).toEqual(['published 4']);
  expect(page).toMatchObject({ caughtUp: true, signalIds: ['4'] });
  expect((await pageOf(client, { after: page.next })).items).toEqual([]);
  expect((await pageOf(client, { after: begun.next, fields: ['title'] })).items).toEqual([
    { change: 'published', at: expect.any(String), signal: { id: '3', title: 'beta' } },
    { change: 'published', at: expect.any(String), signal: { id: '4', title: 'alpha' } },
    { change: 'withdrawn', at: expect.any(String), signal: { id: '2' } },
  ]);
});

it('begins with what was committed at a time or later', async () => {
  await system.put(signal(1));
  await system.put(signal(2));
  await system.untilSeen();
  const [first, second] = await allFrom([client], { after: START });
  const since = (at: string, laterMs = 0) => new Date(Date.parse(at) + laterMs);
  const from = async (date: Date) => told((await pageOf(client, { since: date })).items);
  expect(await from(since(first!.at))).toEqual(['published 1', 'published 2']);
  expect(await from(since(second!.at))).toEqual(['published 2']);
  expect(await from(since(second!.at, 1))).toEqual([]);
});

it('holds a request until a matching signal exists, at most as long as requested', async () => {
  const filters = { q: 'alpha' } as search.Filters;
  const begun = await pageOf(client, { filters });
  const held = pageOf(client, { filters, after: begun.next, waitMs: 30_000 }, { timeoutMs: 35_000 });
  await waitFor(async () => (await waitingFeeds()) === 1);
  await system.put(signal(1, 'beta'));
  await system.untilSeen();
  expect(await waitingFeeds()).toBe(1);
  expect(await gauge('rpc_server_in_flight')).toBe(0);
  const putAt = performance.now();
  await system.put(signal(2));
  expect(told((await held).items)).toEqual(['published 2']);
  // Long before its wait ends, on a busy machine, too.
  expect(performance.now() - putAt).toBeLessThan(15_000);
  const { items, caughtUp, next } = await pageOf(client, { filters, after: begun.next, waitMs: 0 });
  expect([told(items), caughtUp]).toEqual([['published 2'], true]);
  const ended = await pageOf(client, { filters, after: next, waitMs: 50 });
  expect(ended).toMatchObject({ items: [], caughtUp: true });
  expect(ended.next.version >= next.version).toBe(true);
});

it('tells a held feed about withdrawals of signals that matched its filters', async () => {
  await system.put(signal(1), signal(2, 'beta'));
  await system.untilSeen();
  const filters = { q: 'alpha' } as search.Filters;
  const held = pageOf(client, { filters, waitMs: 30_000 }, { timeoutMs: 35_000 });
  await waitFor(async () => (await waitingFeeds()) === 1);
  await system.withdraw('2');
  await system.withdraw('1');
  expect(told((await held).items)).toEqual(['withdrawn 1']);
});

it('tells a held feed about a withdrawal among more than are kept in memory', async () => {
  const others = Array.from({ length: TAIL_ROWS + 1 }, (_, index) => signal(index + 2, 'beta'));
  await system.put(signal(1), ...others);
  await system.untilSeen();
  const filters = { q: 'alpha' } as search.Filters;
  const held = pageOf(client, { filters, waitMs: 30_000 }, { timeoutMs: 35_000 });
  await waitFor(async () => (await waitingFeeds()) === 1);
  await system.withdraw('1', ...others.map(({ id }) => id));
  expect(told((await held).items)).toEqual(['withdrawn 1']);
});

it('withdraws a published signal that is rescheduled, from feeds whose filters it matched', async () => {
  await system.put(signal(1));
  await system.untilSeen();
  const feed = (q: string, after: search.ChangePosition) =>
    pageOf(client, { filters: { q } as search.Filters, after });
  const { next } = await pageOf(client, {});
  // Longer than the import takes on a busy machine.
  await system.put(signal(1, 'beta', new Date(Date.now() + 3_000).toISOString()));
  await system.untilSeen();
  const [alpha, beta] = [await feed('alpha', next), await feed('beta', next)];
  expect([told(alpha.items), told(beta.items)]).toEqual([['withdrawn 1'], []]);
  await waitFor(() => hasScheduledSignals(system.pool));
  await publishScheduledSignals(system.pool);
  await system.untilSeen();
  expect(told((await feed('alpha', alpha.next)).items)).toEqual([]);
  expect(told((await feed('beta', beta.next)).items)).toEqual(['published 1']);
  await system.put(signal(1, 'gamma', '2999-01-01T00:00:00.000Z'));
  await system.untilSeen();
  const [first, second] = [await feed('alpha', next), await feed('beta', next)];
  expect(first.items).toEqual(alpha.items);
  expect(told(second.items)).toEqual(['withdrawn 1']);
  expect(second.items[0]!.at > first.items[0]!.at).toBe(true);
});

it('matches each withdrawal with the name that the company had then', async () => {
  await system.put(signal(1), signal(2));
  await system.untilSeen();
  const { next } = await pageOf(client, {});
  await system.withdraw('1');
  await system.putCompanies({ ...company, name: 'Other' });
  await system.withdraw('2');
  await system.untilSeen();
  for (const [name, items] of [
    ['acme', ['withdrawn 1']],
    ['other', ['withdrawn 2']],
  ] as const) {
    const { items: found } = await pageOf(client, {
      filters: { company: name } as search.Filters,
      after: next,
    });
    expect(told(found)).toEqual(items);
  }
});

it('ends held requests when it stops, and when the caller disconnects', async () => {
  const { next } = await pageOf(client, {});
  const leaving = new AbortController();
  const left = client
    .changes(
      { filters: undefined, after: next, since: undefined, limit: 5, waitMs: 30_000, fields: [] },
      { requestId: 'request-2', signal: leaving.signal, timeoutMs: 35_000 },
    )
    .catch(toServiceError);
  const held = pageOf(client, { after: next, waitMs: 30_000 }, { timeoutMs: 35_000 });
  await waitFor(async () => (await waitingFeeds()) === 2);
  leaving.abort();
  expect(await left).toBeInstanceOf(CallCancelled);
  await waitFor(async () => (await waitingFeeds()) === 1);
  const stopAt = performance.now();
  await one.stop();
  expect(await held).toMatchObject({ items: [], caughtUp: true });
  expect(performance.now() - stopAt).toBeLessThan(15_000);
});

it('neither skips nor repeats while ten thousand signals are imported', async () => {
  const { next } = await pageOf(client, {});
  const all = Array.from({ length: 10_000 }, (_, index) => signal(index + 1));
  let isDone = false;
  const writing = (async () => {
    for (let from = 0; from < all.length; from += 500) await system.put(...all.slice(from, from + 500));
  })().finally(() => (isDone = true));
  const ids: string[] = [];
  let after = next;
  for (;;) {
    const isLast = isDone;
    const page = await pageOf(client, { after, limit: 97, waitMs: 100 });
    ids.push(...page.items.map(({ signal: { id } }) => id));
    after = page.next;
    if (isLast && page.caughtUp && ids.length >= all.length) break;
  }
  await writing;
  expect(ids).toEqual(all.map(({ id }) => id));
});

it('continues from the position of a search process that is ahead, and never goes back', async () => {
  const ahead = { version: 1_000_000n, id: '0' };
  await system.put(signal(1));
  await system.untilSeen();
  await system.pool.query('UPDATE catalog.state SET version = $1', [String(ahead.version - 1n)]);
  expect(await pageOf(client, { after: ahead, waitMs: 50 })).toMatchObject({ items: [], next: ahead });
});

it('says that a cursor has expired when the catalog lost what is before it', async () => {
  await system.put(signal(1));
  await system.untilSeen();
  const kept = await pageOf(client, {});
  await system.put(signal(2));
  await system.untilSeen();
  const lost = await pageOf(client, { after: kept.next });
  await system.pool.query('DELETE FROM catalog.change WHERE version = (SELECT version FROM catalog.state)');
  await system.pool.query('UPDATE catalog.state SET version = version - 1');
  const refusal = { code: 'cursor_expired', issues: [{ parameter: 'cursor' }] };
  // Until the process notices that its corpus is no longer the catalog's, it continues as before.
  await waitFor(async () => {
    const outcome = await pageOf(client, { after: lost.next }).catch((error: unknown) => error);
    return outcome instanceof Error && (outcome as { code?: string }).code === refusal.code;
  });
  await expect(pageOf(client, { after: lost.next })).rejects.toMatchObject(refusal);
  expect((await pageOf(client, { after: kept.next })).items).toEqual([]);
});

it('cycles through the test corpus, with each signal once in 30 days', async () => {
  const since = new Date(Date.now() - 30 * DAY_MS);
  const pages = await pageOf(one.test, { since, limit: 100 });
  const rest = await allFrom([one.test], { after: pages.next, limit: 100 });
  const items = [...pages.items, ...rest];
  expect(new Set(items.map(({ signal: { id } }) => id)).size).toBe(200);
  expect(items.length).toBeGreaterThanOrEqual(200);
  expect(items.length).toBeLessThanOrEqual(201);
  const counts = new Map<string, number>();
  for (const { change } of items.slice(0, 200)) counts.set(change, (counts.get(change) ?? 0) + 1);
  expect(Object.fromEntries(counts)).toEqual({ published: 160, updated: 20, withdrawn: 20 });
  expect(await allFrom([one.test], { after: pages.next, limit: 7 })).toEqual(rest);
});

it.each([
  { limit: 0 },
  { limit: 101 },
  { waitMs: 30_001 },
  { fields: ['nothing'] },
  { after: { version: 1n, id: 'x' } },
])('refuses %o', async (asked) => {
  await expect(pageOf(client, asked)).rejects.toMatchObject({ code: 'invalid_parameter' });
});
