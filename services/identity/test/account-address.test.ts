import { identity } from '@heliograph/proto';
import { holdLocks, startBeforeAll, waitFor } from '@heliograph/testing';
import { call } from './support/identity';
import { waitsOrEnds } from './support/locks';
import { actingIn, addMember, newUser, type SignedInUser } from './support/members';
import { signInUser } from './support/sign-in-user';
import { startFakeIssuer } from './support/fake-issuer';

const fixture = startBeforeAll(startFakeIssuer);

let founder: SignedInUser;
let owner: SignedInUser;
let early: SignedInUser;
/** The account that the founder left to the owner. */
let accountId: string;
beforeEach(async () => {
  [founder, owner, early] = [await newUser(fixture), await newUser(fixture), await newUser(fixture)];
  accountId = founder.homeId;
  await addMember(fixture.running, accountId, early, 'developer');
  await addMember(fixture.running, accountId, owner, 'owner');
  const { members } = fixture.running;
  const leaving = { accountId, userId: founder.userId, actor: actingIn(accountId, founder) };
  await members.removeMember(leaving, call);
});

const address = async () => (await fixture.running.admin.getAccount({ id: accountId }, call)).email;

it("follows its owner's, even if the account is locked when the owner signs in", async () => {
  const { pool } = fixture.running;
  expect(await address()).toBe(owner.email);
  const email = `new-${owner.email}`;
  const creation = await holdLocks(pool, 'SELECT FROM identity.account WHERE account_id = $1 FOR UPDATE', [
    accountId,
  ]);
  const signIn = signInUser(fixture, { ...owner.claims, email });
  await waitFor(waitsOrEnds(pool, signIn));
  await creation.commit();
  await signIn;
  expect(await address()).toBe(email);
});

it('stays that of an owner, even if another one joined earlier', async () => {
  const { members } = fixture.running;
  const role = identity.MemberRole.OWNER;
  const change = { accountId, userId: early.userId, role, actor: actingIn(accountId, owner) };
  await members.changeMemberRole(change, call);
  for (const { claims } of [early, owner]) await signInUser(fixture, claims);
  expect(await address()).toBe(owner.email);
});
