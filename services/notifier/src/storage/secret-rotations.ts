import { SAVED_SEARCH } from '@heliograph/contract';
import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';

/** Keys kept of a saved search, at most: the newest. */
const MAXIMUM_KEYS = 100;

/** Of a secret, which is random, so its hash does not reveal it. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

interface Rotation {
  savedSearchId: string;
  /** Of the secret that it made. */
  secretHash: Buffer;
}

/** What a request with this key did within the last day. */
export async function findRotation(
  client: PoolClient,
  accountId: string,
  key: string,
): Promise<Rotation | undefined> {
  const { rows } = await client.query<Rotation>(
    `SELECT saved_search_id AS "savedSearchId", secret_hash AS "secretHash" FROM notifier.secret_rotation
     WHERE account_id = $1 AND idempotency_key = $2 AND rotated_at > now() - make_interval(hours => $3)`,
    [accountId, key, SAVED_SEARCH.idempotencyHours],
  );
  return rows[0];
}

/**
 * Stores a rotation's key, and removes the saved search's oldest beyond the maximum.
 *
 * @returns false if another request has just used the key; nothing is stored then.
 */
export async function keepRotation(
  client: PoolClient,
  accountId: string,
  key: string,
  { savedSearchId, secretHash }: Rotation,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO notifier.secret_rotation AS kept (account_id, idempotency_key, saved_search_id, secret_hash)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (account_id, idempotency_key) DO UPDATE SET saved_search_id = excluded.saved_search_id,
       secret_hash = excluded.secret_hash, rotated_at = excluded.rotated_at
       WHERE kept.rotated_at <= now() - make_interval(hours => $5)`,
    [accountId, key, savedSearchId, secretHash, SAVED_SEARCH.idempotencyHours],
  );
  if (rowCount === 0) return false;
  await client.query(
    `DELETE FROM notifier.secret_rotation WHERE (account_id, idempotency_key) IN (
       SELECT account_id, idempotency_key FROM notifier.secret_rotation WHERE saved_search_id = $1
       ORDER BY rotated_at DESC OFFSET ${MAXIMUM_KEYS})`,
    [savedSearchId],
  );
  return true;
}
