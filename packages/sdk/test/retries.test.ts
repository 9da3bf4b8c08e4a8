import { Heliograph, HeliographError } from '../src/index.ts';
import { answer, breakOff, hangUp, problem, ScriptedServer, silence } from './support/scripted-server.ts';

let server: ScriptedServer;
let client: Heliograph;

beforeAll(async () => {
  server = await ScriptedServer.start();
  client = new Heliograph({ baseUrl: server.url, apiKey: 'hg_live_key' });
});

afterAll(() => server.close());

/** The failure of a call that must fail. */
async function failureOf(call: Promise<unknown>): Promise<HeliographError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(HeliographError);
  return error as HeliographError;
}

describe('a call that is sent again', () => {
  it.each([
    ['the connection is dropped', hangUp],
    ['the answer breaks off', breakOff],
    ['503', problem(503, 'unavailable')],
    ['the first request is still running', problem(409, 'idempotency_in_progress')],
    [
      'a proxy has no answer',
      (_request: unknown, response: { writeHead(status: number): { end(): void } }) =>
        void response.writeHead(502).end(),
    ],
  ])('is charged once at most: after %s it has the same Idempotency-Key', async (_name, fault) => {
    server.play(fault, fault, answer());
    const { meta } = await client.signals.search({ q: 'robots' });
    expect(meta.attempts).toBe(3);
    expect(server.keys).toHaveLength(3);
    expect(server.keys[0]).toMatch(/^[a-f0-9]{32}$/);
    expect(new Set(server.keys)).toEqual(new Set([meta.idempotencyKey]));
    expect(new Set(server.seen.map(({ url }) => url)).size).toBe(1);
  });

  it('has a key of its own for each call, and yours when you give one', async () => {
    server.play(answer());
    await client.signals.search();
    await client.signals.search();
    await client.companies.get('acme', { idempotencyKey: 'nightly-2026-11-20' });
    expect(new Set(server.keys).size).toBe(3);
    expect(server.keys[2]).toBe('nightly-2026-11-20');
  });

  it('does not come back before Retry-After', async () => {
    server.play(problem(503, 'unavailable', { 'retry-after': '1' }), answer());
    const from = performance.now();
    await client.signals.search();
    expect(performance.now() - from).toBeGreaterThanOrEqual(1_000);
  });

  it('waits out a limit when the time allows it', async () => {
    server.play(problem(429, 'rate_limited', { 'retry-after': '1' }), answer());
    expect((await client.signals.search()).meta.attempts).toBe(2);
  });

  it('gives up after its retries, with the last failure and the key to go on with', async () => {
    server.play(problem(503, 'unavailable', { 'retry-after': '0' }));
    const error = await failureOf(client.signals.search({}, { maxRetries: 2 }));
    expect(error).toMatchObject({ code: 'unavailable', status: 503, requestId: 'request-2', attempts: 3 });
    expect(error.idempotencyKey).toBe(server.keys[0]);
    expect(server.seen).toHaveLength(3);
  });

  it('is sent once when retries are off', async () => {
    server.play(hangUp);
    const error = await failureOf(client.signals.search({}, { maxRetries: 0 }));
    expect(error).toMatchObject({ code: 'network_error', status: undefined, attempts: 1 });
    expect(server.seen).toHaveLength(1);
  });
});

describe('a call that is not sent again', () => {
  it.each([
    [400, 'invalid_parameter'],
    [401, 'invalid_credentials'],
    [402, 'insufficient_records'],
    [403, 'access_restricted'],
    [404, 'not_found'],
    [409, 'idempotency_conflict'],
    [500, 'internal'],
    // Without Retry-After it waits for an operator.
    [503, 'semantic_unavailable'],
  ])('%s %s', async (status, code) => {
    server.play(problem(status, code));
    expect(await failureOf(client.signals.search())).toMatchObject({ status, code, attempts: 1 });
    expect(server.seen).toHaveLength(1);
  });

  it('a limit that ends after the deadline: it fails at once and says when', async () => {
    server.play(problem(429, 'rate_limited', { 'retry-after': '42' }));
    const from = performance.now();
    const error = await failureOf(client.signals.search({}, { timeoutMs: 5_000 }));
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 42 });
    expect(performance.now() - from).toBeLessThan(1_000);
    expect(server.seen).toHaveLength(1);
  });

  it('a redirect, which would carry the key elsewhere', async () => {
    server.play((_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
    const error = await failureOf(client.signals.search());
    expect(error.code).toBe('unexpected_answer');
    expect(error.message).toContain('redirect');
    expect(server.seen).toHaveLength(1);
  });

  it('an answer that is not of the API', async () => {
    server.play((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'));
    expect((await failureOf(client.signals.search())).code).toBe('unexpected_answer');
  });
});

describe('time', () => {
  it('ends a call at its deadline, however silent the server', async () => {
    server.play(silence);
    const error = await failureOf(client.signals.search({}, { timeoutMs: 100 }));
    expect(error).toMatchObject({ code: 'timeout', status: undefined, attempts: 1 });
    expect(error.idempotencyKey).toBe(server.keys[0]);
  });

  it('counts retries too: after a 503 the deadline stays the same', async () => {
    server.play(problem(503, 'unavailable'), silence);
    const error = await failureOf(client.signals.search({}, { timeoutMs: 500 }));
    expect(error).toMatchObject({ code: 'timeout', attempts: 2, cause: { code: 'unavailable' } });
  });

  it("rejects with the signal's reason when aborted, in an attempt and in a pause", async () => {
    const reason = new Error('the user has gone');
    for (const turn of [silence, problem(503, 'unavailable', { 'retry-after': '30' })]) {
      const controller = new AbortController();
      server.play((request, response) => {
        turn(request, response);
        setImmediate(() => controller.abort(reason));
      });
      await expect(client.signals.search({}, { signal: controller.signal })).rejects.toBe(reason);
    }
    server.play(answer());
    await expect(client.signals.search({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.seen).toHaveLength(0);
  });
});
