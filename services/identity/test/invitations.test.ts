import { TEAM_LIMITS } from '@heliograph/contract';
import { identity, type members } from '@heliograph/proto';
import { holdLocks, startBeforeAll, waitFor } from '@heliograph/testing';
import { removeExpiredRows } from '../src/storage/expired-rows';
import { auditOf, call, createAccount } from './support/identity';
import { waitingForLocks } from './support/locks';
import { actingIn, addMember, newUser, rolesIn, type SignedInUser } from './support/members';
import { signInUser } from './support/sign-in-user';
import { startFakeIssuer } from './support/fake-issuer';

const { OWNER, DEVELOPER, VIEWER } = identity.MemberRole;

let owner: SignedInUser;
let invited: SignedInUser;
const fixture = startBeforeAll(startFakeIssuer);
beforeEach(async () => {
  [owner, invited] = [await newUser(fixture), await newUser(fixture)];
});

const invite = (email = invited.email, role = DEVELOPER, by = owner) =>
  fixture.running.members.createInvitation(
    { accountId: owner.homeId, email, role, actor: actingIn(owner.homeId, by) },
    call,
  );
const revoke = (invitationId: string, by = owner) =>
  fixture.running.members.revokeInvitation(
    { accountId: owner.homeId, invitationId, actor: actingIn(owner.homeId, by) },
    call,
  );
const holding = (token: string, { sessionId, userId }: SignedInUser = invited) => ({
  token,
  sessionId,
  userId,
});
const look = (token: string, user?: SignedInUser) =>
  fixture.running.members.getInvitation(holding(token, user), call);
const accept = (token: string, user?: SignedInUser) =>
  fixture.running.members.acceptInvitation(holding(token, user), call);
const openInvitations = async () =>
  (await fixture.running.members.listMembers({ accountId: owner.homeId }, call)).invitations;

async function expectNone(token: string, user?: SignedInUser): Promise<void> {
  const refusals = await Promise.all(
    [look(token, user), accept(token, user)].map((attempt) =>
      attempt.then(
        () => undefined,
        (error: unknown) => error,
      ),
    ),
  );
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({
      code: 'not_found',
      publicText: expect.stringContaining('no invitation for you at this link') as string,
    });
  }
}

it('shows its maker, but not by an address that the issuer calls unverified', async () => {
  const { token } = await invite(invited.email);
  const shown = async () => (await look(token)).invitation!.invitedBy!.email;
  expect(await shown()).toBe(owner.email);
  await signInUser(fixture, { ...owner.claims, email_verified: false });
  expect(await shown()).toBe('');
});

it.each([
  ['m\u00fcnchen.example', 'xn--mnchen-3ya.example'],
  ['xn--mnchen-3ya.example', 'M\u00fcnchen.example'],
])('is for an address whatever the spelling of its domain: %s, %s', async (invitedAt, signedInAt) => {
  const name = crypto.randomUUID();
  const holder = await newUser(fixture, { email: `${name}@${signedInAt}` });
  const { token } = await invite(`${name}@${invitedAt}`);
  const { token: second } = await invite(`${name}@${signedInAt}`);
  await expectNone(token, holder);
  expect(await accept(second, holder)).toEqual({ accountId: owner.homeId });
  await expect(invite(`${name}@${invitedAt}`)).rejects.toMatchObject({ code: 'invalid_parameter' });
});

it('is for an address that an earlier version stored in Unicode', async () => {
  const name = crypto.randomUUID();
  const holder = await newUser(fixture, { email: `${name}@xn--mnchen-3ya.example` });
  const { token, invitation } = await invite(`${name}@m\u00fcnchen.example`);
  await fixture.running.pool.query('UPDATE identity.invitation SET email_key = $2 WHERE invitation_id = $1', [
    invitation!.id,
    `${name}@m\u00fcnchen.example`,
  ]);
  expect(await accept(token, holder)).toEqual({ accountId: owner.homeId });
});

it('makes the holder of the link a member, who can repeat it', async () => {
  const { invitation, token } = await invite(`  ${invited.email.toUpperCase()} `);
  expect(invitation).toMatchObject({ role: DEVELOPER, invitedBy: { email: owner.email } });
  expect(await openInvitations()).toMatchObject([{ id: invitation!.id }]);
  expect(await look(token)).toMatchObject({
    invitation: { id: invitation!.id, role: DEVELOPER },
    account: { id: owner.homeId },
  });
  expect(await accept(token)).toEqual({ accountId: owner.homeId });
  expect(await accept(token)).toEqual({ accountId: owner.homeId });
  expect(await rolesIn(fixture, owner.homeId)).toEqual({
    [owner.userId]: OWNER,
    [invited.userId]: DEVELOPER,
  });
  expect(await openInvitations()).toEqual([]);
  expect((await auditOf(fixture.running, owner.homeId)).slice(-2)).toMatchObject([
    { action: 'invitation.create', detail: { email: invited.email.toUpperCase(), role: 'developer' } },
    { action: 'member.join', detail: { userId: invited.userId, role: 'developer' } },
  ]);
});

it('lets in only one of two who accept at once', async () => {
  for (let round = 0; round < 10; round += 1) {
    // Another person, whose address at the issuer changed to this one.
    const [first, second] = [await newUser(fixture), await newUser(fixture)];
    await fixture.running.pool.query(
      'UPDATE identity.web_session SET verified_email_key = $2 WHERE session_id = $1',
      [second.sessionId, first.email],
    );
    const { token } = await invite(first.email, VIEWER);
    const results = await Promise.allSettled([accept(token, first), accept(token, second)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const roles = await rolesIn(fixture, owner.homeId);
    expect([first, second].filter(({ userId }) => userId in roles)).toHaveLength(1);
  }
});

it('makes one member of a user who accepts twice at once', async () => {
  const { token } = await invite();
  expect(await Promise.all([accept(token), accept(token)])).toEqual([
    { accountId: owner.homeId },
    { accountId: owner.homeId },
  ]);
  const joined = (await auditOf(fixture.running, owner.homeId)).filter(
    ({ action }) => action === 'member.join',
  );
  expect(joined).toHaveLength(1);
});

describe('does not exist', () => {
  it('for another address, or for one that the issuer has not verified', async () => {
    const { token } = await invite();
    await expectNone(token, owner);
    const email = 'unverified@example.com';
    await expectNone((await invite(email)).token, await newUser(fixture, { email, email_verified: false }));
    // The address of this sign-in counts.
    const moved = await signInUser(fixture, { ...invited.claims, email: 'elsewhere@example.com' });
    await expectNone(token, { ...invited, sessionId: moved.session!.id });
    await accept(token);
  });

  it('after it was revoked, replaced, or expired', async () => {
    const first = await invite();
    const second = await invite();
    expect(await openInvitations()).toMatchObject([{ id: second.invitation!.id }]);
    await expectNone(first.token);
    await revoke(second.invitation!.id);
    await expectNone(second.token);
    await expect(revoke(second.invitation!.id)).rejects.toMatchObject({ code: 'not_found' });
    const third = await invite();
    await fixture.running.pool.query(
      `UPDATE identity.invitation SET expires_at = expires_at - interval '7 days' WHERE invitation_id = $1`,
      [third.invitation!.id],
    );
    await expectNone(third.token);
    expect(await openInvitations()).toEqual([]);
    expect(await rolesIn(fixture, owner.homeId)).toEqual({ [owner.userId]: OWNER });
  });

  it('after it was used by somebody who was then removed', async () => {
    const { token } = await invite();
    await accept(token);
    await fixture.running.members.removeMember(
      { accountId: owner.homeId, userId: invited.userId, actor: actingIn(owner.homeId, owner) },
      call,
    );
    await expectNone(token);
  });

  it('with another secret, or with the session of another', async () => {
    const { invitation, token } = await invite();
    await expectNone(`${invitation!.id}.${'a'.repeat(43)}`);
    await expectNone('nonsense');
    await expectNone(token, { ...invited, userId: owner.userId });
    await expectNone(token, { ...owner, userId: invited.userId });
  });

  it('to a suspended account', async () => {
    const { token } = await invite();
    const setStatus = (status: identity.AccountStatus) =>
      fixture.running.admin.setAccountStatus(
        { id: owner.homeId, status, reason: '', actor: undefined },
        call,
      );
    await setStatus(identity.AccountStatus.SUSPENDED);
    await expectNone(token);
    await setStatus(identity.AccountStatus.ACTIVE);
    await accept(token);
  });
});

it('is made and revoked by owners only', async () => {
  const { invitation } = await invite();
  await addMember(fixture.running, owner.homeId, invited, 'developer');
  await expect(invite('a@example.com', VIEWER, invited)).rejects.toMatchObject({
    code: 'insufficient_scope',
  });
  await expect(revoke(invitation!.id, invited)).rejects.toMatchObject({ code: 'insufficient_scope' });
  const stranger = await newUser(fixture);
  await expect(invite('a@example.com', VIEWER, stranger)).rejects.toMatchObject({
    code: 'insufficient_scope',
  });
});

it('says nothing about whether an address has an account', async () => {
  const { email } = await createAccount(fixture.running);
  const shapeOf = ({ invitation, token }: members.CreateInvitationResponse) => [
    token.length,
    Object.keys(invitation!),
    invitation!.role,
  ];
  expect(shapeOf(await invite(email))).toEqual(shapeOf(await invite('nobody@example.com')));
});

it('takes the address and role of someone who is not a member yet', async () => {
  for (const [email, role, parameter] of [
    ['no address', VIEWER, 'email'],
    [owner.email, VIEWER, 'email'],
    ['a@example.com', 0, 'role'],
  ] as const) {
    await expect(invite(email, role)).rejects.toMatchObject({
      code: 'invalid_parameter',
      issues: [{ parameter }],
    });
  }
});

it('ends when its maker is no longer an owner: it may be for another address of theirs', async () => {
  const maker = await newUser(fixture);
  const { members, pool } = fixture.running;
  const byOwner = { accountId: owner.homeId, userId: maker.userId, actor: actingIn(owner.homeId, owner) };
  const losses = [
    () => members.changeMemberRole({ ...byOwner, role: DEVELOPER }, call),
    () => members.removeMember(byOwner, call),
    () => members.removeMember({ ...byOwner, actor: actingIn(owner.homeId, maker) }, call),
  ];
  for (const lose of losses) {
    await pool.query('DELETE FROM identity.membership WHERE account_id = $1 AND user_id = $2', [
      owner.homeId,
      maker.userId,
    ]);
    await addMember(fixture.running, owner.homeId, maker, 'owner');
    const { token } = await invite(invited.email, OWNER, maker);
    await lose();
    await expectNone(token);
    expect(await openInvitations()).toEqual([]);
  }
  const revocations = (await auditOf(fixture.running, owner.homeId)).filter(
    ({ action }) => action === 'invitation.revoke',
  );
  expect(revocations).toHaveLength(losses.length);
});

it('is limited per account: members and invitations together, and invitations in a day', async () => {
  const { pool } = fixture.running;
  const makeOld = () =>
    pool.query(
      `UPDATE identity.invitation SET created_at = created_at - interval '1 day' WHERE account_id = $1`,
      [owner.homeId],
    );
  for (let count = 1; count < TEAM_LIMITS.members; count += 1) {
    await invite(`${count}@example.com`);
    if (count % TEAM_LIMITS.invitationsPerDay === 0) {
      await expect(invite('more@example.com')).rejects.toMatchObject({ code: 'rate_limited' });
      await makeOld();
    }
  }
  await makeOld();
  await expect(invite('more@example.com')).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter: 'email' }],
  });
  // This replaces one.
  await invite('1@example.com');
  const places = await Promise.allSettled(['a', 'b', 'c'].map((name) => invite(`${name}@example.com`)));
  expect(places.filter(({ status }) => status === 'fulfilled')).toEqual([]);
});

describe('is limited per user', () => {
  /** Makes the invited user a member of accounts, until they have this many. */
  const fillUp = async (count: number) => {
    await fixture.running.pool.query(
      `WITH opened AS (
         INSERT INTO identity.account (account_id, email, email_key, plan)
         SELECT gen_random_uuid(), '', 'a' || number || $2, 'free' FROM generate_series(2, $1::integer) AS number
         RETURNING account_id)
       SELECT count(*) FROM opened`,
      [count, invited.email],
    );
    await fixture.running.pool.query(
      `INSERT INTO identity.membership (account_id, user_id, role)
       SELECT account_id, $1, 'viewer' FROM identity.account WHERE email_key LIKE 'a%' || $2`,
      [invited.userId, invited.email],
    );
  };

  it('by the accounts that they are a member of', async () => {
    await fillUp(TEAM_LIMITS.accounts);
    const { token } = await invite();
    await expect(accept(token)).rejects.toMatchObject({ code: 'invalid_parameter' });
  });

  it('even if they accept two at once', async () => {
    await fillUp(TEAM_LIMITS.accounts - 1);
    const tokens = [(await invite()).token];
    owner = await newUser(fixture);
    tokens.push((await invite()).token);
    const held = await holdLocks(
      fixture.running.pool,
      'SELECT FROM identity.user WHERE user_id = $1 FOR UPDATE',
      [invited.userId],
    );
    const results = Promise.allSettled(tokens.map((token) => accept(token)));
    await waitFor(async () => (await waitingForLocks(fixture.running.pool)) === 2);
    await held.commit();
    expect((await results).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

it('is stored as a hash, logged nowhere, and removed a day after it expired', async () => {
  const { invitation, token } = await invite();
  const secret = token.split('.')[1]!;
  expect(JSON.stringify(await auditOf(fixture.running, owner.homeId))).not.toContain(secret);
  expect(fixture.running.log()).not.toContain(secret);
  const count = async () =>
    (
      await fixture.running.pool.query('SELECT FROM identity.invitation WHERE invitation_id = $1', [
        invitation!.id,
      ])
    ).rowCount;
  const age = (interval: string) =>
    fixture.running.pool.query(
      'UPDATE identity.invitation SET expires_at = now() - $2::interval WHERE invitation_id = $1',
      [invitation!.id, interval],
    );
  await age('23 hours');
  await removeExpiredRows(fixture.running.pool);
  expect(await count()).toBe(1);
  await age('25 hours');
  await removeExpiredRows(fixture.running.pool);
  expect(await count()).toBe(0);
});
