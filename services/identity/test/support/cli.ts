import { cli, identity } from '@heliograph/proto';
import { hashApiKey } from '@heliograph/runtime';
import { createHash, randomBytes } from 'node:crypto';
import { call, type TestIdentity } from './identity';

const REDIRECT_URI = 'http://127.0.0.1:49152/callback';
export const DEVICE = { name: `anna's laptop`, clientVersion: '0.3.0' };

interface Approved {
  code: string;
  verifier: string;
}

/** The effect of the user's click. */
export async function approve(
  { cliUser }: TestIdentity,
  accountId: string,
  overrides: Partial<cli.CreateAuthorizationCodeRequest> = {},
): Promise<Approved> {
  const verifier = randomBytes(32).toString('base64url');
  const request = {
    accountId,
    device: DEVICE,
    redirectUri: REDIRECT_URI,
    codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
    actor: { accountId, sessionId: '' },
    ...overrides,
  };
  const { code } = await cliUser.createAuthorizationCode(request, call);
  return { code, verifier };
}

export function exchange(
  { cliClient }: TestIdentity,
  { code, verifier }: Approved,
  overrides: Partial<cli.ExchangeAuthorizationCodeRequest> = {},
): Promise<cli.TokenResponse> {
  const request = { code, codeVerifier: verifier, redirectUri: REDIRECT_URI, ...overrides };
  return cliClient.exchangeAuthorizationCode(request, call);
}

/** Creates a client's session through a browser on the same machine. */
export async function logIn(running: TestIdentity, accountId: string): Promise<cli.TokenResponse> {
  const tokens = await exchange(running, await approve(running, accountId));
  expect(tokens.outcome).toBe(cli.TokenResponse_Outcome.ISSUED);
  return tokens;
}

export function refresh({ cliClient }: TestIdentity, refreshToken: string): Promise<cli.TokenResponse> {
  return cliClient.refreshTokens({ refreshToken, clientVersion: '0.3.1' }, call);
}

export function authenticateToken(
  { gateway }: TestIdentity,
  accessToken: string,
): Promise<identity.AuthenticateResponse> {
  const kind = identity.CredentialKind.CLI_TOKEN;
  return gateway.authenticate({ keyHash: hashApiKey(accessToken), kind }, call);
}
