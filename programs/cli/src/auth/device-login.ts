import { AuthenticationError, CliError } from '../failure';
import { pause } from '../http/pause';
import { VERSION } from '../version';
import type { AuthorizationServer } from './metadata';
import { OAuthError, UnansweredError, type OAuthClient, type TokenPair } from './token-endpoint';

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code';
/** The default if the server specifies none (RFC 8628, section 3.2). */
const DEFAULT_INTERVAL_SECONDS = 5;
/** RFC 8628, section 3.5. */
const SLOW_DOWN_SECONDS = 5;
const LONGEST_INTERVAL_SECONDS = 60;

/** Shown to the user. */
export interface DeviceCode {
  userCode: string;
  verificationUri: string;
  /** The verification URI including the code. */
  completeUri: string | undefined;
  expiresInSeconds: number;
}

interface DeviceLogin {
  server: AuthorizationServer;
  oauth: OAuthClient;
  deviceName: string;
  signal: AbortSignal;
  present: (code: DeviceCode) => void;
  /** Waits between polls; tests shorten it. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  now?: () => number;
}

/**
 * Logs in with a browser on another machine, where the user enters a code (device flow, RFC 8628).
 *
 * @throws AuthenticationError when the user declines, or the code expires first.
 */
export async function loginByDevice(login: DeviceLogin): Promise<TokenPair> {
  const { server, oauth, signal, wait = pause, now = Date.now } = login;
  const begun = await begin(login);
  login.present(begun);
  const expiresAt = now() + begun.expiresInSeconds * 1000;
  let intervalSeconds = begun.intervalSeconds;
  for (;;) {
    await wait(intervalSeconds * 1000, signal);
    if (now() >= expiresAt) throw expired();
    try {
      return await oauth.requestTokens(server.tokenEndpoint, {
        grant_type: GRANT_TYPE,
        device_code: begun.deviceCode,
      });
    } catch (error) {
      intervalSeconds = nextInterval(error, intervalSeconds);
    }
  }
}

async function begin({ server, oauth, deviceName }: DeviceLogin) {
  let body: Record<string, unknown>;
  try {
    body = await oauth.post(server.deviceAuthorizationEndpoint, {
      device_name: deviceName,
      client_version: VERSION,
    });
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    throw new CliError(`The API sent no code: ${error.message}`, {
      code: error.code,
      status: error.status,
      cause: error,
    });
  }
  const { device_code, user_code, verification_uri, verification_uri_complete, expires_in, interval } = body;
  if (
    typeof device_code !== 'string' ||
    typeof user_code !== 'string' ||
    typeof verification_uri !== 'string'
  )
    throw new CliError('The API sent no usable code.', { code: 'unexpected_response' });
  return {
    deviceCode: device_code,
    userCode: user_code,
    verificationUri: verification_uri,
    completeUri: typeof verification_uri_complete === 'string' ? verification_uri_complete : undefined,
    expiresInSeconds: typeof expires_in === 'number' ? expires_in : 600,
    intervalSeconds: typeof interval === 'number' && interval > 0 ? interval : DEFAULT_INTERVAL_SECONDS,
  };
}

/** Seconds until the next poll after one that returned no tokens; throws when polling must end. */
function nextInterval(error: unknown, seconds: number): number {
  if (error instanceof UnansweredError) {
    // RFC 8628, section 3.5: back off exponentially when the server does not answer.
    return Math.max(error.retryAfterSeconds ?? 0, Math.min(seconds * 2, LONGEST_INTERVAL_SECONDS));
  }
  if (!(error instanceof OAuthError)) throw error;
  switch (error.code) {
    case 'authorization_pending':
      return seconds;
    case 'slow_down':
      return seconds + SLOW_DOWN_SECONDS;
    case 'access_denied':
      throw new AuthenticationError('The login was refused in the browser.', { code: error.code });
    case 'expired_token':
      throw expired();
    default:
      throw new AuthenticationError(`The API refused the login: ${error.message}`, {
        code: error.code,
        cause: error,
      });
  }
}

function expired(): AuthenticationError {
  return new AuthenticationError('The code expired before it was approved.', {
    code: 'expired_token',
    remedy: 'Run it again: signals login --device',
  });
}
