import type { Pool } from 'pg';
import type { AccountStatus } from '../domain/account';
import { AUTHORIZATION_CODE_SECONDS, type Device } from '../domain/cli';
import { matchesChallenge } from '../domain/pkce';
import { writeAudit, type Actor } from './audit';
import { openCliSession, type TokenPair } from './cli-session-store';
import { inTransaction } from './transaction';

export interface NewAuthorization {
  accountId: string;
  device: Device;
  redirectUri: string;
  codeChallenge: string;
}

interface CodeRow {
  account_id: string;
  device_name: string;
  client_version: string;
  redirect_uri: string;
  code_challenge: string;
  is_live: boolean;
  status: AccountStatus;
}

export type CodeOutcome =
  | { kind: 'issued'; tokens: TokenPair }
  | { kind: 'unknown' }
  | { kind: 'account'; status: Exclude<AccountStatus, 'active'> };

/** Codes for a client whose user approved it in the browser. */
export class AuthorizationCodeStore {
  constructor(private readonly pool: Pool) {}

  /** @returns whether there is such an account. */
  async create(
    codeHash: Buffer,
    { accountId, device, redirectUri, codeChallenge }: NewAuthorization,
    actor: Actor,
  ) {
    return inTransaction(this.pool, async (client) => {
      const { rowCount } = await client.query(
        `INSERT INTO identity.cli_authorization_code
           (code_hash, account_id, device_name, client_version, redirect_uri, code_challenge, expires_at)
         SELECT $1, account_id, $3, $4, $5, $6, now() + make_interval(secs => $7)
         FROM identity.account WHERE account_id = $2`,
        [
          ...[codeHash, accountId, device.name, device.clientVersion, redirectUri, codeChallenge],
          AUTHORIZATION_CODE_SECONDS,
        ],
      );
      if (rowCount === 0) return false;
      const detail = { device: device.name, flow: 'browser' };
      await writeAudit(client, actor, { action: 'cli.approve', accountId, detail });
      return true;
    });
  }

  /**
   * A session for a code, which is used up whatever comes of it: of several callers one gets it, and whoever has a
   * code without its verifier has spoilt it.
   *
   * Dies after the commit, before the answer: the client has no tokens, the session is in the list, to be revoked, and the
   * user logs in again.
   */
  async exchange(
    codeHash: Buffer,
    redirectUri: string,
    verifier: string,
    actor: Actor,
  ): Promise<CodeOutcome> {
    return inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<CodeRow>(
        `DELETE FROM identity.cli_authorization_code AS code USING identity.account
         WHERE code_hash = $1 AND account.account_id = code.account_id
         RETURNING code.account_id, device_name, client_version, redirect_uri, code_challenge,
           expires_at > now() AS is_live, status`,
        [codeHash],
      );
      const [code] = rows;
      const isGood =
        code?.is_live && code.redirect_uri === redirectUri && matchesChallenge(verifier, code.code_challenge);
      if (!isGood) return { kind: 'unknown' };
      const { account_id: accountId, status } = code;
      if (status !== 'active') return { kind: 'account', status };
      const device = { name: code.device_name, clientVersion: code.client_version };
      return { kind: 'issued', tokens: await openCliSession(client, accountId, device, 'browser', actor) };
    });
  }
}
