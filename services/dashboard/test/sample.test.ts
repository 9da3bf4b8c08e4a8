import type { SampleSearch } from '@heliograph/dashboard-api';
import { startBeforeAll } from '@heliograph/testing';
import { TestDashboard } from './support/dashboard';

const dashboard = startBeforeAll(() =>
  TestDashboard.start({ with: ['search'], overrides: { clock: () => 1_800_000_000_000 } }),
);

const get = (query: string) => fetch(`${dashboard.url}/sample/search${query}`);
const find = async (query: string) => ((await (await get(query)).json()) as { data: SampleSearch }).data;

it('finds activities marked as samples, without a session', async () => {
  const response = await get('?q=raises');
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(response.headers.get('set-cookie')).toBeNull();
  const { items, total } = ((await response.json()) as { data: SampleSearch }).data;
  expect(items).toHaveLength(4);
  expect(total).toBeGreaterThan(4);
  for (const { title, matched } of items) {
    expect(title).toMatch(/raises/i);
    expect(matched).not.toEqual([]);
  }
});

it('finds all of them without words, and nothing outside the sample', async () => {
  expect((await find('')).total).toBe(200);
  expect(await find('?q=nothing-has-this-word')).toEqual({ items: [], total: 0 });
});

it('accepts only words', async () => {
  for (const query of ['?limit=50', '?q=a&semantic=b', '?q=a&q=b', '?q=%00', `?q=${'a'.repeat(2000)}`])
    expect((await get(query)).status).toBe(400);
  expect((await fetch(`${dashboard.url}/sample/search`, { method: 'POST' })).status).toBe(405);
  expect((await fetch(`${dashboard.url}/sample/none`)).status).toBe(404);
});

it('answers from its cache while search is down, and otherwise reports it', async () => {
  const before = await find('?q=robot');
  await dashboard.stopService('search');
  expect(await find('?q=robot')).toEqual(before);
  expect((await get('?q=never asked before')).status).toBe(503);
  await dashboard.restart('search');
});

it("refuses other sites, which could use up the limit of their visitors' addresses", async () => {
  const ask = (site: string) =>
    fetch(`${dashboard.url}/sample/search?q=raises`, { headers: { 'sec-fetch-site': site } });
  expect((await ask('cross-site')).status).toBe(403);
  expect((await ask('same-origin')).status).toBe(200);
});

it("limits an address's requests per minute", async () => {
  const statuses = await Promise.all(
    Array.from({ length: 121 }, async () => (await get('?q=raises')).status),
  );
  expect(statuses).toContain(429);
  const refused = await get('?q=raises');
  expect(refused.headers.get('retry-after')).not.toBeNull();
  expect(await dashboard.metrics()).toMatch(/limit="sample"/);
});
