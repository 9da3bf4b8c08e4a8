import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Heliograph, VERSION } from '../src/index.ts';
import { answer, ScriptedServer } from './support/scripted-server.ts';

const directory = join(__dirname, '..');

let server: ScriptedServer;
let client: Heliograph;

beforeAll(async () => {
  server = await ScriptedServer.start();
  client = new Heliograph({ baseUrl: server.url, apiKey: 'hg_live_key' });
});

afterAll(() => server.close());

it('surfaces what the headers say', async () => {
  server.play(answer(undefined, { 'idempotency-replayed': 'true' }));
  const { meta } = await client.signals.search({}, { idempotencyKey: 'nightly-2026' });
  expect(meta).toEqual({
    requestId: 'request-1',
    recordsConsumed: 3,
    recordsRemaining: 97,
    replayed: true,
    rateLimit: { limit: 300, remaining: 299, resetAt: new Date(1_795_168_920_000) },
    idempotencyKey: 'nightly-2026',
    attempts: 1,
  });
});

it('transfers filter options once while they stay the same', async () => {
  const options = { categories: [{ id: 'funding', label: 'Funding' }] };
  server.play(answer({ data: options }, { etag: '"one"' }), (request, response) => {
    response.writeHead(request.headers['if-none-match'] === '"one"' ? 304 : 500).end();
  });
  const first = await client.filterOptions();
  first.options.categories.length = 0;
  expect((await client.filterOptions()).options).toEqual(options);
  expect(server.seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"one"']);
});

it('counts, tells usage of a month, and sends raw requests', async () => {
  server.play(answer({ data: { total: 12, month: '2026-10' } }));
  expect((await client.signals.count({ days: 7 })).total).toBe(12);
  expect((await client.usage({ month: '2026-10' })).usage.month).toBe('2026-10');
  const raw = await client.request<{ data: { total: number } }>('/signals', { query: { limit: 1, q: null } });
  expect(raw).toMatchObject({ status: 200, body: { data: { total: 12 } } });
  await expect(client.request('signals')).rejects.toThrow(TypeError);
  expect(server.seen.map(({ url }) => url)).toEqual([
    '/api/v1/signals?days=7&countOnly=true',
    '/api/v1/usage?month=2026-10',
    '/api/v1/signals?limit=1',
  ]);
});

it('names itself and its version', async () => {
  const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(VERSION).toBe(version);
  server.play(answer());
  await client.usage();
  expect(server.seen[0]!.headers['user-agent']).toBe(`heliograph-sdk/${version}`);
});

it('has the types that the OpenAPI document says; else run npm run generate -w @heliograph/sdk', async () => {
  const { stderr } = await promisify(execFile)(
    process.execPath,
    [join(directory, 'scripts/generate.mjs'), '--check'],
    { cwd: directory },
  ).catch((error: { stderr: string }) => error);
  expect(stderr).toBe('');
});
