import { pruneChanges } from '@heliograph/catalog';
import { search } from '@heliograph/proto';
import { startBeforeEach } from '@heliograph/testing';
import { allFrom, ChangesSystem, pageOf, START, told, type SearchClient } from './support/changes-system';

const company = { slug: 'acme', name: 'Acme' };
const signal = (id: number) => ({
  id: String(id),
  title: 'alpha',
  publishedAt: '2026-11-01T00:00:00.000Z',
  category: 'news',
  companySlug: company.slug,
  activityDate: '2026-11-01',
});

const system = startBeforeEach(() => ChangesSystem.start());
let first: SearchClient;

beforeEach(async () => {
  await system.putCompanies(company);
  first = (await system.startSearch()).client;
});

async function pass(days: number): Promise<void> {
  for (const table of ['change', 'history'])
    await system.pool.query(`UPDATE catalog.${table} SET at = at - interval '${days} days'`);
}

it('reads changes no longer in memory in turns by account, and not for callers who canceled', async () => {
  await system.put(signal(1));
  await system.untilSeen();
  const { client, service } = await system.startSearch();
  const turns = async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`)).text();
    return Number(
      /^heliograph_search_admission_wait_seconds_count\S*lane="log"\S* (\d+)/m.exec(metrics)?.[1],
    );
  };
  expect(told((await pageOf(client, { after: START })).items)).toEqual(['published 1']);
  expect(await turns()).toBe(1);
  const gone = AbortSignal.abort();
  const left = client.changes(search.ChangesRequest.fromPartial({ limit: 1, after: START }), {
    requestId: 'request-1',
    signal: gone,
  });
  await expect(left).rejects.toThrow();
  expect(await turns()).toBe(1);
});

it('continues from where changes are still kept, and says that a cursor has expired where they are not', async () => {
  const begun = await pageOf(first, {});
  for (const id of [1, 2, 3]) await system.put(signal(id));
  await system.untilSeen();
  const page = await pageOf(first, { after: begun.next, limit: 1 });
  const atEnd = await pageOf(first, { after: page.next });
  expect([told(page.items), told(atEnd.items)]).toEqual([['published 1'], ['published 2', 'published 3']]);
  await pass(60);
  await pruneChanges(system.pool);
  const second = (await system.startSearch()).client;
  expect(told(await allFrom([second], { after: page.next, limit: 1 }))).toEqual(told(atEnd.items));
  await pass(3);
  await pruneChanges(system.pool);
  const third = (await system.startSearch()).client;
  for (const { next } of [begun, page]) {
    await expect(pageOf(third, { after: next })).rejects.toMatchObject({
      code: 'cursor_expired',
      issues: [{ parameter: 'cursor', message: expect.stringMatching(/^has expired: .*start again with/) }],
    });
  }
  // The first process has kept these changes in memory.
  expect(told((await pageOf(first, { after: page.next })).items)).toEqual(told(atEnd.items));
  await system.put(signal(4));
  await system.untilSeen();
  for (const client of [first, second, third]) {
    expect(told((await pageOf(client, { after: atEnd.next })).items)).toEqual(['published 4']);
  }
});
