import { join } from 'node:path';
import { fileNameOf } from '../config/api-url';
import type { Directories } from '../config/directories';
import { AuthenticationError, CliError } from '../failure';
import { pause } from '../http/pause';
import { withTimeout } from '../http/with-timeout';
import { VERSION } from '../version';
import type { CredentialStore } from './credential-store';
import { withFileLock } from './file-lock';
import { isKey, type StoredSession } from './stored-session';
import { OAuthError, UnansweredError, type OAuthClient, type TokenPair } from './token-endpoint';

/** Tokens expiring sooner than this are renewed before use: they could expire in flight. */
const RENEW_BEFORE_EXPIRY_MS = 30_000;
/**
 * When to retry a renewal whose response was lost: the server accepts a spent refresh token once more, within 20
 * seconds. Any other reuse would look like theft and end the session.
 */
const RETRY_DELAY_MS = 1_000;
/** Short enough that the retry is in time, and both attempts end before the lock looks stale. */
const RENEWAL_TIMEOUT_MS = 8_000;
const LOCK_TIMEOUT_MS = 60_000;

/** A login's tokens, shared safely between processes. */
export class SessionTokens {
  constructor(
    private readonly apiUrl: string,
    private readonly store: CredentialStore,
    private readonly oauth: OAuthClient,
    private readonly directories: Directories,
    private readonly signal: AbortSignal,
    /** Timeout of each renewal attempt. */
    private readonly renewalTimeoutMs = RENEWAL_TIMEOUT_MS,
  ) {}

  /**
   * A valid access token, renewed if necessary.
   *
   * @param refused a token the API has just rejected.
   * @throws AuthenticationError when there is no login, or it has ended.
   */
  async accessToken(refused?: string): Promise<string> {
    const { session } = await this.stored();
    if (isUsable(session, refused)) return session.accessToken;
    return this.locked(async () => {
      // Reread: another process may have renewed the token while this one waited, spending the old refresh token.
      const { session: current } = await this.stored();
      return isUsable(current, refused) ? current.accessToken : (await this.renew(current)).accessToken;
    });
  }

  /** The login and where it is stored. Throws AuthenticationError when there is no login, or only a key. */
  async stored(): Promise<{ session: StoredSession; place: string }> {
    const found = await this.store.load(this.apiUrl);
    if (!found || isKey(found.login))
      throw new AuthenticationError(`You are not logged in to ${this.apiUrl}.`);
    return { session: found.login, place: found.place };
  }

  /** The key of `login --with-token` and where it is stored; undefined when there is none. */
  async storedKey(): Promise<{ apiKey: string; place: string } | undefined> {
    const found = await this.store.load(this.apiUrl);
    return found && isKey(found.login) ? { apiKey: found.login.apiKey, place: found.place } : undefined;
  }

  /** Runs an action while no other process renews this API's tokens. */
  locked<Result>(action: () => Promise<Result>): Promise<Result> {
    const path = join(this.directories.state, 'locks', `${fileNameOf(this.apiUrl)}.lock`);
    const refusal = 'Another process of this program is taking too long to renew the login.';
    return withFileLock(path, { timeoutMs: LOCK_TIMEOUT_MS, refusal, signal: this.signal }, action);
  }

  private async renew(session: StoredSession): Promise<StoredSession> {
    let pair: TokenPair;
    try {
      pair = await this.requestWithRetry(session);
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      if (error.code !== 'invalid_grant')
        throw new CliError(`The login could not be renewed: ${error.message}`, {
          code: error.code,
          status: error.status,
          remedy: 'Try again, or run: signals login',
          cause: error,
        });
      await this.store.remove(this.apiUrl);
      throw new AuthenticationError(`Your login to ${this.apiUrl} has ended: ${error.message}`, {
        code: 'login_ended',
        cause: error,
      });
    }
    const renewed = { ...session, ...pair };
    // If the process dies before this line, the refresh token in the store is spent. The server accepts it again within
    // 20 seconds; after that the user must log in again.
    await this.store.save(renewed);
    this.signal.throwIfAborted();
    return renewed;
  }

  private async requestWithRetry({ tokenEndpoint, refreshToken }: StoredSession): Promise<TokenPair> {
    const request = () =>
      this.oauth.requestTokens(
        tokenEndpoint,
        { grant_type: 'refresh_token', refresh_token: refreshToken, client_version: VERSION },
        // Ctrl-C does not abort this: the server may already have spent the refresh token, and only its response has
        // the next one.
        withTimeout(this.renewalTimeoutMs),
      );
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof UnansweredError) || (error.retryAfterSeconds ?? 0) * 1000 > RETRY_DELAY_MS)
        throw error;
      await pause(RETRY_DELAY_MS, this.signal);
      return request();
    }
  }
}

function isUsable(session: StoredSession, refused: string | undefined): boolean {
  return (
    session.accessToken !== refused && session.accessTokenExpiresAt - Date.now() > RENEW_BEFORE_EXPIRY_MS
  );
}
