import { REQUEST_LIMITS } from '@heliograph/contract';
import { startBeforeAll } from '@heliograph/testing';
import { problemFrom, startGateway, withKey } from './support/gateway';
import { exchangeBytes, parseAnswer } from './support/raw-http';

const gateway = startBeforeAll(() => startGateway({ allowedHosts: ['x', 'api.example'] }));

/** Refusals below the request level are problem documents, too. */
function expectProblem(raw: string, status: number): void {
  const response = parseAnswer(raw);
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.headers.get('connection')).toBe('close');
  expect(JSON.parse(response.body)).toMatchObject({
    status,
    code: 'invalid_parameter',
    requestId: response.headers.get('x-request-id'),
  });
}

it('refuses a URL beyond its limit with 414', async () => {
  const path = `/signals?q=${'a'.repeat(REQUEST_LIMITS.urlLength)}`;
  const response = await gateway.get(path);
  expect(await problemFrom(response)).toMatchObject({ status: 414, code: 'invalid_parameter' });
  expect((await gateway.get(path, {})).status).toBe(414);
});

it.each([
  ['a URL', `GET /api/v1/signals?q=${'a'.repeat(200_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['a header', `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'a'.repeat(200_000)}\r\n\r\n`],
  ['many headers', `GET / HTTP/1.1\r\nHost: x\r\n${'X-Many: aaaaaaaaaa\r\n'.repeat(10_000)}\r\n`],
])('refuses %s of 200 KB with 431', async (_name, bytes) => {
  expectProblem(await exchangeBytes(gateway.service.port, bytes), 431);
});

it('answers large headers even to clients that are still sending them', async () => {
  for (let count = 0; count < 10; count++) {
    const response = await gateway.get('/signals', withKey(gateway.key, { 'x-large': 'a'.repeat(200_000) }));
    expect(response.status).toBe(431);
  }
});

it.each([
  ['an unknown method', 'FOO /api/v1/signals HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a space in the URL', 'GET /api/v1/signals?q=series a HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['other characters in the path', 'GET /api/v1/companies/süß HTTP/1.1\r\nHost: x\r\n\r\n'],
])('says what to check about %s', async (_name, bytes) => {
  const raw = await exchangeBytes(gateway.service.port, bytes);
  expectProblem(raw, 400);
  expect(raw).toContain('check its method and headers, and percent-encode its URL');
});

it.each([
  ['another protocol', '\x16\x03\x01\x02\x00\x01 hello\r\n\r\n'],
  ['a broken request line', 'GET\r\n\r\n'],
  ['a space before the colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n'],
  ['a NUL in the URL', 'GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
])('refuses %s with 400', async (_name, bytes) => {
  expectProblem(await exchangeBytes(gateway.service.port, bytes), 400);
});

it('requires a Host in HTTP/1.1', async () => {
  const raw = await exchangeBytes(gateway.service.port, 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n');
  expect(parseAnswer(raw).status).toBe(400);
  const old = await exchangeBytes(gateway.service.port, 'GET /healthz HTTP/1.0\r\n\r\n');
  expect(parseAnswer(old).status).toBe(200);
});

it('accepts an absolute-form target', async () => {
  const raw = await exchangeBytes(
    gateway.service.port,
    `GET http://api.example/api/v1/signals?limit=1 HTTP/1.1\r\nHost: api.example\r\nConnection: close\r\nAuthorization: Bearer ${gateway.key}\r\n\r\n`,
  );
  expect(parseAnswer(raw).status).toBe(200);
});

it.each(['*', 'nonsense', 'http://', 'http://x\\y/api/v1/usage'])('handles the target %p', async (target) => {
  const raw = await exchangeBytes(
    gateway.service.port,
    `OPTIONS ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  );
  expect(parseAnswer(raw).status).toBeGreaterThanOrEqual(400);
  expect(parseAnswer(raw).status).toBeLessThan(500);
});

it('answers CONNECT, which Node.js itself would not', async () => {
  const raw = await exchangeBytes(gateway.service.port, 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n');
  const { status, headers, body } = parseAnswer(raw);
  expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'GET' });
  expect(headers.get('date')).toMatch(/ GMT$/);
  expect(JSON.parse(body)).toMatchObject({
    code: 'method_not_allowed',
    requestId: headers.get('x-request-id'),
  });
});

it('does not wait for expectations', async () => {
  const raw = await exchangeBytes(
    gateway.service.port,
    'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: the-unexpected\r\nConnection: close\r\n\r\n',
  );
  expect(parseAnswer(raw).status).toBe(200);
});

it('disconnects a client that never stops sending', async () => {
  const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
  const raw = await exchangeBytes(
    gateway.service.port,
    `POST /api/v1/signals HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(3)}`,
  );
  expect([401, NaN]).toContain(raw === '' ? NaN : parseAnswer(raw).status);
});

const plain = (...lines: string[]) =>
  exchangeBytes(gateway.service.port, [...lines, 'Host: x', 'Connection: close', '', ''].join('\r\n'));

it.each([
  ['two Host headers', 400, ['GET /api/v1/usage HTTP/1.1', 'Host: localhost']],
  [
    'two Authorization headers',
    400,
    ['GET /api/v1/usage HTTP/1.1', 'Authorization: Bearer a', 'authorization: Bearer b'],
  ],
  ['a target with another scheme', 400, ['GET ftp://x/api/v1/usage HTTP/1.1']],
  ['a target without a scheme', 400, ['GET x:80 HTTP/1.1']],
  ['another version', 505, ['GET /api/v1/usage HTTP/2.0']],
  ['a body that would be discarded', 413, ['GET /docs HTTP/1.1', 'Content-Length: 1048577']],
  ['a large header', 431, ['GET /api/v1/usage HTTP/1.1', `X-Large: ${'a'.repeat(140_000)}`]],
  ['large headers', 431, ['GET /docs HTTP/1.1', ...Array<string>(20).fill(`X-Large: ${'a'.repeat(1_000)}`)]],
  ['more headers than Node.js keeps', 431, ['GET /docs HTTP/1.1', ...Array<string>(2_001).fill('a:b')]],
])('refuses %s with %i', async (_name, status, lines) => {
  const response = parseAnswer(await plain(...lines));
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(JSON.parse(response.body)).toMatchObject({ status, code: 'invalid_parameter' });
});

it('accepts a URL of the maximum length together with headers of the maximum size', async () => {
  const raw = await plain(
    `GET /api/v1/openapi.json?${'a'.repeat(REQUEST_LIMITS.urlLength - 30)} HTTP/1.1`,
    `X-Large: ${'a'.repeat(16_000)}`,
    `X-Request-Id: abcdefgh`,
  );
  expect(parseAnswer(raw).status).toBe(200);
});
