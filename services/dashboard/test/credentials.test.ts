import { startBeforeAll } from '@heliograph/testing';
import { TestDashboard, call } from './support/dashboard';
import { problemFrom, SESSION_COOKIE } from './support/person';

const dashboard = startBeforeAll(() => TestDashboard.start());

const paths = ['/session', '/keys', '/activities', '/operator/accounts', '/nothing'];

it.each(paths)('%s requires a session', async (path) => {
  const response = await dashboard.visitor().get(path);
  expect((await problemFrom(response)).code).toBe('missing_credentials');
  expect(response.headers.get('www-authenticate')).toBe('Cookie realm="heliograph"');
});

it.each(paths)('%s does not accept a valid API key', async (path) => {
  const person = await dashboard.signIn();
  const { account } = await person.refresh();
  const { secret } = await dashboard.admin.identity.createKey(
    {
      accountId: account.id,
      name: 'key',
      scopes: ['signals:read', 'companies:read'],
      expiresAt: undefined,
      monthlyCapRecords: undefined,
      actor: undefined,
    },
    call,
  );
  const bearer = { authorization: `Bearer ${secret}` };
  const { code, detail } = await problemFrom(await dashboard.visitor().get(path, bearer));
  expect([code, detail]).toEqual(['missing_credentials', expect.stringContaining('for the data API')]);
  // Nor does it interfere with a session.
  expect((await person.get('/session', bearer)).status).toBe(200);
});

it.each([
  ['GET', '/api/v1/signals?q=robots'],
  ['POST', '/api/v1/saved-searches'],
  ['GET', '/api/v1'],
  ['GET', '/api/cli/v1/metadata'],
  ['POST', '/api/cli/v1/token'],
])(
  '%s %s, of the data API, is answered with its address, with credentials or without',
  async (method, path) => {
    for (const authorization of [undefined, 'Bearer hg_live_Anything']) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const response = await fetch(dashboard.url + path, { method, headers });
      expect(await problemFrom(response)).toMatchObject({
        status: 421,
        code: 'invalid_parameter',
        detail: 'This is the dashboard. The data API is at http://api.example:8080.',
      });
    }
  },
);

it.each([
  ['nothing', ''],
  ['an invalid secret', 'x'],
  ['a key', 'hg_live_aim78IiHrZthiXJOqwYhJZmFAjawa0rb14kQAG'],
  ['an unknown secret', 'a'.repeat(43)],
])('a cookie with %s is not a session', async (_name, value) => {
  const response = await dashboard.visitor().get('/session', { cookie: `${SESSION_COOKIE}=${value}` });
  expect((await problemFrom(response)).status).toBe(401);
});

it('a duplicate cookie is ignored', async () => {
  const person = await dashboard.signIn();
  const cookie = `${SESSION_COOKIE}=${'a'.repeat(43)}; ${SESSION_COOKIE}=${person.secret}`;
  expect((await dashboard.visitor().get('/session', { cookie })).status).toBe(401);
});

it('a secret in the query or in another cookie is ignored', async () => {
  const { secret } = await dashboard.signIn();
  const visitor = dashboard.visitor();
  expect((await visitor.get(`/session?session=${secret}`)).status).toBe(401);
  expect((await visitor.get('/session', { cookie: `heliograph_session=${secret}` })).status).toBe(401);
});
