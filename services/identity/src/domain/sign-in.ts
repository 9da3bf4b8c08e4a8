import type { Role, RoleGiver } from './account';
import type { Person } from './claims';

/** The account with the person's email address, if any. */
export interface EmailOwner {
  accountId: string;
  /** Whether it has an identity at the current issuer. */
  hasIdentityOfIssuer: boolean;
  /** Whether an issuer, maybe a former one, said that the address is not verified. */
  isUnverified: boolean;
}

export type SignInDecision =
  | { kind: 'returned'; accountId: string }
  | { kind: 'linked'; accountId: string }
  /** `formerOwnerId`: the account that had the address and loses it. */
  | { kind: 'created'; email: string; formerOwnerId: string | undefined }
  | { kind: 'refused'; reason: 'no_email' | 'email_taken' | 'email_unverified' };

/**
 * Decides the account of a sign-in. Issuer and subject come first. The address decides only at the first sign-in: an
 * account with it is taken over if the issuer has verified the address and no other person of that issuer has the
 * account. Identities of a former issuer do not count, so that an installation can change its issuer. If another person
 * only claimed the address, at either issuer, the new person gets a new account with it: the claimant may hold keys and
 * sessions of the old one.
 *
 * @param known the account of issuer and subject.
 */
export function decideSignIn(
  person: Person,
  known: string | undefined,
  owner: EmailOwner | undefined,
): SignInDecision {
  if (known !== undefined) return { kind: 'returned', accountId: known };
  if (person.email === undefined) return { kind: 'refused', reason: 'no_email' };
  if (!owner) return { kind: 'created', email: person.email, formerOwnerId: undefined };
  if (owner.isUnverified && person.isEmailVerified === true) {
    return { kind: 'created', email: person.email, formerOwnerId: owner.accountId };
  }
  if (owner.hasIdentityOfIssuer) return { kind: 'refused', reason: 'email_taken' };
  // Claiming any address at the issuer must not give access to another person's account.
  if (person.isEmailVerified !== true) return { kind: 'refused', reason: 'email_unverified' };
  return { kind: 'linked', accountId: owner.accountId };
}

/** The address that the person's account gets, if the issuer has verified it and no account has it. */
export function newAddress(person: Person, owner: EmailOwner | undefined): string | undefined {
  return owner === undefined && person.isEmailVerified === true ? person.email : undefined;
}

interface HeldRole {
  role: Role;
  givenBy: RoleGiver;
}

/**
 * The role after a sign-in. The claim makes an operator, and revokes only what it granted; what an operator's command
 * granted stays.
 *
 * @param isOperator the claim's value; undefined if no claim is configured.
 */
export function roleAfterSignIn(held: HeldRole, isOperator: boolean | undefined): HeldRole {
  if (isOperator === true && held.role === 'user') return { role: 'operator', givenBy: 'claim' };
  if (isOperator === false && held.role === 'operator' && held.givenBy === 'claim') {
    return { role: 'user', givenBy: 'claim' };
  }
  return held;
}
