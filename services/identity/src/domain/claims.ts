import { ACCOUNT_LIMITS } from '@heliograph/contract';
import { readableName, isText } from '@heliograph/runtime';
import { isEmail } from './email';

/** Claims of an ID token or of the userinfo endpoint; untrusted. */
export type Claims = Readonly<Record<string, unknown>>;

const NAME_LENGTH = ACCOUNT_LIMITS.nameLength;
/** OpenID Connect Core, section 2: a subject has at most 255 ASCII characters. */
const SUBJECT_LENGTH = 255;

/** The person who signed in, according to the issuer. */
export interface Person {
  issuer: string;
  subject: string;
  /** Undefined if the issuer sent no valid one. */
  email: string | undefined;
  /** Undefined if the issuer does not say. */
  isEmailVerified: boolean | undefined;
  /** May be empty. */
  name: string;
  /** Undefined if no claim is configured to make operators. */
  isOperator: boolean | undefined;
}

/** The claim that makes an operator, and the value it must equal or contain. */
export interface OperatorRule {
  claim: string;
  value: string;
}

/** @returns the person; undefined when the issuer's subject cannot be stored. */
export function personFromClaims(
  issuer: string,
  claims: Claims,
  rule: OperatorRule | undefined,
): Person | undefined {
  const { sub: subject, email, name } = claims;
  if (typeof subject !== 'string' || subject === '' || !isText(subject, SUBJECT_LENGTH)) return undefined;
  const address = typeof email === 'string' ? email.trim() : '';
  const called = typeof name === 'string' ? name.trim() : '';
  return {
    issuer,
    subject,
    email: isEmail(address) ? address : undefined,
    isEmailVerified: booleanOf(claims.email_verified),
    name: called.length <= NAME_LENGTH ? readableName(called, NAME_LENGTH) : '',
    isOperator: rule && isOperator(claims, rule),
  };
}

/** Some issuers send the claim as a string, contrary to OpenID Connect Core, section 5.1. */
function booleanOf(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
}

function isOperator(claims: Claims, { claim, value }: OperatorRule): boolean {
  const held = claims[claim];
  return Array.isArray(held) ? held.includes(value) : held === value;
}
