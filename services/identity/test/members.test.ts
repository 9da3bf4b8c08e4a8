import { identity } from '@heliograph/proto';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import { auditOf, call, createAccount } from './support/identity';
import { waitsOrEnds } from './support/locks';
import { actingIn, addMember, newUser, ROLE_NUMBERS, rolesIn, type SignedInUser } from './support/members';
import { signInUser } from './support/sign-in-user';
import { startFakeIssuer } from './support/fake-issuer';

const { OWNER, DEVELOPER, VIEWER } = identity.MemberRole;

let owner: SignedInUser;
let other: SignedInUser;
const fixture = startBeforeAll(startFakeIssuer);
beforeEach(async () => {
  [owner, other] = [await newUser(fixture, { name: 'Olga' }), await newUser(fixture)];
});

const changeRole = (by: SignedInUser, userId: string, role: identity.MemberRole, accountId = owner.homeId) =>
  fixture.running.members.changeMemberRole({ accountId, userId, role, actor: actingIn(accountId, by) }, call);
const remove = (by: SignedInUser, userId: string, accountId = owner.homeId) =>
  fixture.running.members.removeMember({ accountId, userId, actor: actingIn(accountId, by) }, call);

it('opens every account with its user as the owner', async () => {
  const { members } = await fixture.running.members.listMembers({ accountId: owner.homeId }, call);
  expect(members).toMatchObject([
    {
      user: { id: owner.userId, email: owner.email, name: 'Olga', homeAccountId: owner.homeId },
      role: OWNER,
      lastSignInAt: expect.any(Date) as Date,
    },
  ]);
  const { id } = await createAccount(fixture.running);
  expect(Object.values(await rolesIn(fixture, id))).toEqual([OWNER]);
});

it('changes roles and removes members for owners, and logs it', async () => {
  await addMember(fixture.running, owner.homeId, other, 'viewer');
  expect(await changeRole(owner, other.userId, DEVELOPER)).toMatchObject({
    user: { id: other.userId },
    role: DEVELOPER,
  });
  await changeRole(owner, other.userId, DEVELOPER);
  await remove(owner, other.userId);
  expect(await rolesIn(fixture, owner.homeId)).toEqual({ [owner.userId]: OWNER });
  const changes = (await auditOf(fixture.running, owner.homeId)).filter(({ action }) =>
    action.startsWith('member.'),
  );
  expect(changes).toMatchObject([
    { action: 'member.role', detail: { email: other.email, role: { from: 'viewer', to: 'developer' } } },
    { action: 'member.remove', detail: { email: other.email, role: 'developer' } },
  ]);
});

it('lets members of any role leave, and only owners change others', async () => {
  const third = await newUser(fixture);
  for (const role of ['developer', 'billing', 'viewer'] as const) {
    await addMember(fixture.running, owner.homeId, other, role);
    await addMember(fixture.running, owner.homeId, third, 'viewer');
    for (const attempt of [
      () => changeRole(other, other.userId, OWNER),
      () => changeRole(other, third.userId, OWNER),
      () => remove(other, third.userId),
      () => remove(other, owner.userId),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'insufficient_scope' });
    }
    await remove(other, other.userId);
    await remove(third, third.userId);
  }
  // A nonmember may do nothing here, and no call works without a user.
  await expect(changeRole(other, owner.userId, VIEWER)).rejects.toMatchObject({ code: 'insufficient_scope' });
  const unnamed = { accountId: owner.homeId, userId: owner.userId, actor: undefined };
  await expect(fixture.running.members.removeMember(unnamed, call)).rejects.toMatchObject({
    code: 'insufficient_scope',
  });
  await expect(remove(owner, other.userId)).rejects.toMatchObject({ code: 'not_found' });
  await expect(changeRole(owner, 'x', VIEWER)).rejects.toMatchObject({ code: 'not_found' });
  await expect(changeRole(owner, owner.userId, 9 as identity.MemberRole)).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter: 'role' }],
  });
});

describe('the last owner', () => {
  it('can neither leave nor get another role', async () => {
    await addMember(fixture.running, owner.homeId, other, 'developer');
    for (const attempt of [
      () => remove(owner, owner.userId),
      () => changeRole(owner, owner.userId, VIEWER),
    ]) {
      await expect(attempt()).rejects.toMatchObject({
        code: 'invalid_parameter',
        issues: [{ parameter: 'role', message: 'must stay owner' }],
      });
    }
    expect((await rolesIn(fixture, owner.homeId))[owner.userId]).toBe(OWNER);
  });

  it('remains when two leave at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [first, second] = [await newUser(fixture), await newUser(fixture)];
      const { id } = await createAccount(fixture.running);
      await fixture.running.pool.query(
        `INSERT INTO identity.membership (account_id, user_id, role) VALUES ($1, $2, 'owner'), ($1, $3, 'owner')`,
        [id, first.userId, second.userId],
      );
      await fixture.running.pool.query(
        `DELETE FROM identity.membership WHERE account_id = $1 AND user_id NOT IN ($2, $3)`,
        [id, first.userId, second.userId],
      );
      const results = await Promise.allSettled([
        round % 2 === 0 ? remove(first, first.userId, id) : changeRole(second, first.userId, VIEWER, id),
        round % 2 === 0 ? remove(second, second.userId, id) : changeRole(first, second.userId, VIEWER, id),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const owners = Object.values(await rolesIn(fixture, id)).filter((role) => role === OWNER);
      expect(owners).toHaveLength(1);
    }
  });

  it('is kept by the database, whatever a program does', async () => {
    const { pool } = fixture.running;
    await addMember(fixture.running, owner.homeId, other, 'owner');
    const [one, two] = [await pool.connect(), await pool.connect()];
    try {
      await one.query('BEGIN');
      await two.query('BEGIN');
      const demote = (client: typeof one, { userId }: SignedInUser) =>
        client.query(
          `UPDATE identity.membership SET role = 'viewer' WHERE account_id = $1 AND user_id = $2`,
          [owner.homeId, userId],
        );
      await demote(one, owner);
      const waiting = demote(two, other);
      const refused = expect(waiting).rejects.toMatchObject({ constraint: 'account_keeps_owner' });
      // Unless it waits for a lock, it has looked by then.
      await waitFor(waitsOrEnds(pool, waiting));
      await one.query('COMMIT');
      await refused;
    } finally {
      await two.query('ROLLBACK');
      one.release();
      two.release();
    }
    expect((await rolesIn(fixture, owner.homeId))[other.userId]).toBe(OWNER);
  });
});

describe('a user who loses their home account', () => {
  const signInAgain = (user: SignedInUser) => signInUser(fixture, user.claims);

  it.each(['removal', 'another role'])('by %s gets a new one, with all they own', async (how) => {
    const operator = await newUser(fixture, { roles: ['operator'], name: 'Bea' });
    await addMember(fixture.running, operator.homeId, other, 'owner');
    if (how === 'removal') await remove(other, operator.userId, operator.homeId);
    else await changeRole(other, operator.userId, VIEWER, operator.homeId);
    const { account, accountCreated } = await signInAgain(operator);
    expect(accountCreated).toBe(false);
    expect(account!.id).not.toBe(operator.homeId);
    expect(account).toMatchObject({
      email: operator.email,
      name: 'Bea',
      role: identity.Role.OPERATOR,
      plan: identity.Plan.FREE,
    });
    expect(await rolesIn(fixture, account!.id)).toEqual({ [operator.userId]: OWNER });
    expect(await rolesIn(fixture, operator.homeId)).toEqual({
      [other.userId]: OWNER,
      ...(how !== 'removal' && { [operator.userId]: VIEWER }),
    });
    expect(await fixture.running.admin.getAccount({ id: operator.homeId }, call)).toMatchObject({
      email: other.email,
      role: identity.Role.USER,
    });
    // Its address is only its user's.
    expect((await signInAgain(other)).account!.id).toBe(other.homeId);
    const { accounts } = await fixture.running.admin.listAccounts(
      { query: other.email, limit: 0, pageToken: '' },
      call,
    );
    expect(accounts.map(({ id }) => id).sort()).toEqual([operator.homeId, other.homeId].sort());
  });

  it.each(['leaving', 'removal', 'another role'])(
    'by %s gets one even after its address was taken',
    async (how) => {
      const claimant = await newUser(fixture, { email_verified: false });
      await signInUser(fixture, { email: claimant.email });
      await addMember(fixture.running, claimant.homeId, other, 'owner');
      if (how === 'another role') await changeRole(other, claimant.userId, VIEWER, claimant.homeId);
      else await remove(how === 'leaving' ? claimant : other, claimant.userId, claimant.homeId);
      const { account } = await signInAgain(claimant);
      expect(account!.id).not.toBe(claimant.homeId);
      expect(account).toMatchObject({ email: claimant.email, isEmailVerified: false });
      expect(await rolesIn(fixture, account!.id)).toEqual({ [claimant.userId]: OWNER });
    },
  );

  it('gets one only once a month, because a new account has free records', async () => {
    await addMember(fixture.running, owner.homeId, other, 'owner');
    await remove(owner, owner.userId);
    const homeId = (await signInAgain(owner)).account!.id;
    await addMember(fixture.running, homeId, other, 'owner');
    await expect(remove(owner, owner.userId, homeId)).rejects.toMatchObject({ code: 'invalid_parameter' });
    await fixture.running.pool.query(
      `UPDATE identity.user SET moved_at = now() - interval '31 days' WHERE user_id = $1`,
      [owner.userId],
    );
    await remove(owner, owner.userId, homeId);
    expect(await rolesIn(fixture, homeId)).toEqual({ [other.userId]: ROLE_NUMBERS.owner });
  });
});

it.each(['leaving', 'another role'])('no longer gets the mail of an account after %s', async (how) => {
  const third = await newUser(fixture);
  const account = async () => fixture.running.admin.getAccount({ id: owner.homeId }, call);
  await addMember(fixture.running, owner.homeId, other, 'owner');
  await remove(owner, owner.userId);
  await addMember(fixture.running, owner.homeId, third, 'owner');
  expect(await account()).toMatchObject({ email: other.email });
  if (how === 'leaving') await remove(other, other.userId);
  else await changeRole(third, other.userId, VIEWER);
  expect(await account()).toMatchObject({ email: third.email, isEmailVerified: true });
  const changes = (await auditOf(fixture.running, owner.homeId)).filter(
    ({ action }) => action === 'account.update',
  );
  expect(changes).toMatchObject([{ detail: { email: { from: other.email, to: third.email } } }]);
  // Like a home, it follows the address at the issuer.
  const email = `new-${third.email}`;
  await signInUser(fixture, { ...third.claims, email });
  expect(await account()).toMatchObject({ email });
});

it('names the maker of a key, and of each change', async () => {
  await addMember(fixture.running, owner.homeId, other, 'developer');
  const actor = actingIn(owner.homeId, other);
  const request = {
    accountId: owner.homeId,
    name: 'k',
    scopes: ['signals:read'],
    expiresAt: undefined,
    actor,
  };
  const { key } = await fixture.running.dashboard.createKey(request, call);
  expect(key!.createdBy).toMatchObject({ id: other.userId, email: other.email });
  const rolled = await fixture.running.dashboard.rollKey(
    { id: key!.id, accountId: owner.homeId, overlapSeconds: 60, actor: actingIn(owner.homeId, owner) },
    call,
  );
  expect(rolled.key!.createdBy!.id).toBe(owner.userId);
  await remove(owner, other.userId);
  const { keys } = await fixture.running.dashboard.listKeys({ accountId: owner.homeId, ids: [] }, call);
  expect(keys.find(({ id }) => id === key!.id)!.createdBy!.email).toBe(other.email);
  const { entries } = await fixture.running.dashboard.listAuditEntries(
    { accountId: owner.homeId, limit: 0, pageToken: '', userId: '' },
    call,
  );
  expect(
    entries.filter(({ action }) => action === 'key.create').map(({ actorUser }) => actorUser?.email),
  ).toEqual([owner.email, other.email]);
});

it('gives the log of one user, even a former one, page by page, and hides operators', async () => {
  const { dashboard } = fixture.running;
  const [quiet, operator] = [await newUser(fixture), await newUser(fixture)];
  await addMember(fixture.running, owner.homeId, other, 'developer');
  await addMember(fixture.running, owner.homeId, quiet, 'viewer');
  const createKeyAs = (by: SignedInUser, actingFrom = owner.homeId) =>
    dashboard.createKey(
      {
        accountId: owner.homeId,
        name: 'k',
        scopes: ['signals:read'],
        expiresAt: undefined,
        monthlyCapRecords: undefined,
        actor: actingIn(actingFrom, by),
      },
      call,
    );
  for (const by of [other, owner, other, owner, other]) await createKeyAs(by);
  // As operators do, from their own account.
  await createKeyAs(operator, operator.homeId);
  const of = (userId: string, limit = 0, pageToken = '', accountId = owner.homeId) =>
    dashboard.listAuditEntries({ accountId, limit, pageToken, userId }, call);
  const first = await of(other.userId, 2);
  const second = await of(other.userId, 2, first.nextPageToken);
  const entries = [...first.entries, ...second.entries];
  expect(entries.map(({ action, actorUser }) => [action, actorUser?.id])).toEqual(
    Array.from({ length: 3 }, () => ['key.create', other.userId]),
  );
  expect([new Set(entries.map(({ id }) => id)).size, second.nextPageToken]).toEqual([3, '']);
  for (const stranger of [quiet.userId, operator.userId]) expect((await of(stranger)).entries).toEqual([]);
  expect((await of(owner.userId, 0, '', other.homeId)).entries).toEqual([]);

  await remove(owner, other.userId);
  const named = await dashboard.listAuditUsers({ accountId: owner.homeId }, call);
  expect(named.users.map(({ id }) => id).sort()).toEqual([owner.userId, other.userId, quiet.userId].sort());
  expect(named.users.map(({ email }) => email)).toEqual(named.users.map(({ email }) => email).sort());
  expect((await of(other.userId)).entries).toHaveLength(3);
  // An entry from before users were logged has only the acting account, whose id its user has.
  const before = (await of(owner.userId)).entries.length;
  await fixture.running.pool.query(
    `INSERT INTO identity.audit_entry (action, caller, request_id, account_id, detail, actor_account_id)
     VALUES ('key.create', 'dashboard', 'r', $1, '{}', $1)`,
    [owner.homeId],
  );
  expect((await of(owner.userId)).entries).toHaveLength(before + 1);
});

it('gives a user alone the name of their account, and a member of a team a name of their own', async () => {
  const { members, admin } = fixture.running;
  const rename = (name: string) =>
    members.updateUser({ id: owner.userId, name, actor: actingIn(owner.homeId, owner) }, call);
  const accountName = async () => (await admin.getAccount({ id: owner.homeId }, call)).name;
  const setAccountName = (name: string) =>
    admin.updateAccount({ id: owner.homeId, name, plan: 0, role: 0, reason: '', actor: undefined }, call);
  expect((await rename('Olga K.')).name).toBe('Olga K.');
  expect(await accountName()).toBe('Olga K.');
  await setAccountName('Olga');
  await addMember(fixture.running, owner.homeId, other, 'viewer');
  await setAccountName('Acme');
  // Even while working in another account.
  const atOther = actingIn(other.homeId, owner);
  await members.updateUser({ id: owner.userId, name: 'Olga Kern', actor: atOther }, call);
  expect(await accountName()).toBe('Acme');
  const renames = { accountId: owner.homeId, limit: 1, pageToken: '', userId: owner.userId };
  const { entries } = await fixture.running.dashboard.listAuditEntries(renames, call);
  expect(entries).toMatchObject([{ action: 'user.update', actorAccountId: owner.homeId }]);
  const { members: found } = await members.listMembers({ accountId: owner.homeId }, call);
  expect(found.map(({ user }) => user!.name)).toEqual(['Olga Kern', '']);
});
