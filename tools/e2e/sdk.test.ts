import { Heliograph, HeliographError } from '@heliograph/sdk';
import { chromiumPath, describeWith, startBeforeAll } from '@heliograph/testing';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import type { ApiClient } from './support/api-client';
import { sharedCorpus } from './support/fixture';
import { ForwardingServer } from './support/forwarding-server';
import { sharedSystem } from './support/shared-system';

const SDK = resolve(__dirname, '../../packages/sdk/dist');

const ALL = sharedCorpus.signals.filter(({ publishedAt }) => Date.parse(publishedAt) <= Date.now()).length;

const system = startBeforeAll(sharedSystem);
const front = startBeforeAll(() => ForwardingServer.start(system.url));

afterEach(() => front.restore());

/** A new account, and the SDK with its key. */
async function newSdk(
  options: { usd?: number; scopes?: string; baseUrl?: string } = {},
): Promise<{ sdk: Heliograph; account: ApiClient }> {
  const account = await system.newClient(options);
  const sdk = new Heliograph({ baseUrl: options.baseUrl ?? system.url, apiKey: account.key });
  return { sdk, account };
}

async function failureOf(call: Promise<unknown>): Promise<HeliographError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(HeliographError);
  return error as HeliographError;
}

it('searches, counts, looks up, and reports usage', async () => {
  const { sdk } = await newSdk();
  const page = await sdk.signals.search({ q: 'robots', companies: ['acme-robotics'], limit: 1 });
  expect(page.items).toMatchObject([{ id: '9223372036854775807', company: { slug: 'acme-robotics' } }]);
  expect(page.meta).toMatchObject({ recordsConsumed: 1, recordsRemaining: 99, replayed: false, attempts: 1 });
  expect(page.meta.rateLimit).toMatchObject({ limit: 300, remaining: 299 });

  const { total } = await sdk.signals.count({ locations: [{ kind: 'country', value: 'germany' }] });
  expect(total).toBe(4);
  const { company, meta } = await sdk.companies.get('cafe-zurich');
  expect(company).toMatchObject({ name: 'Café Zürich', signalCount: 1 });
  expect(meta.recordsRemaining).toBe(98);

  const { usage } = await sdk.usage();
  expect(usage).toMatchObject({ requests: 3, records: 2, allowances: { api: { remaining: 98 } } });
  const raw = await sdk.request<{ data: { total: number } }>('/signals', { query: { countOnly: true } });
  expect(raw).toMatchObject({ status: 200, body: { data: { total: ALL } } });
});

it('accepts groups as objects', async () => {
  const { sdk } = await newSdk();
  const { items } = await sdk.signals.search({
    searchGroups: {
      op: 'and',
      groups: [{ scope: 'company', match: 'and', terms: ['series a', 'hiring'], exclude: ['layoffs'] }],
    },
  });
  expect(items.map(({ id }) => id)).toEqual(['101', '102']);
});

it('iterates over pages without skipping or repeating, and never beyond maxRecords', async () => {
  const { sdk, account } = await newSdk();
  const ids: string[] = [];
  for await (const { id } of sdk.signals.iterate({ limit: 2 }, { maxRecords: 5 })) ids.push(id);
  expect(ids).toHaveLength(5);
  expect(new Set(ids).size).toBe(5);
  expect(await account.exactUsage()).toMatchObject({ records: 5, requests: 3 });
});

it('caches filter options while they are unchanged', async () => {
  const { sdk } = await newSdk({ baseUrl: front.url });
  const first = await sdk.filterOptions();
  front.statuses.length = 0;
  expect((await sdk.filterOptions()).options).toEqual(first.options);
  expect(front.statuses).toEqual([304]);
});

it('is charged once when a response is lost in transit', async () => {
  const { sdk, account } = await newSdk({ baseUrl: front.url });
  front.dropResponses(2);
  const { items, meta } = await sdk.signals.search({ limit: 2 });
  expect(items).toHaveLength(2);
  expect(meta).toMatchObject({ attempts: 3, replayed: true, recordsConsumed: 0 });
  expect(await account.exactUsage()).toMatchObject({ records: 2, requests: 1 });
});

it('repeats a run over pages free of charge', async () => {
  const { sdk, account } = await newSdk();
  const run = async () => {
    const ids: string[] = [];
    for await (const { id } of sdk.signals.iterate({ limit: 3 }, { idempotencyKey: 'nightly' })) ids.push(id);
    return ids;
  };
  expect(await run()).toEqual(await run());
  expect(await account.exactUsage()).toMatchObject({ records: ALL, requests: Math.ceil(ALL / 3) });
});

it('distinguishes errors', async () => {
  const { sdk } = await newSdk({ scopes: 'signals:read' });
  const invalid = await failureOf(sdk.signals.search({ limit: 500, category: ['nonsense'] }));
  expect(invalid).toMatchObject({ code: 'invalid_parameter', status: 400, attempts: 1 });
  expect(invalid.errors.map(({ parameter }) => parameter).sort()).toEqual(['category', 'limit']);
  expect(invalid.requestId).toMatch(/^[\w-]{8,}$/);
  expect((await failureOf(sdk.companies.get('acme-robotics'))).code).toBe('insufficient_scope');
  expect((await failureOf(sdk.request('/nothing'))).code).toBe('not_found');
  const stranger = new Heliograph({ baseUrl: system.url, apiKey: `hg_live_${'a'.repeat(38)}` });
  expect((await failureOf(stranger.usage())).code).toBe('invalid_credentials');
  // Semantic search is off here, and only an operator can change that: no retry.
  expect(await failureOf(sdk.signals.search({ semantic: 'robots' }))).toMatchObject({
    code: 'semantic_unavailable',
    attempts: 1,
  });
});

describeWith('chromium', 'in a browser', () => {
  it('runs as built', async () => {
    const { key } = await system.newClient();
    front.serve('/page', 'text/html', '<!doctype html><title>A page</title>');
    front.serveBelow('/sdk/', (name) => readFileSync(join(SDK, name), 'utf8'));
    const browser = await chromium.launch({
      executablePath: chromiumPath()!,
      args: ['--no-sandbox', '--disable-background-networking'],
    });
    try {
      const page = await browser.newPage();
      await page.goto(`${front.url}/page`);
      const result = await page.evaluate(
        `import('/sdk/index.js').then(async ({ Heliograph }) => {
           const sdk = new Heliograph({ baseUrl: location.origin, apiKey: '${key}' });
           const ids = [];
           for await (const { id } of sdk.signals.iterate({ limit: 4 })) ids.push(id);
           const failure = await sdk.companies.get('nobody').catch((error) => error.toJSON());
           return { ids, code: failure.code, meta: (await sdk.signals.count()).meta };
         })`,
      );
      expect(result).toMatchObject({ code: 'not_found', meta: { recordsRemaining: 100 - ALL } });
      expect((result as { ids: string[] }).ids).toHaveLength(ALL);
    } finally {
      await browser.close();
    }
  });
});
