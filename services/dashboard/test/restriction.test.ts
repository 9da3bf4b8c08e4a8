import { startBeforeAll } from '@heliograph/testing';
import { TestDashboard } from './support/dashboard';
import { problemFrom } from './support/person';

const dashboard = startBeforeAll(() => TestDashboard.start());
const operator = startBeforeAll(() => dashboard.signIn({ isOperator: true }));

const restrict = (active: boolean, message = 'We move house until noon.') =>
  operator.data<object>('PUT', '/operator/access-restriction', { active, message });

afterEach(() => restrict(false));

it("immediately locks out everyone except operators, with the operators' message", async () => {
  const person = await dashboard.signIn();
  expect(await restrict(true)).toEqual({
    active: true,
    message: 'We move house until noon.',
    changedAt: expect.stringMatching(/Z$/) as string,
  });
  for (const [method, path] of [
    ['GET', '/overview'],
    ['GET', '/activities'],
    ['POST', '/keys'],
    ['GET', '/nothing'],
  ] as const) {
    const { code, detail } = await problemFrom(await person.send(method, path));
    expect([code, detail]).toEqual(['access_restricted', 'We move house until noon.']);
  }
  expect((await operator.get('/overview')).status).toBe(200);
  await restrict(false);
  expect((await person.get('/overview')).status).toBe(200);
});

it('still reports who is signed in and why nothing works, and allows signing in and out', async () => {
  await restrict(true);
  const person = await dashboard.signIn();
  const { restriction, account } = await person.refresh();
  expect(restriction).toEqual({ message: 'We move house until noon.' });
  expect(account.role).toBe('user');
  expect((await operator.refresh()).restriction).toEqual({ message: 'We move house until noon.' });
  expect((await person.send('DELETE', '/session')).status).toBe(200);
});

it('is not mentioned if there is none', async () => {
  expect((await operator.refresh()).restriction).toBeNull();
  expect(await operator.data('GET', '/operator/access-restriction')).toMatchObject({ active: false });
});
