import { identity, type members, type signIn } from '@heliograph/proto';
import type { MemberRole } from '../../src/domain/member';
import { call, type TestIdentity } from './identity';
import type { FakeIssuer } from './fake-issuer';
import { signInUser } from './sign-in-user';
import { tokenHash } from './sign-in';

export const ROLE_NUMBERS = {
  owner: identity.MemberRole.OWNER,
  developer: identity.MemberRole.DEVELOPER,
  billing: identity.MemberRole.BILLING,
  viewer: identity.MemberRole.VIEWER,
};

/** A user with a browser session. */
export interface SignedInUser {
  userId: string;
  email: string;
  homeId: string;
  sessionId: string;
  sessionToken: string;
  claims: Record<string, unknown>;
}

export async function newUser(
  fixture: FakeIssuer,
  claims: Record<string, unknown> = {},
): Promise<SignedInUser> {
  const sub = crypto.randomUUID();
  const person = { sub, email: `${sub}@example.com`, email_verified: true, ...claims };
  const { session, account, sessionToken } = await signInUser(fixture, person);
  const { user } = await checkSession(fixture, sessionToken);
  return {
    userId: user!.id,
    email: account!.email,
    homeId: account!.id,
    sessionId: session!.id,
    sessionToken,
    claims: person,
  };
}

/** Makes a user a member without an invitation. */
export async function addMember(
  { pool }: TestIdentity,
  accountId: string,
  { userId }: SignedInUser,
  role: MemberRole,
): Promise<void> {
  await pool.query('INSERT INTO identity.membership (account_id, user_id, role) VALUES ($1, $2, $3)', [
    accountId,
    userId,
    role,
  ]);
}

export function checkSession(
  { running }: Pick<FakeIssuer, 'running'>,
  sessionToken: string,
): Promise<signIn.AuthenticateSessionResponse> {
  return running.signIn.authenticateSession({ tokenHash: tokenHash(sessionToken), knowsMembers: true }, call);
}

/** The actor for what a user does in an account. */
export const actingIn = (accountId: string, { userId, sessionId }: SignedInUser): identity.Actor => ({
  accountId,
  sessionId,
  userId,
});

export function switchTo(
  { running }: Pick<FakeIssuer, 'running'>,
  { userId, sessionId }: SignedInUser,
  accountId: string,
): Promise<members.SwitchAccountResponse> {
  return running.members.switchAccount({ sessionId, userId, accountId }, call);
}

/** The roles in an account by user. */
export async function rolesIn(
  { running }: Pick<FakeIssuer, 'running'>,
  accountId: string,
): Promise<Record<string, identity.MemberRole>> {
  const { members: found } = await running.members.listMembers({ accountId }, call);
  return Object.fromEntries(found.map(({ user, role }) => [user!.id, role]));
}
