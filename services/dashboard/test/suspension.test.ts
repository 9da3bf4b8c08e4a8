import { identity } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { call, TestDashboard } from './support/dashboard';
import { problemFrom } from './support/person';

const dashboard = startBeforeAll(() => TestDashboard.start());

const setStatus = (id: string, status: identity.AccountStatus) =>
  dashboard.admin.identity.setAccountStatus({ id, status, reason: 'test', actor: undefined }, call);

it.each([
  ['suspended', identity.AccountStatus.SUSPENDED, 'account_suspended'],
  ['disabled', identity.AccountStatus.DISABLED, 'account_disabled'],
])(
  'an account that is %s in mid-session is refused at once, and admitted again later',
  async (_name, status, code) => {
    const person = await dashboard.signIn();
    const { account } = await person.refresh();
    await setStatus(account.id, status);
    for (const path of ['/session', '/overview', '/activities', '/keys']) {
      const problem = await problemFrom(await person.get(path));
      expect([problem.status, problem.code]).toEqual([403, code]);
    }
    const change = await person.send('POST', '/keys', { name: 'key', scopes: ['signals:read'] });
    expect((await problemFrom(change)).code).toBe(code);
    await setStatus(account.id, identity.AccountStatus.ACTIVE);
    expect((await person.get('/session')).status).toBe(200);
    expect(await person.data('GET', '/keys')).toEqual({ items: [] });
  },
);

it('and can still sign out', async () => {
  const person = await dashboard.signIn();
  const { account } = await person.refresh();
  await setStatus(account.id, identity.AccountStatus.SUSPENDED);
  const response = await fetch(`${dashboard.url}/auth/sign-out`, {
    method: 'POST',
    headers: { cookie: `__Host-heliograph_session=${person.secret}`, 'x-csrf-token': person.csrfToken },
  });
  expect(response.status).toBe(200);
  await setStatus(account.id, identity.AccountStatus.ACTIVE);
  expect((await person.get('/session')).status).toBe(401);
});
