import { inTransaction } from '@heliograph/postgres';
import type { Pool, PoolClient } from 'pg';
import { ACCOUNT_LIMITS } from '@heliograph/contract';
import {
  MAXIMUM_KEYS_PER_DAY,
  MAXIMUM_KEYS_PER_MEMBER,
  MAXIMUM_USABLE_KEYS,
  type Key,
  type KeyChanges,
} from '../domain/key';
import { writeAudit, writeEdit, type Actor } from './audit';
import { roleOf } from './member-lock';
import { keyFromRow, USER_COLUMNS, USERS, type CredentialRow, type KeyRow } from './mapping';

const COLUMNS =
  'key_id, account_id, name, scopes, created_at, expires_at, revoked_at, hint, monthly_cap_records, last_used_at, ' +
  `is_test, lineage_id, (SELECT to_jsonb(creator) FROM (SELECT ${USER_COLUMNS} FROM ${USERS}
     WHERE person.user_id = api_key.created_by) AS creator) AS creator`;

/** As in its index: an account keeps all keys that it ever had. */
const END = `coalesce(least(revoked_at, expires_at), 'infinity')`;
const IS_USABLE = `revoked_at IS NULL AND ${END} > now()`;

/** The lifetime of the newest key in the lineage: an overlap has shortened the others'. */
const LIFETIME = `(
  SELECT newest.expires_at - newest.created_at FROM identity.api_key AS newest
  WHERE newest.account_id = old.account_id AND (newest.key_id = old.key_id OR newest.lineage_id = old.lineage_id)
  ORDER BY newest.created_at DESC LIMIT 1
)`;

/**
 * Uses the database's clock, which is the same for all processes. The restriction is one row, always in memory. An
 * operator's account does not make operators of the members who create keys there.
 */
const FIND_CREDENTIAL = {
  name: 'find_credential',
  text: `SELECT key_id AS credential_id, account_id, scopes, expires_at, revoked_at IS NOT NULL AS is_revoked,
      coalesce(expires_at <= now(), false) AS is_expired, status,
      CASE WHEN role = 'operator' AND created_by <> (
        SELECT person.user_id FROM identity.user AS person WHERE home_account_id = account_id
      ) THEN 'user' ELSE role END AS role, monthly_cap_records, lineage_id, is_test, logs_queries,
      restriction.active AS is_restricted, restriction.message AS restriction_message, now() AS read_at
    FROM identity.api_key JOIN identity.account USING (account_id)
      CROSS JOIN identity.access_restriction AS restriction
    WHERE hash = $1`,
};

/** Why there is no new key. */
export type KeyRefusal = 'too_many_keys' | 'too_many_today' | 'too_many_by_member';

interface NewKey {
  id: string;
  accountId: string;
  name: string;
  scopes: string[];
  expiresAt: Date | undefined;
  monthlyCapRecords: number | undefined;
  isTest: boolean;
  hash: Buffer;
  hint: string;
}

export class KeyStore {
  constructor(private readonly pool: Pool) {}

  /**
   * The key with this SHA-256, and the state of the key and its account; one round trip, prepared once per connection.
   */
  async findCredential(hash: Buffer): Promise<CredentialRow | undefined> {
    const { rows } = await this.pool.query<CredentialRow>({ ...FIND_CREDENTIAL, values: [hash] });
    return rows[0];
  }

  /** @returns why not: no such account, or it has the maximum number of keys, or has made too many recently. */
  async create(key: NewKey, actor: Actor): Promise<Key | 'no_account' | KeyRefusal> {
    return inTransaction(this.pool, async (client) => {
      if (!(await lockAccount(client, key.accountId))) return 'no_account';
      const refusal = await refusalToCreate(client, key.accountId, actor.userId, MAXIMUM_USABLE_KEYS);
      if (refusal) return refusal;
      const { rows } = await client.query<KeyRow>(
        `INSERT INTO identity.api_key (key_id, account_id, name, hash, hint, scopes, expires_at, monthly_cap_records,
           is_test, created_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9,
           (SELECT person.user_id FROM identity.user AS person WHERE person.user_id = $10)) RETURNING ${COLUMNS}`,
        [
          ...[key.id, key.accountId, key.name, key.hash, key.hint, key.scopes],
          ...[key.expiresAt ?? null, key.monthlyCapRecords ?? null, key.isTest, actor.userId ?? null],
        ],
      );
      const created = keyFromRow(rows[0]!);
      await writeCreation(client, actor, created);
      return created;
    });
  }

  /**
   * Changes a key that is not revoked. Unchanged values are not logged.
   *
   * @param owner the account whose key it must be; any if undefined.
   * @returns why not: there is no such key, or it is revoked.
   */
  async update(
    id: string,
    owner: string | undefined,
    changes: KeyChanges,
    actor: Actor,
  ): Promise<Key | 'no_key' | 'revoked'> {
    return inTransaction(this.pool, async (client) => {
      const before = await lockKey(client, id, owner);
      if (!before) return 'no_key';
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
      await writeEdit(client, actor, {
        action: 'key.update',
        accountId: before.accountId,
        keyId: id,
        detail: { hint: before.hint, ...detail },
      });
      return keyFromRow(rows[0]!);
    });
  }

  /**
   * Records when keys were used, in one statement; an existing later time stays. Rows are locked in the order of their
   * ids, so that concurrent calls never deadlock.
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

  /** An account's usable keys, and this many of those that ended last; oldest first. */
  async list(accountId: string, ended: number = ACCOUNT_LIMITS.endedKeys): Promise<Key[]> {
    const { rows } = await this.pool.query<KeyRow>(
      `SELECT ${COLUMNS} FROM identity.api_key WHERE account_id = $1 AND ${IS_USABLE}
       UNION ALL (
         SELECT ${COLUMNS} FROM identity.api_key WHERE account_id = $1 AND NOT (${IS_USABLE})
         ORDER BY ${END} DESC, key_id DESC LIMIT $2)
       ORDER BY created_at, key_id`,
      [accountId, ended],
    );
    return rows.map(keyFromRow);
  }

  /** The account's keys among these ids, whatever their state; oldest first. */
  async find(accountId: string, ids: readonly string[]): Promise<Key[]> {
    const { rows } = await this.pool.query<KeyRow>(
      `SELECT ${COLUMNS} FROM identity.api_key WHERE account_id = $1 AND key_id = ANY($2)
       ORDER BY created_at, key_id`,
      [accountId, ids],
    );
    return rows.map(keyFromRow);
  }

  /**
   * Revoking a revoked key changes nothing and is not logged.
   *
   * @param owner the account whose key it must be; any if undefined.
   */
  async revoke(id: string, owner: string | undefined, actor: Actor): Promise<Key | undefined> {
    return inTransaction(this.pool, async (client) => {
      const before = await lockKey(client, id, owner);
      if (!before || before.revokedAt) return before;
      const { rows } = await client.query<KeyRow>(
        `UPDATE identity.api_key SET revoked_at = now() WHERE key_id = $1 RETURNING ${COLUMNS}`,
        [id],
      );
      await writeAudit(client, actor, {
        action: 'key.revoke',
        accountId: before.accountId,
        keyId: id,
        detail: { name: before.name, hint: before.hint },
      });
      return keyFromRow(rows[0]!);
    });
  }

  /**
   * Makes a key of the same kind and lifetime as another, and ends the other after a while: both or neither. From now
   * on they share a monthly cap.
   *
   * @param owner the account whose key it must be; any if undefined.
   * @param overlapSeconds how long the old key stays valid, unless it expires earlier; 0 revokes it.
   * @returns why not: there is no such key, it is revoked or expired, or the account has the maximum number of keys, or
   *   has made too many recently.
   */
  async roll(
    id: string,
    owner: string | undefined,
    next: { id: string; generate: (kind: Pick<Key, 'isTest'>) => { hash: Buffer; hint: string } },
    overlapSeconds: number,
    actor: Actor,
  ): Promise<Key | 'no_key' | 'unusable' | KeyRefusal> {
    return inTransaction(this.pool, async (client) => {
      const found = await client.query<{ account_id: string }>(
        'SELECT account_id FROM identity.api_key WHERE key_id = $1 AND ($2::uuid IS NULL OR account_id = $2)',
        [id, owner ?? null],
      );
      if (!found.rows[0]) return 'no_key';
      const { account_id: accountId } = found.rows[0];
      await lockAccount(client, accountId);
      const before = (await lockKey(client, id, owner))!;
      const { rows: usable } = await client.query<{ is_usable: boolean }>(
        `SELECT ${IS_USABLE} AS is_usable FROM identity.api_key WHERE key_id = $1`,
        [id],
      );
      if (!usable[0]?.is_usable) return 'unusable';
      // Without an overlap, the new key takes the old one's place.
      const places = overlapSeconds > 0 ? MAXIMUM_USABLE_KEYS : MAXIMUM_USABLE_KEYS + 1;
      const refusal = await refusalToCreate(client, accountId, actor.userId, places);
      if (refusal) return refusal;
      const { hash, hint } = next.generate(before);
      const { rows } = await client.query<KeyRow>(
        `INSERT INTO identity.api_key (
           key_id, account_id, name, hash, hint, scopes, expires_at, monthly_cap_records, is_test, lineage_id, created_by)
         SELECT $2, account_id, name, $3, $4, scopes, now() + ${LIFETIME}, monthly_cap_records, is_test,
           coalesce(lineage_id, key_id),
           (SELECT person.user_id FROM identity.user AS person WHERE person.user_id = $5)
         FROM identity.api_key AS old WHERE key_id = $1 RETURNING ${COLUMNS}`,
        [id, next.id, hash, hint, actor.userId ?? null],
      );
      const ended = await client.query<KeyRow>(
        `UPDATE identity.api_key SET
           lineage_id = coalesce(lineage_id, key_id),
           revoked_at = CASE WHEN $2 = 0 THEN now() END,
           expires_at = CASE WHEN $2 = 0 THEN expires_at ELSE least(expires_at, now() + make_interval(secs => $2)) END
         WHERE key_id = $1 RETURNING ${COLUMNS}`,
        [id, overlapSeconds],
      );
      const key = keyFromRow(rows[0]!);
      const old = keyFromRow(ended.rows[0]!);
      await writeAudit(client, actor, {
        action: 'key.roll',
        accountId,
        keyId: id,
        detail: {
          hint: before.hint,
          newKeyId: key.id,
          validUntil: (old.revokedAt ?? old.expiresAt)?.toISOString() ?? null,
        },
      });
      await writeCreation(client, actor, key, id);
      return key;
    });
  }
}

async function lockKey(client: PoolClient, id: string, owner: string | undefined): Promise<Key | undefined> {
  const { rows } = await client.query<KeyRow>(
    `SELECT ${COLUMNS} FROM identity.api_key WHERE key_id = $1 AND ($2::uuid IS NULL OR account_id = $2)
     FOR NO KEY UPDATE`,
    [id, owner ?? null],
  );
  return rows[0] && keyFromRow(rows[0]);
}

/**
 * The lock serializes an account's key creations, so that its number of keys is stable.
 *
 * @returns whether the account exists.
 */
async function lockAccount(client: PoolClient, accountId: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM identity.account WHERE account_id = $1 FOR UPDATE', [
    accountId,
  ]);
  return rowCount !== 0;
}

/** Requires the lock on the account. @param userId undefined for an operator's command. @param places for usable keys. */
async function refusalToCreate(
  client: PoolClient,
  accountId: string,
  userId: string | undefined,
  places: number,
): Promise<KeyRefusal | undefined> {
  const { rows } = await client.query<{ usable: number; today: number; by_member: number }>(
    `SELECT
       (SELECT count(*)::integer FROM identity.api_key WHERE account_id = $1 AND ${IS_USABLE}) AS usable, made.*
     FROM (
       SELECT count(*)::integer AS today, (count(*) FILTER (WHERE created_by = $2))::integer AS by_member
       FROM identity.api_key WHERE account_id = $1 AND created_at > now() - interval '1 day'
     ) AS made`,
    [accountId, userId ?? null],
  );
  const { usable, today, by_member: byMember } = rows[0]!;
  if (usable >= places) return 'too_many_keys';
  if (today >= MAXIMUM_KEYS_PER_DAY) return 'too_many_today';
  if (byMember < MAXIMUM_KEYS_PER_MEMBER) return undefined;
  return (await roleOf(client, accountId, userId)) === 'owner' ? undefined : 'too_many_by_member';
}

async function writeCreation(client: PoolClient, actor: Actor, key: Key, rolledFrom?: string): Promise<void> {
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
      ...(key.isTest && { isTest: true }),
      ...(rolledFrom !== undefined && { rolledFrom }),
    },
  });
}
