import { CliError, EXIT_CODES } from '../failure';
import { retryAfterSeconds } from '../http/retry-after';
import { reasonOf } from '../http/watched-fetch';

export const CLIENT_ID = 'signals-cli';

/** A pair of tokens (RFC 6749, section 5.1). */
export interface TokenPair {
  accessToken: string;
  /** Epoch milliseconds on this machine's clock. */
  accessTokenExpiresAt: number;
  refreshToken: string;
}

/** An error response (RFC 6749, section 5.2; RFC 8628, section 3.5). */
export class OAuthError extends Error {
  constructor(
    readonly code: string,
    description: string,
    readonly status: number,
  ) {
    super(description);
    this.name = 'OAuthError';
  }
}

/** No response, or one that says nothing about the request: it may or may not have been processed. */
export class UnansweredError extends CliError {
  override readonly name = 'UnansweredError';
}

/** Posts forms to the OAuth endpoints. */
export class OAuthClient {
  constructor(
    private readonly fetch: typeof globalThis.fetch,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * @param signal aborts the request; by default Ctrl-C does.
   * @throws OAuthError when the grant is rejected, UnansweredError when no response arrives.
   */
  async requestTokens(
    tokenEndpoint: string,
    parameters: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<TokenPair> {
    const sentAt = Date.now();
    const body = await this.post(tokenEndpoint, parameters, signal);
    const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn } = body;
    if (typeof accessToken !== 'string' || typeof refreshToken !== 'string')
      throw new UnansweredError('The API granted the login but sent no tokens.', {
        code: 'unexpected_response',
      });
    const lifetimeSeconds = typeof expiresIn === 'number' && expiresIn > 0 ? expiresIn : 60;
    return { accessToken, refreshToken, accessTokenExpiresAt: sentAt + lifetimeSeconds * 1000 };
  }

  /** Posts a form with the client's name, and returns the JSON response. Throws like requestTokens. */
  async post(
    endpoint: string,
    parameters: Record<string, string>,
    signal = this.signal,
  ): Promise<Record<string, unknown>> {
    const { host } = new URL(endpoint);
    let response: Response;
    let text: string;
    try {
      response = await this.fetch(endpoint, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
        body: new URLSearchParams({ ...parameters, client_id: CLIENT_ID }).toString(),
        redirect: 'manual',
        signal,
      });
      text = await response.text();
    } catch (error) {
      this.signal.throwIfAborted();
      throw new UnansweredError(`${host} cannot be reached: ${reasonOf(error)}.`, {
        code: 'network_error',
        remedy: 'Try again in a moment.',
        cause: error,
      });
    }
    const body = parseObject(text);
    if (response.ok) return body;
    const wait = retryAfterSeconds(response.headers);
    // Problem documents too: a proxy may send them.
    const word = textOf(body['error']) || textOf(body['code']) || 'invalid_request';
    const description =
      textOf(body['error_description']) || textOf(body['detail']) || `${host} answered ${response.status}.`;
    if (response.status === 429 || response.status >= 500)
      throw new UnansweredError(description, {
        code: word,
        status: response.status,
        exitCode: response.status === 429 ? EXIT_CODES.limit : EXIT_CODES.failure,
        retryAfterSeconds: wait,
        remedy: wait === undefined ? 'Try again in a moment.' : `Try again in ${wait} s.`,
      });
    throw new OAuthError(word, description, response.status);
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
