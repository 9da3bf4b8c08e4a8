import { mayDo, MEMBER_ROLES, PERMISSIONS, type MemberRole } from '@heliograph/contract';
import { startBeforeAll } from '@heliograph/testing';
import { RESOURCES } from '../src/api/resources';
import { TestDashboard } from './support/dashboard';
import type { Person } from './support/person';
import { joinAs } from './support/team';

/** They end what the other requests need. Every role may use them. */
const LAST: ReadonlySet<string> = new Set(['leaveAccount', 'endSession', 'revokeAllSessions']);

const operations = RESOURCES.flatMap(([path, resource]) =>
  Object.entries(resource)
    .filter(([, { isForOperators }]) => !isForOperators)
    .map(([method, { name }]) => ({ method, name, path: path.replaceAll(/:\w+/g, 'x') })),
);

const people = new Map<MemberRole, Person>();
const dashboard = startBeforeAll(() =>
  TestDashboard.start({ with: ['metering', 'search', 'company', 'notifier'] }),
);
beforeAll(async () => {
  const owner = await dashboard.signIn();
  people.set('owner', owner);
  for (const role of MEMBER_ROLES.filter((each) => each !== 'owner')) {
    people.set(role, await joinAs(dashboard, owner, role));
  }
});

/** The error code for a request without a body, which no change accepts. */
async function codeOf(role: MemberRole, { method, path }: (typeof operations)[number]): Promise<string> {
  const response = await people.get(role)!.send(method, path);
  const text = await response.text();
  if (response.ok) return '';
  const { code } = JSON.parse(text) as { code: string };
  return response.status === 403 ? code : `${response.status}`;
}

it('has exactly one row for each operation', () => {
  const names = [...operations.map(({ name }) => name), 'useCommandLine'];
  expect([...new Set(names)].sort()).toEqual(Object.keys(PERMISSIONS).sort());
});

it.each(MEMBER_ROLES)('answers 403 to a member who is %s exactly where the table denies', async (role) => {
  const responses: Record<string, boolean> = {};
  for (const operation of operations.filter(({ name }) => !LAST.has(name))) {
    responses[operation.name] = (await codeOf(role, operation)) !== 'insufficient_scope';
  }
  const expected = Object.keys(responses).map((name) => [name, mayDo(role, name)]);
  expect(responses).toEqual(Object.fromEntries(expected));
});

it.each(['viewer', 'billing', 'developer'] as const)(
  'lets a member who is %s leave and sign out',
  async (role) => {
    const member = people.get(role)!;
    await member.data('DELETE', '/membership');
    expect((await member.refresh()).memberRole).toBe('owner');
    await member.data('DELETE', '/sessions');
    expect((await member.get('/session')).status).toBe(401);
  },
);
