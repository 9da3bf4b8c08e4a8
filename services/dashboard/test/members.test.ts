import type {
  AccountDetails,
  ApiKey,
  AuditLog,
  AuditPeople,
  BrowserSessions,
  CreatedInvitation,
  CreatedKey,
  MemberList,
  ReceivedInvitation,
} from '@heliograph/dashboard-api';
import { ACCOUNT_HEADER } from '@heliograph/dashboard-api';
import { startBeforeAll } from '@heliograph/testing';
import { Client } from 'pg';
import { TestDashboard } from './support/dashboard';
import { problemFrom, type Person } from './support/person';
import { joinAs, tokenIn } from './support/team';

let owner: Person;
let accountId: string;
const dashboard = startBeforeAll(() => TestDashboard.start({ with: ['metering'] }));
beforeEach(async () => {
  owner = await dashboard.signIn({ name: 'Olga' });
  accountId = (await owner.refresh()).account.id;
});

const codeOf = async (response: Promise<Response>) => (await problemFrom(await response)).code;
const members = async () => (await owner.data<MemberList>('GET', '/members')).items;
const idOf = async (person: Person) => (await person.refresh()).user.id;

it('belongs to one person until someone joins', async () => {
  const session = await owner.refresh();
  expect(session).toMatchObject({
    isTeam: false,
    memberRole: 'owner',
    user: { email: session.account.email, name: 'Olga' },
    accounts: [{ id: accountId, isOwn: true, members: 1 }],
  });
  expect(await owner.data('GET', '/members')).toMatchObject({
    items: [{ email: session.user.email, name: 'Olga', memberRole: 'owner', isYou: true }],
    invitations: [],
  });
});

it('invites, shows the invitation, admits, and switches', async () => {
  const email = `${crypto.randomUUID()}@team.example`;
  const created = await owner.data<CreatedInvitation>('POST', '/members/invitations', {
    email,
    memberRole: 'developer',
  });
  expect(created.link).toMatch(new RegExp(`^${dashboard.url}/join#[\\w-]+\\.[\\w-]{43}$`));
  const { invitations } = await owner.data<MemberList>('GET', '/members');
  expect(invitations).toMatchObject([{ email, memberRole: 'developer' }]);
  const token = tokenIn(created);
  const other = await dashboard.signIn();
  for (const path of ['/invitations/lookup', '/invitations/acceptance']) {
    expect(await codeOf(other.send('POST', path, { token }))).toBe('not_found');
  }
  const member = await dashboard.signIn({ email });
  expect(await member.data<ReceivedInvitation>('POST', '/invitations/lookup', { token })).toMatchObject({
    account: { id: accountId, name: 'Olga' },
    memberRole: 'developer',
    invitedBy: (await owner.refresh()).user.email,
  });
  const client = new Client({ connectionString: dashboard.database.adminConnectionString });
  await client.connect();
  await client.query('UPDATE identity.account SET is_email_verified = false WHERE account_id = $1', [
    accountId,
  ]);
  await client.end();
  expect(await member.data<ReceivedInvitation>('POST', '/invitations/lookup', { token })).toMatchObject({
    invitedBy: 'Olga',
  });
  await member.data('POST', '/invitations/acceptance', { token });
  const { account: home, accounts } = await member.refresh();
  expect(accounts.map(({ id }) => id)).toEqual([home.id, accountId]);
  await member.data('PUT', '/session/account', { accountId });
  expect(await member.refresh()).toMatchObject({
    account: { id: accountId },
    memberRole: 'developer',
    isTeam: true,
    user: { email },
  });
  expect(await codeOf(other.send('PUT', '/session/account', { accountId }))).toBe('not_found');
});

it('revokes an invitation', async () => {
  const member = await dashboard.signIn();
  const { user } = await member.refresh();
  const created = await owner.data<CreatedInvitation>('POST', '/members/invitations', {
    email: user.email,
    memberRole: 'viewer',
  });
  const path = `/members/invitations/${created.invitation.id}`;
  expect(await codeOf(member.send('DELETE', path))).toBe('not_found');
  await owner.data('DELETE', path);
  expect(await codeOf(owner.send('DELETE', path))).toBe('not_found');
  expect(await codeOf(member.send('POST', '/invitations/acceptance', { token: tokenIn(created) }))).toBe(
    'not_found',
  );
});

it('changes a role from the next request on, and the refusal says which role is required', async () => {
  const member = await joinAs(dashboard, owner, 'developer');
  const body = { name: 'k', scopes: ['signals:read'] };
  const { key } = await member.data<CreatedKey>('POST', '/keys', body);
  expect(key.createdBy).toBe((await member.refresh()).user.email);
  await owner.data('PATCH', `/members/${await idOf(member)}`, { memberRole: 'viewer' });
  const problem = await problemFrom(await member.send('POST', '/keys', body));
  expect(problem).toMatchObject({
    status: 403,
    code: 'insufficient_scope',
    detail:
      'Your role in this account, viewer, does not allow this; it requires the owner or developer role.',
  });
  const { items } = await member.data<{ items: ApiKey[] }>('GET', '/keys');
  expect(items).toMatchObject([{ id: key.id }]);
});

it('removes a member, who is then in their own account; their keys stay', async () => {
  const member = await joinAs(dashboard, owner, 'developer');
  const { key } = await member.data<CreatedKey>('POST', '/keys', { name: 'k', scopes: ['signals:read'] });
  const id = await idOf(member);
  await owner.data('DELETE', `/members/${id}`);
  expect(await codeOf(owner.send('DELETE', `/members/${id}`))).toBe('not_found');
  const { account, memberRole } = await member.refresh();
  expect([account.id === accountId, memberRole]).toEqual([false, 'owner']);
  expect(await codeOf(member.send('DELETE', `/keys/${key.id}`))).toBe('not_found');
  const { items } = await owner.data<{ items: ApiKey[] }>('GET', '/keys');
  expect(items).toMatchObject([
    { id: key.id, state: 'active', createdBy: (await member.refresh()).user.email },
  ]);
});

it('keeps its last owner', async () => {
  await joinAs(dashboard, owner, 'billing');
  for (const attempt of [
    owner.send('DELETE', '/membership'),
    owner.send('PATCH', `/members/${await idOf(owner)}`, { memberRole: 'viewer' }),
  ]) {
    expect(await problemFrom(await attempt)).toMatchObject({
      status: 400,
      errors: [{ parameter: 'memberRole', message: 'must stay owner' }],
    });
  }
  expect((await members()).map(({ memberRole }) => memberRole)).toEqual(['owner', 'billing']);
});

it('records in the audit log who did what', async () => {
  const member = await joinAs(dashboard, owner, 'developer');
  await member.data('POST', '/keys', { name: 'k', scopes: ['signals:read'] });
  await owner.data('PATCH', '/account', { name: 'Acme' });
  const { items } = await owner.data<AuditLog>('GET', '/audit');
  const { email } = (await member.refresh()).user;
  expect(items.slice(0, 4).map(({ action, by }) => [action, by])).toEqual([
    ['account.update', 'You'],
    ['key.create', email],
    ['member.join', email],
    ['invitation.create', 'You'],
  ]);
  // Filtered by one of them.
  const people = await owner.data<AuditPeople>('GET', '/audit/people');
  const { id } = people.items.find((person) => person.email === email)!;
  const byMember = await owner.data<AuditLog>('GET', `/audit?person=${id}`);
  expect(byMember.items.map(({ action, by }) => [action, by])).toEqual([
    ['key.create', email],
    ['member.join', email],
  ]);
  expect(people.items.filter(({ isYou }) => isYou)).toHaveLength(1);
  for (const path of ['/audit/people', `/audit?person=${id}`])
    expect((await problemFrom(await member.get(path))).code).toBe('insufficient_scope');
  const other = await dashboard.signIn();
  expect((await other.data<AuditLog>('GET', `/audit?person=${id}`)).items).toEqual([]);
  expect((await problemFrom(await owner.get('/audit?person=x'))).errors).toMatchObject([
    { parameter: 'person' },
  ]);
  // A team's name is separate from its founder's.
  expect((await owner.refresh()).user.name).toBe('Olga');
});

it("shows everyone only their own sessions, and ends no one else's", async () => {
  const member = await joinAs(dashboard, owner, 'owner');
  const { items } = await member.data<BrowserSessions>('GET', '/sessions');
  expect(items).toMatchObject([{ isCurrent: true }]);
  expect(await codeOf(owner.send('DELETE', `/sessions/${items[0]!.id}`))).toBe('not_found');
  await owner.data('DELETE', '/sessions');
  expect((await member.get('/session')).status).toBe(200);
});

it("refuses a page that shows another account than the session's", async () => {
  const member = await joinAs(dashboard, owner, 'developer');
  const { accounts } = await member.refresh();
  const home = accounts.find(({ isOwn }) => isOwn)!;
  const stale = { [ACCOUNT_HEADER]: home.id };
  for (const response of [
    await member.get('/overview', stale),
    await member.send('POST', '/keys', { name: 'k', scopes: ['signals:read'] }, stale),
  ]) {
    expect(await problemFrom(response)).toMatchObject({
      status: 409,
      errors: [{ parameter: ACCOUNT_HEADER }],
    });
  }
  expect((await member.get('/session', stale)).status).toBe(200);
  expect((await member.get('/keys', { [ACCOUNT_HEADER]: accountId })).status).toBe(200);
});

it('shows operators the members, and makes no member an operator', async () => {
  const operator = await dashboard.signIn({ isOperator: true });
  const member = await joinAs(dashboard, operator, 'viewer');
  expect((await member.refresh()).account.role).toBe('user');
  expect(await codeOf(member.get('/operator/accounts'))).toBe('not_found');
  await joinAs(dashboard, owner, 'billing', 'bill@team.example');
  const details = await operator.data<AccountDetails>('GET', `/operator/accounts/${accountId}`);
  expect(details.members).toMatchObject([
    { memberRole: 'owner' },
    { email: 'bill@team.example', memberRole: 'billing' },
  ]);
  const found = await operator.data<{ items: { id: string }[] }>(
    'GET',
    '/operator/accounts?query=bill%40team.example',
  );
  expect(found.items.map(({ id }) => id)).toContain(accountId);
});

it("keeps a person's name separate from the account's", async () => {
  await joinAs(dashboard, owner, 'viewer');
  expect(await owner.data('PATCH', '/profile', { name: ' Olga Kern ' })).toMatchObject({ name: 'Olga Kern' });
  expect((await owner.refresh()).account.name).toBe('Olga');
  expect(
    (await problemFrom(await owner.send('PATCH', '/profile', { name: 'a'.repeat(101) }))).errors,
  ).toMatchObject([{ parameter: 'name' }]);
});
