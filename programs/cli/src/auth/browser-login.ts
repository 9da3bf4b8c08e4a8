import { randomBytes } from 'node:crypto';
import { AuthenticationError } from '../failure';
import { VERSION } from '../version';
import { untilDeadline } from './login-deadline';
import { LoopbackListener, type Callback } from './loopback';
import type { AuthorizationServer } from './metadata';
import { createPkce, type Pkce } from './pkce';
import { CLIENT_ID, OAuthError, type OAuthClient, type TokenPair } from './token-endpoint';

interface BrowserLogin {
  server: AuthorizationServer;
  oauth: OAuthClient;
  deviceName: string;
  /** The listener's port; 0 for any free one. */
  port: number;
  timeoutMs: number;
  signal: AbortSignal;
  /** Shows the page to the user and opens it. */
  present: (url: string) => Promise<void>;
  /** Looks up the tokens' owner; if it fails, the login fails. */
  finish: (pair: TokenPair) => Promise<{ email: string | undefined }>;
}

/**
 * Logs in with a browser on this machine: authorization code flow with PKCE and a loopback redirect (RFC 6749, 7636,
 * 8252).
 *
 * @throws AuthenticationError when the user declines or does not respond in time.
 */
export async function loginByBrowser(login: BrowserLogin): Promise<void> {
  const state = randomBytes(24).toString('base64url');
  const pkce = createPkce();
  const listener = await LoopbackListener.open(state, login.port);
  try {
    const { redirectUri } = listener;
    await login.present(authorizationUrl(login, { redirectUri, state, pkce }));
    const callback = await arrival(listener, login);
    if ('error' in callback) throw refusal(callback);
    const pair = await login.oauth.requestTokens(login.server.tokenEndpoint, {
      grant_type: 'authorization_code',
      code: callback.code,
      redirect_uri: redirectUri,
      code_verifier: pkce.verifier,
    });
    const { email } = await login.finish(pair);
    await listener.close({
      isSuccess: true,
      heading: 'You are logged in',
      text: `${email ? `Logged in as ${email}. ` : ''}You can close this page and go back to the terminal.`,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await listener.close({
      isSuccess: false,
      heading: 'Login failed',
      text: `${reason} You can close this page and go back to the terminal.`,
    });
    if (error instanceof OAuthError)
      throw new AuthenticationError(`The API refused the login: ${error.message}`, {
        code: error.code,
        cause: error,
      });
    throw error;
  }
}

/** The approval page's URL; packages/dashboard-api defines its parameters. */
function authorizationUrl(
  { server, deviceName }: Pick<BrowserLogin, 'server' | 'deviceName'>,
  request: { redirectUri: string; state: string; pkce: Pkce },
): string {
  const url = new URL(server.authorizationEndpoint);
  const parameters = {
    response_type: 'code',
    client_id: CLIENT_ID,
    redirect_uri: request.redirectUri,
    code_challenge: request.pkce.challenge,
    code_challenge_method: 'S256',
    state: request.state,
    device_name: deviceName,
    client_version: VERSION,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

function arrival(listener: LoopbackListener, { signal, timeoutMs }: BrowserLogin): Promise<Callback> {
  const deadline = {
    timeoutMs,
    signal,
    missing: 'The login was not completed in the browser',
    remedy: 'Run it again; on a machine without a browser: signals login --device',
  };
  return untilDeadline(deadline, async (ending) => {
    let stop: (() => void) | undefined;
    const end = new Promise<never>((_, reject) => {
      stop = () => reject(ending.reason as Error);
      if (ending.aborted) stop();
      else ending.addEventListener('abort', stop, { once: true });
    });
    try {
      return await Promise.race([listener.callback(), end]);
    } finally {
      ending.removeEventListener('abort', stop!);
    }
  });
}

function refusal({ error, description }: { error: string; description: string }): AuthenticationError {
  if (error === 'access_denied')
    return new AuthenticationError('The login was refused in the browser.', { code: error });
  return new AuthenticationError(`The login failed: ${description || error}`, { code: error });
}
