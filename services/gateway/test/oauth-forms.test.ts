import { startBeforeAll } from '@heliograph/testing';
import { clientDocument, REQUEST_LIMITS } from '@heliograph/contract';
import { startGateway } from './support/gateway';
import { endpoints, GOOD_FORMS, oauthErrorFrom } from './support/oauth';
import { exchangeBytes, parseAnswer } from './support/raw-http';

const gateway = startBeforeAll(startGateway);

const send = (path: string, form: Record<string, string> | string, headers?: Record<string, string>) =>
  gateway.form(path, form, headers);

describe.each(endpoints)('%s', (path) => {
  const good = GOOD_FORMS[path]!;
  const encoded = new URLSearchParams(good).toString();

  it('accepts a valid form', async () => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded; charset=UTF-8',
      'Application/X-WWW-Form-Urlencoded',
    ]) {
      const response = await send(path, good, { 'content-type': type });
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    }
  });

  it.each(['GET', 'PUT', 'DELETE', 'OPTIONS'])('%s: 405', async (method) => {
    const response = await fetch(`${gateway.url}/api/cli/v1${path}`, { method });
    expect(response.headers.get('allow')).toBe('POST');
    expect(await oauthErrorFrom(response)).toMatchObject({ status: 405, error: 'invalid_request' });
  });

  it.each([
    ['JSON', { 'content-type': 'application/json' }],
    ['no type', { 'content-type': '' }],
    ['another form', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['a type with the same prefix', { 'content-type': 'application/x-www-form-urlencodedx' }],
    ['a compressed form', { 'content-encoding': 'gzip' }],
  ])('%s: 415', async (_name, headers: Record<string, string>) => {
    expect(await oauthErrorFrom(await send(path, encoded, headers))).toMatchObject({
      status: 415,
      error: 'invalid_request',
    });
  });

  it('answers 413 to a form over 8 KB, declared or not, and reads one of 8 KB', async () => {
    const tooLong = `${encoded}&x=${'a'.repeat(REQUEST_LIMITS.formBytes)}`;
    expect(await oauthErrorFrom(await send(path, tooLong))).toMatchObject({
      status: 413,
      error: 'invalid_request',
    });
    const chunk = `${tooLong.length.toString(16)}\r\n${tooLong}\r\n`;
    const raw = await exchangeBytes(
      gateway.service.port,
      `POST /api/cli/v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n` +
        `Content-Type: application/x-www-form-urlencoded\r\n\r\n${chunk}${chunk}0\r\n\r\n`,
    );
    expect([parseAnswer(raw).status, JSON.parse(parseAnswer(raw).body)]).toMatchObject([
      413,
      { error: 'invalid_request' },
    ]);
    const longest = `client_id=signals-cli&client_id=`.padEnd(REQUEST_LIMITS.formBytes, 'a');
    const { status, error_description: text } = await oauthErrorFrom(await send(path, longest));
    expect([status, text]).toEqual([400, expect.stringContaining('client_id is given more than once')]);
  });

  it('disconnects a client that never stops sending', async () => {
    const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
    const raw = await exchangeBytes(
      gateway.service.port,
      `POST /api/cli/v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n` +
        `Content-Type: application/x-www-form-urlencoded\r\n\r\n${chunk.repeat(3)}`,
    );
    expect([413, NaN]).toContain(raw === '' ? NaN : parseAnswer(raw).status);
  });

  it.each([
    ['a repeated parameter', `${encoded}&client_id=signals-cli`, 'client_id is given more than once'],
    ['bad encoding', `${encoded}&%zz=1`, 'not valid percent-encoded'],
    ['an empty client', encoded.replace('signals-cli', ''), 'client_id is missing'],
    ['an empty form', '', 'client_id is missing'],
  ])('%s: 400 invalid_request', async (_name, form, words) => {
    const problem = await oauthErrorFrom(await send(path, form));
    expect(problem).toMatchObject({ status: 400, error: 'invalid_request' });
    expect(problem.error_description).toContain(words);
  });

  it('reports all issues at once', async () => {
    const { error_description: text } = await oauthErrorFrom(await send(path, '%zz=1&%yy=1'));
    for (const name of ['%zz ', '%yy ', 'client_id ']) expect(text).toContain(name);
  });

  it('ignores unknown parameters, as RFC 6749 says', async () => {
    const unknown = Array.from({ length: 200 }, (_, index) => `nope${index}=1`).join('&');
    const withUnknown = await oauthErrorFrom(await send(path, `${unknown}&scope=a&scope=b`));
    expect(withUnknown).toEqual(await oauthErrorFrom(await send(path, '')));
    expect(clientDocument.info.description).toContain('Unknown parameters are ignored');
  });

  it('ignores the URL, which would be logged', async () => {
    const problem = await oauthErrorFrom(await send(`${path}?client_id=signals-cli`, encoded));
    expect(problem).toMatchObject({ status: 400, error: 'invalid_request' });
    expect(problem.error_description).toContain('is in the URL');
  });

  it('another client: 400 invalid_client', async () => {
    const problem = await oauthErrorFrom(await send(path, { ...good, client_id: 'somebody-else' }));
    expect(problem).toMatchObject({ status: 400, error: 'invalid_client' });
  });

  it('puts only allowed characters into a description', async () => {
    await oauthErrorFrom(await send(path, `${encoded}&n"o\\pé\r\n%zz=1`));
  });

  it('requires no credential and ignores any', async () => {
    for (const [name, value] of [
      ['authorization', 'Bearer nonsense'],
      ['cookie', 'x=y'],
    ] as const) {
      expect((await send(path, good, { [name]: value })).status).toBe(200);
    }
  });
});

it('survives a client that disconnects in the middle of its form', async () => {
  const raw = await exchangeBytes(
    gateway.service.port,
    'POST /api/cli/v1/token HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\nConnection: close\r\n' +
      'Content-Type: application/x-www-form-urlencoded\r\n\r\nclient_id=sig',
    { half: true },
  );
  expect(raw).not.toContain('200 OK');
  expect((await gateway.form('/device', GOOD_FORMS['/device']!)).status).toBe(200);
});
