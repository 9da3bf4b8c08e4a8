import { ledger, search } from '@heliograph/proto';
import { createLogger, ServiceError } from '@heliograph/runtime';
import { randomUUID } from 'node:crypto';
import { nearestOf, SEMANTIC_AS_OF_MS } from './support/backend-responses';
import { documentedAs } from './support/response-schema';
import { problemFrom, startGateway, withKey, type TestGateway } from './support/gateway';

interface Page {
  data: {
    items: { id: string; similarity: number }[];
    nextCursor: string | null;
    search: Record<string, unknown>;
  };
}

const started = Date.parse('2026-11-20T08:15:30.262Z');
const log: string[] = [];
let now = started;
let gateway: TestGateway;

beforeAll(async () => {
  const logger = createLogger(
    { service: 'gateway', level: 'trace' },
    { write: (line) => void log.push(line) },
  );
  gateway = await startGateway({}, { logger, clock: () => now });
});
beforeEach(() => {
  now = started;
  const { backend } = gateway;
  backend.semanticSearch = async (request) => nearestOf(request);
  backend.semanticSearches.length = 0;
  backend.searches.length = 0;
  backend.ledger.charges.length = 0;
  backend.ledger.releases.length = 0;
  backend.ledger.remaining = 1_000;
});
afterAll(() => gateway.stop());

const pageOf = async (path: string) => (await (await gateway.get(path)).json()) as Page;
const lastSearch = () => gateway.backend.semanticSearches.at(-1)!;
const newHeaders = () => withKey(gateway.key, { 'idempotency-key': randomUUID() });

it("copies the search service's items into the envelope byte for byte, with the pool's metadata", async () => {
  const itemsJson = Buffer.from('[{"id":"1","title":"“東京” \\u00e9 é","similarity":0.5}]');
  gateway.backend.semanticSearch = async (request) => ({
    ...nearestOf({ ...request, limit: 1 }),
    itemsJson,
    next: undefined,
    poolSize: 12,
    matched: 1,
  });
  const response = await gateway.get('/signals?semantic=robots');
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.text()).toBe(
    `{"data":{"items":${itemsJson.toString()},"nextCursor":null,"search":{"mode":"semantic","model":"test-model",` +
      `"ranking":"cosine_similarity","candidateLimit":1000,"asOf":"2026-11-20T08:15:30.250Z",` +
      `"cursorExpiresAt":"2026-11-20T09:15:30.262Z","poolSize":12,"matched":1}}}`,
  );
});

it('answers as documented', async () => {
  const page = await pageOf('/signals?semantic=robots&limit=3');
  expect(documentedAs('SemanticPage').safeParse(page).error?.issues ?? []).toEqual([]);
  expect(documentedAs('SearchPage').safeParse(page).success).toBe(false);
});

it('passes on text, filters, and limit', async () => {
  const text = '  “東京” & robots?';
  await gateway.get(
    `/signals?semantic=${encodeURIComponent(text)}&q=office&category=funding&activityIds=7&limit=3`,
  );
  expect(lastSearch()).toEqual({
    text,
    filters: search.Filters.fromPartial({ q: 'office', categories: ['funding'], activityIds: ['7'] }),
    limit: 3,
    fields: [],
    after: undefined,
    cutoff: undefined,
    collection: '',
  });
  expect(gateway.backend.searches).toEqual([]);
});

describe('pages', () => {
  const first = '/signals?semantic=robots&q=a&limit=3';

  it("continue after the last item, with the first page's cutoff and collection", async () => {
    const page = await pageOf(first);
    now += 1_234;
    const second = await pageOf(`/signals?limit=3&cursor=${page.data.nextCursor}&q=a&semantic=robots`);
    expect(lastSearch()).toMatchObject({
      after: { similarityMillionths: 899_998, id: '998' },
      cutoff: { asOf: new Date(SEMANTIC_AS_OF_MS), ordinalBelow: 4_711 },
      collection: 'signals-test-1',
    });
    expect(second.data.items.map(({ id }) => id)).toEqual(['997', '996', '995']);
    expect(second.data.search).toMatchObject({
      asOf: '2026-11-20T08:15:30.250Z',
      cursorExpiresAt: '2026-11-20T09:15:31.496Z',
    });
    const third = await gateway.get(`${first}&cursor=${second.data.nextCursor}`);
    expect(third.status).toBe(200);
    expect(lastSearch().after).toMatchObject({ id: '995' });
  });

  it('have cursors that are valid until the stated time and no longer', async () => {
    const page = await pageOf(first);
    const expiry = Date.parse(page.data.search['cursorExpiresAt'] as string);
    expect(expiry).toBe(started + 3_600_000);
    now = expiry - 1;
    expect((await gateway.get(`${first}&cursor=${page.data.nextCursor}`)).status).toBe(200);
    now = expiry;
    const problem = await problemFrom(await gateway.get(`${first}&cursor=${page.data.nextCursor}`));
    expect(problem).toMatchObject({ status: 400, code: 'cursor_expired', title: 'Expired cursor' });
    expect(problem.errors).toEqual([
      { parameter: 'cursor', message: expect.stringContaining('start again without it') },
    ]);
  });

  it.each([
    ['another query', '/signals?semantic=drones&q=a&limit=3'],
    ['other filters', '/signals?semantic=robots&q=b&limit=3'],
    ['other filters', '/signals?semantic=robots&limit=3'],
    ['another limit', '/signals?semantic=robots&q=a&limit=4'],
    ['another query and another limit', '/signals?semantic=drones&q=a'],
    ['made by a semantic search', '/signals?q=a&limit=3'],
  ])('refuse a cursor for %s', async (words, path) => {
    const { data } = await pageOf(first);
    const problem = await problemFrom(await gateway.get(`${path}&cursor=${data.nextCursor}`));
    expect(problem).toMatchObject({ status: 400, code: 'cursor_mismatch' });
    expect(problem.detail).toContain(words);
  });

  it('are replayed by their Idempotency-Key when their cursor has expired', async () => {
    const { ledger: charged } = gateway.backend;
    const page = await pageOf(first);
    const path = `${first}&cursor=${page.data.nextCursor}`;
    const headers = newHeaders();
    const second = await (await gateway.get(path, headers)).text();
    now = Date.parse(page.data.search['cursorExpiresAt'] as string);
    const replay = await gateway.get(path, headers);
    expect([replay.headers.get('idempotency-replayed'), await replay.text()]).toEqual(['true', second]);
    const other = newHeaders();
    expect((await problemFrom(await gateway.get(path, other))).code).toBe('cursor_expired');
    expect(charged.charges).toHaveLength(2);
    expect(charged.releases).toHaveLength(1);
    expect((await gateway.get(`${path}&limit=0`, headers)).status).toBe(400);
  });

  it('refuse a modified cursor and one from keyword search', async () => {
    const { data } = await pageOf(first);
    const changed = await problemFrom(await gateway.get(`${first}&cursor=${data.nextCursor}A`));
    expect(changed.code).toBe('cursor_invalid');
    const keyword = (await pageOf('/signals?q=a&limit=3')).data.nextCursor;
    const mixed = await problemFrom(await gateway.get(`${first}&cursor=${keyword}`));
    expect([mixed.code, mixed.detail]).toEqual([
      'cursor_mismatch',
      expect.stringContaining('made by a search without "semantic"'),
    ]);
  });

  it('do not reveal the query in their cursor', async () => {
    const { data } = await pageOf('/signals?semantic=secretquery&limit=1');
    const bytes = Buffer.from(data.nextCursor!, 'base64url').toString('latin1');
    expect(bytes).not.toContain('secretquery');
  });

  it('end with the index that they came from', async () => {
    gateway.backend.semanticSearch = async () => {
      throw new ServiceError('cursor_expired', 'The index was rebuilt; start again.', {
        issues: [{ parameter: 'cursor', message: 'The index was rebuilt; start again.' }],
      });
    };
    expect(await problemFrom(await gateway.get('/signals?semantic=robots'))).toMatchObject({
      status: 400,
      code: 'cursor_expired',
      errors: [{ parameter: 'cursor' }],
    });
  });
});

it("lists all of a request's issues without making a call", async () => {
  const problem = await problemFrom(await gateway.get('/signals?semantic=ab&limit=0&cursor=x'));
  expect(problem.errors!.map(({ parameter }) => parameter).sort()).toEqual(['cursor', 'limit', 'semantic']);
  const refused = await problemFrom(
    await gateway.get('/signals?semantic=robots&page=1&ids=1&countOnly=true'),
  );
  expect(refused).toMatchObject({ status: 400, code: 'invalid_parameter' });
  expect(refused.errors).toHaveLength(3);
  expect(gateway.backend.semanticSearches).toEqual([]);
});

describe('charging', () => {
  it('charges one record per item, marked as semantic', async () => {
    const response = await gateway.get('/signals?semantic=robots&limit=7');
    expect(response.headers.get('x-records-consumed')).toBe('7');
    expect(response.headers.get('x-records-remaining')).toBe('993');
    expect(gateway.backend.ledger.charges).toMatchObject([
      { operation: 'searchSignals', mode: ledger.Mode.SEMANTIC, records: 7 },
    ]);
  });

  it('charges nothing without matches', async () => {
    gateway.backend.semanticSearch = async (request) => ({
      ...nearestOf(request),
      itemsJson: Buffer.from('[]'),
      itemCount: 0,
      next: undefined,
      matched: 0,
    });
    const response = await gateway.get('/signals?semantic=robots');
    expect(response.headers.get('x-records-consumed')).toBe('0');
    expect(((await response.json()) as Page).data).toMatchObject({
      items: [],
      nextCursor: null,
      search: { poolSize: 1_000, matched: 0 },
    });
    expect(gateway.backend.ledger.charges).toMatchObject([{ mode: ledger.Mode.SEMANTIC, records: 0 }]);
  });

  it('answers 402 when there are not enough records', async () => {
    gateway.backend.ledger.remaining = 2;
    const problem = await problemFrom(await gateway.get('/signals?semantic=robots&limit=3'));
    expect(problem).toMatchObject({ status: 402, code: 'insufficient_records' });
  });

  it('replays a page byte for byte, including its expiry', async () => {
    const headers = newHeaders();
    const first = await gateway.get('/signals?semantic=robots&limit=2', headers);
    now += 60_000;
    const replay = await gateway.get('/signals?limit=2&semantic=robots', headers);
    expect(replay.headers.get('idempotency-replayed')).toBe('true');
    expect(replay.headers.get('x-records-consumed')).toBe('0');
    expect(await replay.text()).toBe(await first.text());
    expect(gateway.backend.semanticSearches).toHaveLength(1);
    const other = await problemFrom(await gateway.get('/signals?semantic=drones&limit=2', headers));
    expect(other.code).toBe('idempotency_conflict');
  });
});

describe('an impossible search', () => {
  it('gets a 503 at once that tells operators what to do; nothing is charged and the key stays free', async () => {
    const { backend } = gateway;
    const detail = 'The index for semantic search is still being built: 37%.';
    backend.semanticSearch = async () => {
      throw new ServiceError('semantic_unavailable', detail, {
        cause: new Error('10.0.0.7'),
        retryAfterSeconds: 30,
      });
    };
    const headers = newHeaders();
    const response = await gateway.get('/signals?semantic=robots&limit=1', headers);
    expect(response.headers.get('retry-after')).toBe('30');
    expect(await problemFrom(response)).toMatchObject({
      status: 503,
      code: 'semantic_unavailable',
      title: 'Semantic search unavailable',
      detail,
    });
    expect(backend.semanticSearches).toHaveLength(1);
    expect([backend.ledger.charges.length, backend.ledger.releases.length]).toEqual([0, 1]);
    // Keyword search is not used as a fallback.
    expect(backend.searches).toEqual([]);
    backend.semanticSearch = async (request) => nearestOf(request);
    const again = await gateway.get('/signals?semantic=robots&limit=1', headers);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null]);
  });

  it('gives no retry time when none is known', async () => {
    gateway.backend.semanticSearch = async () => {
      throw new ServiceError('semantic_unavailable', 'Semantic search is not configured.');
    };
    const response = await gateway.get('/signals?semantic=robots');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, null]);
  });

  it('is retried when the search service comes back in time', async () => {
    await gateway.backend.stopService('search');
    const waiting = gateway.get('/signals?semantic=robots&limit=1');
    await gateway.backend.startService('search');
    expect((await waiting).status).toBe(200);
  });
});

it("counts as one of the account's searches", async () => {
  const limited = await startGateway({ limits: { requests: 100, searches: 1 } }, { clock: () => started });
  try {
    expect((await limited.get('/signals?semantic=robots&limit=1')).status).toBe(200);
    expect((await limited.get('/signals?semantic=robots&limit=1')).status).toBe(429);
  } finally {
    await limited.stop();
  }
});

it('keeps the query out of logs and metrics', async () => {
  await gateway.get('/signals?semantic=secretquery&limit=1');
  await gateway.get('/signals?semantic=secretquery&limit=0');
  gateway.backend.semanticSearch = async () => {
    throw new Error('broken');
  };
  expect((await gateway.get('/signals?semantic=secretquery')).status).toBe(500);
  expect(log.length).toBeGreaterThan(0);
  for (const text of [...log, await gateway.metrics()]) expect(text).not.toContain('secretquery');
});
