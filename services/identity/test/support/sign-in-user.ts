import type { signIn } from '@heliograph/proto';
import { randomUUID } from 'node:crypto';
import { complete } from './sign-in';
import type { FakeIssuer } from './fake-issuer';

/** Signs in a new user, or the one in the claims. */
export async function signInUser(
  fixture: FakeIssuer,
  claims: Record<string, unknown> = {},
  overrides: Partial<signIn.CompleteSignInRequest> = {},
): Promise<signIn.CompleteSignInResponse> {
  const sub = randomUUID();
  const person = { sub, email: `${sub}@example.com`, email_verified: true, ...claims };
  return complete(fixture, await fixture.visit(person), overrides);
}
