import { ACCOUNT_LIMITS } from '@heliograph/contract';
import { cli } from '@heliograph/proto';
import { Issues, isReadableName, isText } from '@heliograph/runtime';
import { ACCESS_TOKEN_SECONDS, type CliSession, type Device } from '../../domain/cli';
import { isCodeChallenge } from '../../domain/pkce';
import type { TokenPair } from '../../storage/cli-session-store';
import { textRule } from '../convert/calls';

const DEVICE_NAME_LENGTH = ACCOUNT_LIMITS.nameLength;
const VERSION_LENGTH = 40;
/** RFC 8252, section 7.3: a port on this machine, by address rather than by name. */
const REDIRECT_URI = /^http:\/\/(?:127\.0\.0\.1|\[::1\]):\d{1,5}\/callback$/;

const Outcome = cli.TokenResponse_Outcome;
type RefusedOutcome = Exclude<
  cli.TokenResponse_Outcome,
  cli.TokenResponse_Outcome.UNSPECIFIED | cli.TokenResponse_Outcome.ISSUED
>;

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function deviceFromRequest(device: cli.CliDevice | undefined): Device {
  const issues = new Issues();
  const read = readDevice(device, issues);
  issues.throwIfAny();
  return read;
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function authorizationFromRequest(request: cli.CreateAuthorizationCodeRequest): {
  device: Device;
  redirectUri: string;
  codeChallenge: string;
} {
  const issues = new Issues();
  const device = readDevice(request.device, issues);
  const { redirectUri, codeChallenge } = request;
  issues.require(
    REDIRECT_URI.test(redirectUri),
    'redirect_uri',
    'must be http://127.0.0.1:PORT/callback or http://[::1]:PORT/callback',
  );
  issues.require(isCodeChallenge(codeChallenge), 'code_challenge', 'must be 43 characters of base64url');
  issues.throwIfAny();
  return { device, redirectUri, codeChallenge };
}

/** The version reported by the client; an invalid one is ignored, because nothing depends on it here. */
export function clientVersionOf(text: string): string {
  return isText(text, VERSION_LENGTH) ? text : '';
}

export function issued({ accessToken, refreshToken, session }: TokenPair): cli.TokenResponse {
  return {
    outcome: Outcome.ISSUED,
    description: '',
    accessToken,
    expiresInSeconds: ACCESS_TOKEN_SECONDS,
    refreshToken,
    session: cliSessionToResponse(session),
  };
}

export function refused(outcome: RefusedOutcome, description: string): cli.TokenResponse {
  return {
    outcome,
    description,
    accessToken: '',
    expiresInSeconds: 0,
    refreshToken: '',
    session: undefined,
  };
}

/** For an account that may not be used now. */
export function refusedAccount(status: 'disabled' | 'suspended'): cli.TokenResponse {
  return refused(Outcome.ACCESS_DENIED, `The account is ${status}.`);
}

export function cliSessionToResponse(session: CliSession): cli.CliSession {
  return {
    id: session.id,
    accountId: session.accountId,
    device: session.device,
    createdAt: session.createdAt,
    lastUsedAt: session.lastUsedAt,
    expiresAt: session.expiresAt,
  };
}

function readDevice(device: cli.CliDevice | undefined, issues: Issues): Device {
  const name = device?.name.trim() ?? '';
  const clientVersion = device?.clientVersion ?? '';
  issues.require(
    name !== '' && isReadableName(name, DEVICE_NAME_LENGTH),
    'device.name',
    `must be 1 to ${DEVICE_NAME_LENGTH} characters, none of them invisible`,
  );
  issues.require(isText(clientVersion, VERSION_LENGTH), 'device.client_version', textRule(VERSION_LENGTH));
  return { name, clientVersion };
}
