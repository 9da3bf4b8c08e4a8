import type { Pool } from 'pg';
import { MAXIMUM_USABLE_KEYS, type Key, type KeyChanges } from '../domain/key';
import { writeAudit, type Actor } from './audit';
import { keyFromRow, type CredentialRow, type KeyRow } from './mapping';
import { inTransaction } from './transaction';

const COLUMNS =
  'key_id, account_id, name, scopes, created_at, expires_at, revoked_at, hint, monthly_cap_records, last_used_at';

/** By the database's clock, which is one for all processes. */
const FIND_CREDENTIAL = {
  name: 'find_credential',
  text: `SELECT key_id, account_id, scopes, expires_at, revoked_at IS NOT NULL AS is_revoked,
      coalesce(expires_at <= now(), false) AS is_expired, status, monthly_cap_records, now() AS read_at
    FROM identity.api_key JOIN identity.account USING (account_id)
    WHERE hash = $1`,
};

export interface NewKey {
  id: string;
  accountId: string;
  name: string;
  scopes: string[];
  expiresAt: Date | undefined;
  monthlyCapRecords: number | undefined;
  hash: Buffer;
  hint: string;
}

export class KeyStore {
  constructor(private readonly pool: Pool) {}

  /** Whose key has this SHA-256, and how key and account stand; one round trip, prepared once a connection. */
  async findCredential(hash: Buffer): Promise<CredentialRow | undefined> {
    const { rows } = await this.pool.query<CredentialRow>({ ...FIND_CREDENTIAL, values: [hash] });
    return rows[0];
  }

  /** @returns why not: there is no such account, or it has as many usable keys as it may. */
  async create(key: NewKey, actor: Actor): Promise<Key | 'no_account' | 'too_many_keys'> {
    return inTransaction(this.pool, async (client) => {
      // The lock makes creations of one account wait for each other, so that the count below holds.
      const account = await client.query('SELECT FROM identity.account WHERE account_id = $1 FOR UPDATE', [
        key.accountId,
      ]);
      if (account.rowCount === 0) return 'no_account';
      const usable = await client.query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM identity.api_key
         WHERE account_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
        [key.accountId],
      );
      if ((usable.rows[0]?.count ?? 0) >= MAXIMUM_USABLE_KEYS) return 'too_many_keys';
      const { rows } = await client.query<KeyRow>(
        `INSERT INTO identity.api_key (key_id, account_id, name, hash, hint, scopes, expires_at, monthly_cap_records)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${COLUMNS}`,
        [
          ...[key.id, key.accountId, key.name, key.hash, key.hint, key.scopes],
          ...[key.expiresAt ?? null, key.monthlyCapRecords ?? null],
        ],
      );
      await writeAudit(client, actor, {
        action: 'key.create',
        accountId: key.accountId,
        keyId: key.id,
        detail: {
          name: key.name,
          hint: key.hint,
          scopes: key.scopes,
          expiresAt: key.expiresAt?.toISOString() ?? null,
          monthlyCap: key.monthlyCapRecords ?? null,
        },
      });
      return keyFromRow(rows[0]!);
    });
  }

  /**
   * Changes a key that is not revoked. What is already so is not logged.
   *
   * @returns why not: there is no such key, or it is revoked.
   */
  async update(id: string, changes: KeyChanges, actor: Actor): Promise<Key | 'no_key' | 'revoked'> {
    return inTransaction(this.pool, async (client) => {
      const found = await client.query<KeyRow>(
        `SELECT ${COLUMNS} FROM identity.api_key WHERE key_id = $1 FOR NO KEY UPDATE`,
        [id],
      );
      if (!found.rows[0]) return 'no_key';
      const before = keyFromRow(found.rows[0]);
      if (before.revokedAt) return 'revoked';
      const { name = before.name, monthlyCapRecords = before.monthlyCapRecords ?? null } = changes;
      const detail = {
        ...(name !== before.name && { name: { from: before.name, to: name } }),
        ...(monthlyCapRecords !== (before.monthlyCapRecords ?? null) && {
          monthlyCap: { from: before.monthlyCapRecords ?? null, to: monthlyCapRecords },
        }),
      };
      if (Object.keys(detail).length === 0) return before;
      const { rows } = await client.query<KeyRow>(
        `UPDATE identity.api_key SET name = $2, monthly_cap_records = $3 WHERE key_id = $1 RETURNING ${COLUMNS}`,
        [id, name, monthlyCapRecords],
      );
      await writeAudit(client, actor, {
        action: 'key.update',
        accountId: before.accountId,
        keyId: id,
        detail: { hint: before.hint, ...detail },
      });
      return keyFromRow(rows[0]!);
    });
  }

  /**
   * Notes when keys were used, in one statement; a later time that is there already stays. Rows are locked in the order
   * of their ids, so that two of these never wait for each other in a circle.
   */
  async writeUses(uses: ReadonlyMap<string, Date>): Promise<void> {
    await this.pool.query(
      `WITH used AS (SELECT * FROM unnest($1::uuid[], $2::timestamptz[]) AS used (key_id, used_at)),
        due AS (
          SELECT key_id, used_at FROM identity.api_key JOIN used USING (key_id)
          WHERE last_used_at IS NULL OR last_used_at < used_at
          ORDER BY key_id FOR NO KEY UPDATE OF api_key
        )
      UPDATE identity.api_key SET last_used_at = due.used_at FROM due WHERE api_key.key_id = due.key_id`,
      [[...uses.keys()], [...uses.values()]],
    );
  }

  /** All keys of an account, oldest first. */
  async list(accountId: string): Promise<Key[]> {
    const { rows } = await this.pool.query<KeyRow>(
      `SELECT ${COLUMNS} FROM identity.api_key WHERE account_id = $1 ORDER BY created_at, key_id`,
      [accountId],
    );
    return rows.map(keyFromRow);
  }

  /** Revoking a revoked key changes nothing and is not logged. */
  async revoke(id: string, actor: Actor): Promise<Key | undefined> {
    return inTransaction(this.pool, async (client) => {
      const updated = await client.query<KeyRow>(
        `UPDATE identity.api_key SET revoked_at = now() WHERE key_id = $1 AND revoked_at IS NULL
         RETURNING ${COLUMNS}`,
        [id],
      );
      if (updated.rows[0]) {
        const key = keyFromRow(updated.rows[0]);
        await writeAudit(client, actor, {
          action: 'key.revoke',
          accountId: key.accountId,
          keyId: key.id,
          detail: { name: key.name, hint: key.hint },
        });
        return key;
      }
      const { rows } = await client.query<KeyRow>(
        `SELECT ${COLUMNS} FROM identity.api_key WHERE key_id = $1`,
        [id],
      );
      return rows[0] && keyFromRow(rows[0]);
    });
  }
}
