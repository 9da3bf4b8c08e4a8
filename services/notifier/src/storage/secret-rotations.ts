import { SAVED_SEARCH } from '@heliograph/contract';
import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';

/** Keys kept of a saved search, at most: the newest. */
const MAXIMUM_KEYS = 100;

/** Of a secret, which is random, so its hash does not reveal it. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The hash of the secret that a request with this key made within the last day. */
export async function findRotation(
  client: PoolClient,
  savedSearchId: string,
  key: string,
): Promise<Buffer | undefined> {
  const { rows } = await client.query<{ secret_hash: Buffer }>(
    `SELECT secret_hash FROM notifier.secret_rotation WHERE saved_search_id = $1 AND idempotency_key = $2
       AND rotated_at > now() - make_interval(hours => $3)`,
    [savedSearchId, key, SAVED_SEARCH.idempotencyHours],
  );
  return rows[0]?.secret_hash;
}

/** Stores a rotation's key, and removes keys that are free again. */
export async function keepRotation(
  client: PoolClient,
  savedSearchId: string,
  key: string,
  secretHash: Buffer,
): Promise<void> {
  await client.query(
    `INSERT INTO notifier.secret_rotation (saved_search_id, idempotency_key, secret_hash) VALUES ($1, $2, $3)
     ON CONFLICT (saved_search_id, idempotency_key)
       DO UPDATE SET secret_hash = excluded.secret_hash, rotated_at = excluded.rotated_at`,
    [savedSearchId, key, secretHash],
  );
  await client.query(
    `DELETE FROM notifier.secret_rotation WHERE saved_search_id = $1 AND (
       rotated_at <= now() - make_interval(hours => $2) OR idempotency_key IN (
         SELECT idempotency_key FROM notifier.secret_rotation WHERE saved_search_id = $1
         ORDER BY rotated_at DESC OFFSET ${MAXIMUM_KEYS}))`,
    [savedSearchId, SAVED_SEARCH.idempotencyHours],
  );
}
