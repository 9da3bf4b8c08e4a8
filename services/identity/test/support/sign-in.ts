import type { signIn } from '@heliograph/proto';
import { createHash } from 'node:crypto';
import { call, type TestIdentity } from './identity';
import type { TestServer } from './issuer-server';

/** An identity service and its issuer, both real. */
export interface SignInFixture {
  running: TestIdentity;
  dashboardUrl: string;
  server: TestServer;
  stop(): Promise<void>;
}

/** A browser that has returned from the issuer. */
export interface ReturnedBrowser {
  attemptSecret: string;
  callbackQuery: string;
}

export function complete(
  { running }: Pick<SignInFixture, 'running'>,
  returned: ReturnedBrowser,
  overrides: Partial<signIn.CompleteSignInRequest> = {},
): Promise<signIn.CompleteSignInResponse> {
  const request = {
    ...returned,
    userAgent: 'Mozilla/5.0 (Test)',
    address: '192.0.2.7',
    previousTokenHash: Buffer.alloc(0),
    ...overrides,
  };
  return running.signIn.completeSignIn(request, call);
}

export function tokenHash(sessionToken: string): Buffer {
  return createHash('sha256').update(sessionToken).digest();
}

export function authenticateSession(
  { running }: Pick<SignInFixture, 'running'>,
  sessionToken: string,
  isUnattended = false,
): Promise<signIn.AuthenticateSessionResponse> {
  return running.signIn.authenticateSession({ tokenHash: tokenHash(sessionToken), isUnattended }, call);
}
