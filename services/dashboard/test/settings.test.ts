import type { Account, AuditLog, BrowserSessions } from '@heliograph/dashboard-api';
import { startBeforeAll } from '@heliograph/testing';
import { Client } from 'pg';
import { TestDashboard } from './support/dashboard';
import { problemFrom, type Person } from './support/person';

let person: Person;
const dashboard = startBeforeAll(() => TestDashboard.start());
beforeEach(async () => (person = await dashboard.signIn({ email: `${crypto.randomUUID()}@example.com` })));

it('changes a name and shows it verbatim', async () => {
  const name = `<b>Ada</b> & 'Bob' "😀"`;
  expect(await person.data<Account>('PATCH', '/account', { name: `  ${name} ` })).toMatchObject({ name });
  expect((await person.refresh()).account.name).toBe(name);
  expect((await person.data<Account>('PATCH', '/account', { name: '' })).name).toBe('');
  const { errors } = await problemFrom(
    await person.send('PATCH', '/account', { name: 'a'.repeat(101), plan: 'paid', role: 'operator' }),
  );
  expect(errors?.map(({ parameter }) => parameter).sort()).toEqual(['name', 'plan', 'role']);
});

it('says that the identity provider has not verified the address', async () => {
  const { account } = await person.refresh();
  expect(account.isEmailUnverified).toBe(false);
  const administrator = new Client({ connectionString: dashboard.database.adminConnectionString });
  await administrator.connect();
  await administrator.query('UPDATE identity.account SET is_email_verified = false WHERE account_id = $1', [
    account.id,
  ]);
  await administrator.end();
  expect((await person.refresh()).account.isEmailUnverified).toBe(true);
});

it('lists the sessions, marks the current one, and ends another', async () => {
  const { account } = await person.refresh();
  const elsewhere = await dashboard.signIn({ email: account.email });
  const { items } = await person.data<BrowserSessions>('GET', '/sessions');
  expect(items).toHaveLength(2);
  expect(items.filter(({ isCurrent }) => isCurrent)).toEqual([
    expect.objectContaining({ id: (await person.refresh()).session.id, address: '127.0.0.1' }),
  ]);
  const other = items.find(({ isCurrent }) => !isCurrent)!;
  await person.data('DELETE', `/sessions/${other.id}`);
  expect((await elsewhere.get('/session')).status).toBe(401);
  expect((await person.get('/session')).status).toBe(200);
  const own = await person.send('DELETE', `/sessions/${(await person.refresh()).session.id}`);
  expect(own.headers.getSetCookie()[0]).toContain('Max-Age=0');
  expect((await person.get('/session')).status).toBe(401);
});

it('shows who did what in sentences, page by page', async () => {
  await person.data('POST', '/keys', { name: 'production', scopes: ['signals:read'] });
  await person.data('PATCH', '/account', { name: 'Ada' });
  const { items } = await person.data<AuditLog>('GET', '/audit');
  expect(items.map(({ action, text, by }) => [action, text, by])).toEqual([
    ['account.update', 'The account was changed: the name is now “Ada”.', 'You'],
    ['key.create', 'The API key “production” was created.', 'You'],
    ['session.create', 'Signed in with a browser at 127.0.0.1.', 'You'],
    ['account.create', 'The account was created.', 'You'],
  ]);
  expect(items[0]!.requestId).toMatch(/^[\w-]{8,}$/);
  for (let count = 0; count < 60; count += 1)
    await person.data('PATCH', '/account', { name: `Ada ${count}` });
  const first = await person.data<AuditLog>('GET', '/audit');
  expect(first.items).toHaveLength(50);
  const second = await person.data<AuditLog>('GET', `/audit?cursor=${first.nextCursor}`);
  expect([second.items.length, second.nextCursor]).toEqual([14, null]);
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(64);
  expect((await problemFrom(await person.get('/audit?cursor=nonsense'))).code).toBe('cursor_invalid');
});
