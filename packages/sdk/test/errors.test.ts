import { startBeforeAll } from '@heliograph/testing';
import { inspect } from 'node:util';
import { Heliograph, type HeliographError } from '../src/index.ts';
import { answer, hangUp, problem, ScriptedServer } from './support/scripted-server.ts';

const KEY = 'hg_live_ThisMustNotBeShown';

const server = startBeforeAll(() => ScriptedServer.start());

const clientWith = (more: object = {}) =>
  new Heliograph({ baseUrl: server.url, apiKey: KEY, maxRetries: 0, ...more });

async function failureOf(call: Promise<unknown>): Promise<HeliographError> {
  return call.then(
    () => {
      throw new Error('the call succeeded');
    },
    (error: unknown) => error as HeliographError,
  );
}

it('serializes to JSON without stack and cause', async () => {
  const errors = [{ parameter: 'days', message: 'must be one of 7, 30, 90' }];
  server.play(problem(400, 'invalid_parameter', { 'x-budget-remaining': '20' }, { errors }));
  const error = await failureOf(clientWith().signals.search());
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'HeliographError',
    code: 'invalid_parameter',
    detail: 'It is invalid_parameter.',
    status: 400,
    requestId: 'request-2',
    errors,
    budgetRemaining: 20,
    idempotencyKey: server.keys[0],
    attempts: 1,
  });
});

it.each([
  ['Idempotency-Key', { idempotencyKey: '日本-2026' }],
  ['X-Budget-Id', { budget: { id: '日本', records: 5 } }],
  ['X-Test-Outcome', { testOutcome: 'a\nb' }],
])('refuses a value of %s that a header cannot carry', async (parameter, options) => {
  const before = server.seen.length;
  const error = await failureOf(clientWith().signals.search({}, options as object));
  const message = 'cannot be sent in a header';
  expect(error).toMatchObject({ code: 'invalid_parameter', attempts: 0, errors: [{ parameter, message }] });
  expect(server.seen).toHaveLength(before);
});

it('says why the API is unreachable', async () => {
  const gone = await ScriptedServer.start();
  await gone.close();
  const error = await failureOf(clientWith({ baseUrl: gone.url }).usage());
  expect(error.code).toBe('network_error');
  expect(error.message).toContain('ECONNREFUSED');
});

it('never shows the key', async () => {
  const client = clientWith();
  const shown = [inspect(client, { depth: 9, showHidden: true }), JSON.stringify(client)];
  for (const turn of [hangUp, problem(401, 'invalid_credentials'), problem(503, 'unavailable')]) {
    server.play(turn);
    const error = await failureOf(client.signals.search());
    shown.push(inspect(error, { depth: 9, showHidden: true }), JSON.stringify(error), String(error.stack));
  }
  const broken = clientWith({ apiKey: `${KEY}\n` });
  shown.push(inspect(await failureOf(broken.usage()), { depth: 9 }));
  expect(shown.join('\n')).not.toContain(KEY);
});

it.each([
  ['no URL', 'api.example.com'],
  ['a scheme other than http', 'ftp://api.example.com'],
  ['a password', 'https://user:secret@api.example.com'],
  ['a query', 'https://api.example.com?x=1'],
])('refuses a base URL with %s', (_name, baseUrl) => {
  expect(() => new Heliograph({ baseUrl, apiKey: KEY })).toThrow(TypeError);
});

it('rejects a path without a slash', async () => {
  await expect(clientWith().request('signals')).rejects.toThrow(TypeError);
});

it.each([-1, 1.5, NaN])('refuses %s as maxRecords', async (maxRecords) => {
  await expect(clientWith().signals.iterate({}, { maxRecords }).next()).rejects.toThrow(RangeError);
});

it.each(['timeoutMs', 'maxRetries'])(
  'refuses NaN and -1 as %s, instead of retrying forever',
  async (name) => {
    server.play();
    for (const value of [NaN, -1])
      await expect(clientWith({ [name]: value }).usage()).rejects.toThrow(RangeError);
    expect(server.seen).toEqual([]);
  },
);

describe('a client of another channel', () => {
  const channel = (token: (request: { refused: string | undefined }) => string) =>
    new Heliograph({
      baseUrl: server.url,
      basePath: '/api/cli/v1',
      token,
      userAgent: 'signals-cli/0.3.0',
      maxRetries: 0,
    });

  it('requests a new token once when one is rejected, and repeats the request with it', async () => {
    server.play(problem(401, 'expired_credentials'), answer());
    const { meta } = await channel(({ refused }) => (refused === undefined ? 'old' : 'new')).signals.search();
    expect(meta.attempts).toBe(2);
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
    expect(server.seen[0]!.url).toBe('/api/cli/v1/signals');
    expect(server.seen[0]!.headers['user-agent']).toBe('signals-cli/0.3.0');
    expect(new Set(server.keys).size).toBe(1);
  });

  it('fails when the new one is rejected too, or there is none', async () => {
    server.play(problem(401, 'expired_credentials'));
    let made = 0;
    expect((await failureOf(channel(() => `token-${made++}`).signals.search())).status).toBe(401);
    expect(server.seen).toHaveLength(2);
    server.play(problem(401, 'expired_credentials'));
    expect((await failureOf(channel(() => 'the-only-one').signals.search())).status).toBe(401);
    expect(server.seen).toHaveLength(1);
  });
});

it.each([
  ['a set', new Set(['acme']), 'Set'],
  ['an iterator', new Map([['acme', 1]]).keys(), 'Map Iterator'],
  ['objects in an array', [{ slug: 'acme' }], 'Object'],
])('refuses %s as a filter, whose text would match nothing', async (_name, companies, kind) => {
  const before = server.seen.length;
  const error = await failureOf(clientWith().signals.search({ companies: companies as unknown as string[] }));
  const message = `has a value of type ${kind}; pass text or an array of texts`;
  expect(error).toMatchObject({
    code: 'invalid_parameter',
    attempts: 0,
    errors: [{ parameter: 'companies', message }],
  });
  expect(server.seen).toHaveLength(before);
});
