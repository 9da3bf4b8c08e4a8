import { startBeforeAll } from '@heliograph/testing';
import { API_ROOT, RESOURCES } from '../src/api/resources';
import { TestDashboard } from './support/dashboard';
import { problemFrom, SESSION_COOKIE } from './support/person';

const dashboard = startBeforeAll(() => TestDashboard.start());
const operator = startBeforeAll(() => dashboard.signIn({ isOperator: true }));

const changes = RESOURCES.flatMap(([path, resource]) =>
  Object.keys(resource)
    .filter((method) => method !== 'GET')
    .map((method) => [method, path.replace(/:\w+/g, 'something')] as const),
);

it('covers every route that changes something', () => expect(changes.length).toBeGreaterThan(15));

it.each(changes)("%s %s requires the session's token", async (method, path) => {
  for (const token of [undefined, '', 'x', operator.csrfToken.slice(1), operator.csrfToken.toLowerCase()]) {
    const response = await fetch(dashboard.url + API_ROOT + path, {
      method,
      headers: {
        cookie: `${SESSION_COOKIE}=${operator.secret}`,
        ...(token !== undefined && { 'x-csrf-token': token }),
      },
    });
    const { status, errors } = await problemFrom(response);
    expect([status, errors?.[0]?.parameter]).toEqual([403, 'X-CSRF-Token']);
  }
});

it("does not accept another session's token, even from the same account", async () => {
  const email = 'two@example.com';
  const [one, other] = [await dashboard.signIn({ email }), await dashboard.signIn({ email })];
  const rename = (token: string) => one.send('PATCH', '/account', { name: 'Ada' }, { 'x-csrf-token': token });
  expect((await rename(other.csrfToken)).status).toBe(403);
  expect((await rename(one.csrfToken)).status).toBe(200);
});

it.each([
  ['origin', 'https://evil.example'],
  ['origin', 'null'],
  ['sec-fetch-site', 'cross-site'],
  ['sec-fetch-site', 'same-site'],
])('refuses a change with %s: %s', async (name, value) => {
  const response = await operator.send('PATCH', '/account', { name: 'Eve' }, { [name]: value });
  expect((await problemFrom(response)).status).toBe(403);
  const { account } = await operator.refresh();
  expect(account.name).not.toBe('Eve');
});

it('also refuses reads from another site, because searches count', async () => {
  expect((await operator.get('/overview', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await operator.get('/overview', { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  expect((await operator.get('/overview', { 'sec-fetch-site': 'none' })).status).toBe(200);
});

it('does not accept a form, whatever its content', async () => {
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data', '']) {
    const response = await operator.send('PATCH', '/account', { name: 'Eve' }, { 'content-type': type });
    expect((await problemFrom(response)).status).toBe(415);
  }
});
