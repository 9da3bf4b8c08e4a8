import { startBeforeAll } from '@heliograph/testing';
import { request } from 'node:http';
import { TestDashboard } from './support/dashboard';
import { problemFrom, SESSION_COOKIE } from './support/person';

const dashboard = startBeforeAll(() => TestDashboard.start());
const person = startBeforeAll(() => dashboard.signIn());

const sendText = (body: string | Buffer, headers: Record<string, string> = {}) =>
  fetch(`${dashboard.url}/api/app/v1/keys`, {
    method: 'POST',
    headers: {
      cookie: `${SESSION_COOKIE}=${person.secret}`,
      'x-csrf-token': person.csrfToken,
      'content-type': 'application/json',
      ...headers,
    },
    body,
  });

it.each([
  ['nothing', ''],
  ['data that is not JSON', '{"name":'],
  ['JSON with trailing data', '{}x'],
  ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
  ['deep nonsense', '['.repeat(20_000)],
])('%s is refused', async (_name, body) => {
  const problem = await problemFrom(await sendText(body));
  expect([problem.status, problem.errors?.[0]?.parameter]).toEqual([400, 'body']);
});

it.each(['null', '[]', '1', '"text"', 'true'])('%s is invalid', async (body) => {
  expect((await problemFrom(await sendText(body))).errors).toEqual([
    { parameter: 'body', message: 'must be of type object' },
  ]);
});

it('has a size limit, checked when declared and while reading', async () => {
  const long = JSON.stringify({ name: 'a'.repeat(40_000) });
  expect((await problemFrom(await sendText(long))).status).toBe(413);
  const status = await new Promise((resolve, reject) => {
    const sending = request(
      `${dashboard.url}/api/app/v1/keys`,
      {
        method: 'POST',
        headers: {
          cookie: `${SESSION_COOKIE}=${person.secret}`,
          'x-csrf-token': person.csrfToken,
          'content-type': 'application/json',
        },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    ).on('error', reject);
    for (let count = 0; count < 10; count += 1) sending.write('x'.repeat(8_192));
    sending.end();
  });
  expect(status).toBe(413);
});

it('cannot be compressed', async () => {
  expect((await problemFrom(await sendText('{}', { 'content-encoding': 'gzip' }))).status).toBe(415);
});

it('is an issue if none is expected, like unknown parameters', async () => {
  const response = await fetch(`${dashboard.url}/api/app/v1/sessions/x?force=true`, {
    method: 'DELETE',
    headers: {
      cookie: `${SESSION_COOKIE}=${person.secret}`,
      'x-csrf-token': person.csrfToken,
      'content-type': 'application/json',
    },
    body: '{}',
  });
  const { errors } = await problemFrom(response);
  expect(errors?.map(({ parameter }) => parameter).sort()).toEqual(['body', 'force']);
});

it('does not pollute prototypes', async () => {
  const { errors } = await problemFrom(
    await sendText('{"name":"k","scopes":["signals:read"],"__proto__":{"admin":true},"constructor":1}'),
  );
  expect(errors?.map(({ parameter }) => parameter)).toContain('constructor');
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
});

it.each([
  ['PUT', '/keys', 'GET, POST'],
  ['HEAD', '/session', 'GET, DELETE'],
  ['GET', '/billing/top-ups', 'POST'],
])('%s %s lists the allowed methods', async (method, path, allow) => {
  const response = await person.send(method, path);
  expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
});
