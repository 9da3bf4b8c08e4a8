import { inTransaction } from '@heliograph/postgres';
import type { Pool } from 'pg';
import type { AccountStatus } from '../domain/account';
import { AUTHORIZATION_CODE_SECONDS, USED_CODE_SECONDS, type Device } from '../domain/cli';
import { matchesChallenge } from '../domain/pkce';
import { writeEdit, type Actor } from './audit';
import { endSession, openCliSession, type TokenPair } from './cli-session-store';
import { lockCliMember } from './member-lock';

interface NewAuthorization {
  accountId: string;
  device: Device;
  redirectUri: string;
  codeChallenge: string;
}

interface CodeRow {
  account_id: string;
  user_id: string;
  device_name: string;
  client_version: string;
  redirect_uri: string;
  code_challenge: string;
  is_live: boolean;
  /** Whether it was already presented. */
  is_used: boolean;
  /** The session it was exchanged for. */
  session_id: string | null;
  status: AccountStatus;
}

type CodeOutcome =
  | { kind: 'issued'; tokens: TokenPair }
  | { kind: 'unknown' }
  | { kind: 'account'; status: Exclude<AccountStatus, 'active'> };

/** Codes for clients whose users approved them in the browser. */
export class AuthorizationCodeStore {
  constructor(private readonly pool: Pool) {}

  /** @returns whether the account exists and the acting user, or else its own, may use the client there. */
  async create(
    codeHash: Buffer,
    { accountId, device, redirectUri, codeChallenge }: NewAuthorization,
    actor: Actor,
  ) {
    return inTransaction(this.pool, async (client) => {
      const userId = await lockCliMember(client, accountId, actor.userId);
      if (userId === undefined) return false;
      await client.query(
        `INSERT INTO identity.cli_authorization_code
           (code_hash, account_id, device_name, client_version, redirect_uri, code_challenge, expires_at, user_id)
         VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7), $8)`,
        [
          ...[codeHash, accountId, device.name, device.clientVersion, redirectUri, codeChallenge],
          ...[AUTHORIZATION_CODE_SECONDS, userId],
        ],
      );
      const detail = { device: device.name, flow: 'browser' };
      await writeEdit(client, actor, { action: 'cli.approve', accountId, detail });
      return true;
    });
  }

  /**
   * Exchanges a code for a session. The code is consumed whatever the outcome: only one of several callers gets the
   * session, and a caller with the code but not its verifier spoils it. A code presented again was known to two
   * parties, so the first one's session ends (RFC 6749, section 4.1.2); a used code is remembered for a day.
   *
   * If the process dies after the commit but before the response, the client has no tokens, and the user logs in again.
   * The session stays in the list and can be revoked, unless the client sent its code again.
   */
  async exchange(
    codeHash: Buffer,
    redirectUri: string,
    verifier: string,
    actor: Actor,
  ): Promise<CodeOutcome> {
    return inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<CodeRow>(
        `WITH before AS (
           SELECT code.*, status FROM identity.cli_authorization_code AS code JOIN identity.account USING (account_id)
           WHERE code_hash = $1 FOR UPDATE OF code
         )
         UPDATE identity.cli_authorization_code AS code
         SET used_at = coalesce(code.used_at, now()), code_challenge = '',
           expires_at = CASE WHEN before.used_at IS NULL THEN now() + make_interval(secs => $2) ELSE code.expires_at END
         FROM before WHERE code.code_hash = before.code_hash
         RETURNING before.account_id, before.user_id, before.device_name, before.client_version, before.redirect_uri,
           before.code_challenge, before.expires_at > now() AS is_live, before.used_at IS NOT NULL AS is_used,
           before.session_id, before.status`,
        [codeHash, USED_CODE_SECONDS],
      );
      const [code] = rows;
      if (code?.is_used) {
        if (code.session_id !== null)
          await endSession(client, actor, code.account_id, code.session_id, 'cli_session.reuse');
        return { kind: 'unknown' };
      }
      const isUsable =
        code?.is_live && code.redirect_uri === redirectUri && matchesChallenge(verifier, code.code_challenge);
      if (!isUsable) return { kind: 'unknown' };
      const { account_id: accountId, user_id: userId, status } = code;
      if (status !== 'active') return { kind: 'account', status };
      const device = { name: code.device_name, clientVersion: code.client_version };
      const tokens = await openCliSession(client, { accountId, userId }, device, 'browser', actor);
      await client.query('UPDATE identity.cli_authorization_code SET session_id = $2 WHERE code_hash = $1', [
        codeHash,
        tokens.session.id,
      ]);
      return { kind: 'issued', tokens };
    });
  }
}
