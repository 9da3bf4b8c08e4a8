import { describedTools } from '@heliograph/contract';
import { startBeforeAll } from '@heliograph/testing';
import { connectAgent, message, post } from './support/agent';
import { problemFrom, startGateway, withKey } from './support/gateway';

let url: string;
const gateway = startBeforeAll(startGateway);
beforeAll(() => {
  url = `${gateway.url}/mcp`;
});

const send = (body: unknown, headers: Record<string, string> = {}) =>
  post(url, withKey(gateway.key), body, headers);
const initialize = (protocolVersion: string) =>
  message('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } });

describe('versions', () => {
  it.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])('supports %s', async (version) => {
    const response = await send(initialize(version));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.has('mcp-session-id')).toBe(false);
    expect(await response.json()).toMatchObject({
      id: 1,
      result: {
        protocolVersion: version,
        capabilities: { tools: {} },
        serverInfo: { name: 'heliograph' },
        instructions: expect.stringContaining('max_records'),
      },
    });
  });

  it('answers an unknown version with one that it supports', async () => {
    expect(await (await send(initialize('1999-01-01'))).json()).toMatchObject({
      result: { protocolVersion: '2025-11-25' },
    });
  });

  it('refuses a header with an unsupported version', async () => {
    const response = await send(message('ping'), { 'mcp-protocol-version': '1999-01-01' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
    expect((await send(message('ping'), { 'mcp-protocol-version': '2025-06-18' })).status).toBe(200);
  });
});

describe('messages', () => {
  it('that require no answer are accepted without a body', async () => {
    const response = await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([response.status, await response.text()]).toEqual([202, '']);
    expect(response.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
  });

  it.each([
    ['no JSON', '{"jsonrpc"', -32700],
    ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), -32700],
    ['too deep', '['.repeat(40) + ']'.repeat(40), -32700],
    ['not messages', { hello: 1 }, -32600],
    ['an empty batch', [], -32600],
    ['a long batch', Array.from({ length: 11 }, (_, id) => message('ping', {}, id)), -32600],
    ['a null id', { jsonrpc: '2.0', id: null, method: 'ping' }, -32600],
    ['a text', '"ping"', -32600],
  ])('that are %s are protocol errors', async (_what, body, code) => {
    const response = await send(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code } });
  });

  it.each([
    ['no version', { id: 1, method: 'ping' }, '"jsonrpc" must be "2.0"'],
    ['another version', { ...message('ping'), jsonrpc: '1.0' }, '"jsonrpc" must be "2.0"'],
    ['no method', { jsonrpc: '2.0', id: 1, params: {} }, '"method" must be a string'],
    ['a method that is not a string', { ...message('ping'), method: null, result: {} }, '"method" must be'],
    ['an unknown member', { ...message('ping'), verbose: true }, 'a member is unknown'],
    ['metadata that is not an object', message('ping', { _meta: 5 }), 'a member is unknown'],
  ])('with %s are invalid requests', async (_what, body, text) => {
    const response = await send(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      id: 1,
      error: { code: -32600, message: expect.stringContaining(`Invalid Request: ${text}`) },
    });
  });

  it.each([
    ['missing', { ...message('initialize'), params: undefined }],
    ['empty', message('initialize')],
    ['of the wrong type', message('initialize', { protocolVersion: 1, capabilities: {}, clientInfo: {} })],
    ['a list', { ...message('initialize'), params: ['2025-11-25'] }],
    ['a list for another method', { ...message('tools/call'), params: ['usage'] }],
  ])('with params that are %s are answered in a sentence', async (_what, body) => {
    const response = await send(body);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32602, message: expect.stringMatching(/^Invalid params: [^[{\n]+\.$/) },
    });
  });

  it.each([
    ['an unknown method', message('prompts/list'), -32601, /^Method not found$/],
    ['an unknown tool', message('tools/call', { name: 'drop_table' }), -32602, /^There is no such tool: /],
    ['an invalid cursor', message('tools/list', { cursor: 'x' }), -32602, /^There is no such "cursor"\.$/],
    ['no name', message('tools/call', {}), -32602, /^There is no such tool: /],
    [
      'arguments that are not an object',
      message('tools/call', { name: 'usage', arguments: [1] }),
      -32602,
      /^"arguments" must be an object\.$/,
    ],
  ])('with %s are protocol errors', async (_what, body, code, text) => {
    const response = await send(body);
    expect(await response.json()).toMatchObject({
      id: 1,
      error: { code, message: expect.stringMatching(text) },
    });
  });

  it.each([{}, { ttl: 60_000 }, 5])('that ask for a task are answered without one: %j', async (task) => {
    const call = message('tools/call', { name: 'count_signals', arguments: {}, task });
    expect(await (await send(call)).json()).toMatchObject({ result: { structuredContent: { data: {} } } });
    expect(await (await send(message('ping', { task }))).json()).toMatchObject({ result: {} });
  });

  it('over 256 KiB are refused before they are read', async () => {
    const response = await send(message('ping', { filling: 'x'.repeat(262_144) }));
    expect(await problemFrom(response)).toMatchObject({ status: 413 });
  });
});

describe('batches', () => {
  const answersTo = async (batch: unknown[], headers?: Record<string, string>) => {
    const response = await send(batch, headers);
    return { status: response.status, answers: await response.json() };
  };
  const invalid = (id: unknown, code = -32600) => ({ jsonrpc: '2.0', id, error: { code } });
  const pong = (id: unknown) => ({ jsonrpc: '2.0', id, result: {} });

  it('have a response for each request, none for notifications', async () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const calling = message('tools/call', { name: 'count_signals', arguments: {} }, 7);
    expect(await answersTo([message('ping', {}, 'a'), notification, calling])).toMatchObject({
      status: 200,
      answers: [pong('a'), { id: 7, result: { structuredContent: {} } }],
    });
    expect(await answersTo([message('ping')])).toMatchObject({ answers: [pong(1)] });
    const silent = await send([notification, notification]);
    expect([silent.status, await silent.text()]).toEqual([202, '']);
  });

  it('have an error for each malformed message, and serve the others', async () => {
    const malformed = [
      1,
      { ...message('ping'), jsonrpc: '1.0' },
      { jsonrpc: '2.0', id: null, method: 'ping' },
      { ...message('ping'), params: [1] },
      initialize('2025-03-26'),
    ];
    const errors = [invalid(null), invalid(1), invalid(null), invalid(1, -32602), invalid(1)];
    expect(await answersTo([message('ping', {}, 'a'), ...malformed, message('ping', {}, 'b')])).toMatchObject(
      {
        status: 200,
        answers: [pong('a'), ...errors, pong('b')],
      },
    );
    expect(await answersTo(malformed)).toMatchObject({ status: 200, answers: errors });
  });

  it('answer a call that a later message cancels', async () => {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const calling = message('tools/call', { name: 'count_signals', arguments: {} });
    expect(await answersTo([calling, cancel])).toMatchObject({ answers: [{ id: 1 }] });
  });

  it('answer messages of the same id, too', async () => {
    expect(await answersTo([message('ping'), message('prompts/list')])).toMatchObject({
      answers: [pong(1), invalid(1, -32601)],
    });
  });

  it('are for 2025-03-26: later versions have none', async () => {
    const pings = [message('ping', {}, 1), message('ping', {}, 2)];
    const ofVersion = (version: string) => answersTo(pings, { 'mcp-protocol-version': version });
    expect(await ofVersion('2025-03-26')).toMatchObject({ status: 200, answers: [pong(1), pong(2)] });
    for (const version of ['2025-06-18', '2025-11-25']) {
      expect(await ofVersion(version)).toMatchObject({
        status: 400,
        answers: { id: null, error: { code: -32600, message: expect.stringContaining('on its own') } },
      });
    }
    expect(await ofVersion('1999-01-01')).toMatchObject({ status: 400, answers: { id: null } });
  });
});

describe('HTTP', () => {
  it.each(['GET', 'DELETE', 'PUT', 'HEAD'])(
    '%s: 405, because there are no streams or sessions',
    async (method) => {
      const response = await fetch(url, { method, headers: withKey(gateway.key) });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
      expect(response.headers.get('x-ratelimit-limit')).toMatch(/^\d+$/);
    },
  );

  it('requires a key, and says how to send it', async () => {
    const missing = await post(url, {}, message('ping'));
    expect(missing.headers.get('www-authenticate')).toBe('Bearer realm="heliograph"');
    expect(await problemFrom(missing)).toMatchObject({ status: 401, code: 'missing_credentials' });
    const wrong = await post(url, withKey(gateway.token), message('ping'));
    expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(await problemFrom(wrong)).toMatchObject({ status: 401, code: 'invalid_credentials' });
  });

  it("also accepts the command-line client's sessions", async () => {
    const own = `${gateway.url}/api/cli/v1/mcp`;
    expect((await post(own, withKey(gateway.token), message('ping'))).status).toBe(200);
    expect((await post(own, withKey(gateway.key), message('ping'))).status).toBe(401);
  });

  it.each(['https://evil.example', 'http://127.0.0.1.evil.example', 'null', 'nonsense'])(
    'refuses pages of %s',
    async (origin) => {
      const response = await send(message('ping'), { origin });
      expect((await problemFrom(response)).status).toBe(403);
    },
  );

  it.each(['https://app.example.com', 'http://localhost:6274', 'http://127.0.0.1:3000'])(
    'answers pages of %s',
    async (origin) => expect((await send(message('ping'), { origin })).status).toBe(200),
  );

  it('requires JSON without an encoding, and a client that accepts JSON', async () => {
    expect((await send(message('ping'), { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send(message('ping'), { 'content-encoding': 'gzip' })).status).toBe(415);
    for (const accept of ['text/html', 'text/html, application/json;q=0', 'application/jsonl'])
      expect(await problemFrom(await send(message('ping'), { accept }))).toMatchObject({
        status: 406,
        detail: 'The Accept header must allow application/json.',
      });
  });

  it.each(['*/*', 'application/*', 'Application/JSON, Text/Event-Stream', 'text/html;q=0.1, */*;q=0.8'])(
    'answers clients that accept %s',
    async (accept) => expect((await send(message('ping'), { accept })).status).toBe(200),
  );

  it('takes a media type in capitals', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=UTF-8' };
    expect((await send(message('ping'), headers)).status).toBe(200);
  });
});

it('lists the tools with schemas, prices, and remaining funds', async () => {
  gateway.backend.ledger.remaining = 1_000;
  const client = await connectAgent(url, withKey(gateway.key));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(describedTools().map(({ name }) => name));
  for (const tool of tools) {
    expect(tool.annotations).toMatchObject({ readOnlyHint: true });
    expect(tool.description).toMatch(/Free|\$0\.005/);
    expect(tool.description).toMatch(/1999 records are left\.$/);
    expect(tool.outputSchema).toMatchObject({ type: 'object', required: ['data', 'records'] });
    expect(tool.inputSchema.additionalProperties).toBe(false);
  }
  const [searching] = tools;
  expect(Object.keys(searching!.inputSchema.properties!)).toEqual(
    expect.arrayContaining(['q', 'semantic', 'limit', 'cursor', 'max_records']),
  );
  expect(searching!.inputSchema.properties).toMatchObject({
    hiringState: { type: 'array' },
    searchGroups: { type: 'object' },
    locations: { type: 'array', items: { type: 'object' } },
    companies: { type: 'array', maxItems: 50 },
    days: { type: 'integer', enum: [7, 30, 90] },
  });
  expect(JSON.stringify(tools)).not.toMatch(/URL-encoded|comma-separated|components/i);
  await client.close();
});
