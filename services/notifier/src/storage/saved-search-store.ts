import { inTransaction } from '@heliograph/postgres';
import { SAVED_SEARCH } from '@heliograph/contract';
import { search } from '@heliograph/proto';
import type { Pool, PoolClient } from 'pg';
import type { NewSavedSearch, Owner, SavedSearch, SavedSearchChanges } from '../domain/saved-search';
import type { SecretBox } from '../secrets/secret-box';
import { endFailure } from './failure-mails';
import { COLUMNS, savedSearchFromRow, type SavedSearchRow } from './mapping';
import { findRotation, hashOf, keepRotation } from './secret-rotations';
import { wake } from './match-store';
import { retryNow } from './replays';

/** A saved search, with its webhook's secret if that is shown. */
interface ShownSavedSearch {
  savedSearch: SavedSearch;
  secret: string | undefined;
}

/** Prevents creating a saved search twice. */
export interface Idempotency {
  /** Combines the credential's id and its key. */
  key: string;
  /** Hash of the whole request. */
  hash: Buffer;
}

interface CreatedSavedSearch extends ShownSavedSearch {
  /** Whether it already existed. */
  isReplayed: boolean;
}

interface RotatedSecret {
  savedSearch: SavedSearch;
  secret: string;
  /** Whether an earlier request with the same key made it. */
  isReplayed: boolean;
}

const OF_OWNER = 'saved_search_id = $1 AND account_id = $2 AND is_test = $3';

/** Accounts' saved searches. Those of another account, or of the other kind of key, count as nonexistent. */
export class SavedSearchStore {
  constructor(
    private readonly pool: Pool,
    private readonly box: SecretBox,
  ) {}

  /**
   * If the process dies after the commit but before the response, the client repeats the request with its key and gets
   * what was created, including its secret.
   *
   * @param secret of the webhook, if there is one.
   * @returns why not: the owner has the maximum number, or the key was used for another one, or for a deleted one.
   */
  create(
    owner: Owner,
    id: string,
    wanted: NewSavedSearch,
    secret: string | undefined,
    idempotency: Idempotency | undefined,
  ): Promise<CreatedSavedSearch | 'too_many' | 'conflict'> {
    return inTransaction(this.pool, async (client) => {
      // From here on no other saved search can change, so what is read now still holds at the commit.
      const version = await nextVersion(client);
      if (idempotency) {
        const made = await this.findCreated(owner, idempotency, client);
        if (made) return made;
        await freeKey(client, owner, idempotency);
      }
      const slot = await freeSlot(client, owner);
      if (slot === undefined) return 'too_many';
      const { rows } = await client.query<SavedSearchRow>(
        `INSERT INTO notifier.saved_search (saved_search_id, account_id, is_test, slot, name, query, filters, webhook_url, secret,
           max_records_per_day, idempotency_key, idempotency_hash, version, starts_after)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, ${CATALOG_VERSION}) RETURNING ${COLUMNS}`,
        [
          ...[id, owner.accountId, owner.isTest, slot, wanted.name, wanted.query],
          ...[encoded(wanted.filters), wanted.webhookUrl ?? null, this.sealed(secret, id)],
          ...[
            wanted.maximumRecordsPerDay ?? null,
            idempotency?.key ?? null,
            idempotency?.hash ?? null,
            version,
          ],
        ],
      );
      return { savedSearch: savedSearchFromRow(rows[0]!), secret, isReplayed: false };
    });
  }

  /**
   * What a request with this key created within the last day, as it is now; with its secret unless that has changed.
   */
  async findCreated(
    { accountId, isTest }: Owner,
    { key, hash }: Idempotency,
    database: Pick<Pool, 'query'> = this.pool,
  ): Promise<CreatedSavedSearch | 'conflict' | undefined> {
    const ofCreation = [accountId, isTest, key, SAVED_SEARCH.idempotencyHours];
    const { rows } = await database.query<
      SavedSearchRow & { idempotency_hash: Buffer; is_first_secret: boolean }
    >(
      `SELECT ${COLUMNS}, idempotency_hash, is_first_secret FROM notifier.saved_search WHERE ${OF_CREATION}`,
      ofCreation,
    );
    const [row] = rows;
    if (!row) {
      const deleted = await database.query(
        `SELECT FROM notifier.deleted_saved_search WHERE ${OF_CREATION}`,
        ofCreation,
      );
      return deleted.rowCount ? 'conflict' : undefined;
    }
    if (!row.idempotency_hash.equals(hash)) return 'conflict';
    const isShown = row.secret !== null && row.is_first_secret;
    const secret = isShown ? this.box.open(row.secret!, row.saved_search_id) : undefined;
    return { savedSearch: savedSearchFromRow(row), secret, isReplayed: true };
  }

  async find({ accountId, isTest }: Owner, id: string): Promise<SavedSearch | undefined> {
    const { rows } = await this.pool.query<SavedSearchRow>(
      `SELECT ${COLUMNS} FROM notifier.saved_search WHERE ${OF_OWNER}`,
      [id, accountId, isTest],
    );
    return rows[0] && savedSearchFromRow(rows[0]);
  }

  /** Oldest first. */
  async list({ accountId, isTest }: Owner): Promise<SavedSearch[]> {
    const { rows } = await this.pool.query<SavedSearchRow>(
      `SELECT ${COLUMNS} FROM notifier.saved_search WHERE account_id = $1 AND is_test = $2
       ORDER BY created_at, saved_search_id`,
      [accountId, isTest],
    );
    return rows.map(savedSearchFromRow);
  }

  /**
   * A new webhook, maximum, or query starts over: the state becomes active, and whatever was held up is due.
   *
   * @param makeSecret for a new webhook.
   */
  update(
    owner: Owner,
    id: string,
    changes: SavedSearchChanges,
    makeSecret: () => string,
  ): Promise<ShownSavedSearch | undefined> {
    return inTransaction(this.pool, async (client) => {
      const version = await nextVersion(client);
      const before = await lock(client, owner, id);
      if (!before) return undefined;
      const { name = before.name, query, webhookUrl = before.webhook_url } = changes;
      const { maximumRecordsPerDay = before.max_records_per_day } = changes;
      const hadSecret = before.secret !== null;
      const secret = webhookUrl !== null && !hadSecret ? makeSecret() : undefined;
      const sealed = webhookUrl === null ? null : (this.sealed(secret, id) ?? before.secret);
      const startsOver =
        query !== undefined || changes.webhookUrl !== undefined || changes.maximumRecordsPerDay !== undefined;
      const { rows } = await client.query<SavedSearchRow>(
        `UPDATE notifier.saved_search SET name = $2, query = $3, filters = $4, webhook_url = $5, secret = $6,
           previous_secret = CASE WHEN $5::text IS NULL THEN NULL ELSE previous_secret END,
           previous_secret_until = CASE WHEN $5::text IS NULL THEN NULL ELSE previous_secret_until END,
           max_records_per_day = $7, version = $8,
           state = CASE WHEN $9 THEN 'active' ELSE state END,
           failed_at = CASE WHEN $9 THEN NULL ELSE failed_at END,
           failed_status = CASE WHEN $9 THEN NULL ELSE failed_status END,
           failed_reason = CASE WHEN $9 THEN NULL ELSE failed_reason END,
           is_first_secret = is_first_secret AND NOT $10, mails_failures = mails_failures OR $11,
           starts_after = CASE WHEN $10 THEN ${CATALOG_VERSION} ELSE starts_after END,
           query_after = CASE WHEN filters <> $4 THEN ${CATALOG_VERSION} ELSE query_after END,
           previous_filters = CASE WHEN filters <> $4 THEN filters ELSE previous_filters END
         WHERE saved_search_id = $1 RETURNING ${COLUMNS}`,
        [
          ...[id, name, query?.query ?? before.query, query ? encoded(query.filters) : before.filters],
          ...[webhookUrl, sealed, maximumRecordsPerDay, version, startsOver, secret !== undefined],
          changes.webhookUrl !== undefined,
        ],
      );
      if (startsOver) await endFailure(client, id);
      await (changes.webhookUrl === undefined ? wake(client, [id]) : retryNow(client, id));
      return { savedSearch: savedSearchFromRow(rows[0]!), secret };
    });
  }

  /**
   * Deletes it with everything that refers to it, except the key of its creation; its matches and deliveries are marked
   * for removal. @returns whether it existed.
   */
  delete(owner: Owner, id: string): Promise<boolean> {
    return inTransaction(this.pool, async (client) => {
      const version = await nextVersion(client);
      const { rowCount } = await client.query(
        `WITH deleted AS (DELETE FROM notifier.saved_search WHERE ${OF_OWNER} RETURNING *)
         INSERT INTO notifier.deleted_saved_search
           (version, saved_search_id, account_id, is_test, idempotency_key, created_at)
         SELECT $4, saved_search_id, account_id, is_test, idempotency_key, created_at FROM deleted`,
        [id, owner.accountId, owner.isTest, version],
      );
      return rowCount === 1;
    });
  }

  /**
   * The replaced secret also signs for {@link SAVED_SEARCH.secretOverlapHours}; an older one no longer does.
   *
   * If the process dies after the commit but before the response, the client repeats the request with its key and gets
   * the same secret.
   *
   * @param key of the request; the same key rotates once a day.
   * @returns why not: there is no such saved search, it has no webhook, the key's secret was replaced since, or
   *   it was used for another saved search.
   */
  rotateSecret(
    owner: Owner,
    id: string,
    secret: string,
    key: string | undefined,
  ): Promise<RotatedSecret | 'no_search' | 'no_webhook' | 'conflict'> {
    return inTransaction(this.pool, async (client) => {
      const before = await lock(client, owner, id);
      if (!before) return 'no_search';
      if (before.secret === null) return 'no_webhook';
      if (key !== undefined) {
        const made = await findRotation(client, owner.accountId, key);
        if (made) {
          const current = this.box.open(before.secret, id);
          if (made.savedSearchId !== id || !made.secretHash.equals(hashOf(current))) return 'conflict';
          return { savedSearch: savedSearchFromRow(before), secret: current, isReplayed: true };
        }
        const rotation = { savedSearchId: id, secretHash: hashOf(secret) };
        if (!(await keepRotation(client, owner.accountId, key, rotation))) return 'conflict';
      }
      const { rows } = await client.query<SavedSearchRow>(
        `UPDATE notifier.saved_search SET previous_secret = secret,
           previous_secret_until = now() + make_interval(hours => $3), secret = $2, is_first_secret = false
         WHERE saved_search_id = $1 RETURNING ${COLUMNS}`,
        [id, this.sealed(secret, id), SAVED_SEARCH.secretOverlapHours],
      );
      return { savedSearch: savedSearchFromRow(rows[0]!), secret, isReplayed: false };
    });
  }

  private sealed(secret: string | undefined, id: string): Buffer | null {
    return secret === undefined ? null : this.box.seal(secret, id);
  }
}

const OF_KEY = 'account_id = $1 AND is_test = $2 AND idempotency_key = $3';
const OF_CREATION = `${OF_KEY} AND created_at > now() - make_interval(hours => $4)`;

const encoded = (filters: search.Filters) => Buffer.from(search.Filters.encode(filters).finish());

/**
 * Where a webhook or a query begins: signals committed before this statement are not new to it. Versions are committed in
 * order, so every later commit has a higher one. Signals committed between this statement and its own commit are new, but
 * may be read while the saved search cannot be seen yet: then it misses them, as if published before its response.
 */
const CATALOG_VERSION = '(SELECT version FROM catalog.state)';

/** Until the transaction ends, only its holder changes saved searches. */
async function nextVersion(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    'UPDATE notifier.saved_search_state SET version = version + 1 RETURNING version',
  );
  return rows[0]!.version;
}

/** A key becomes free again after a day. */
async function freeKey(
  client: PoolClient,
  { accountId, isTest }: Owner,
  { key }: Idempotency,
): Promise<void> {
  await client.query(
    `UPDATE notifier.saved_search SET idempotency_key = NULL, idempotency_hash = NULL WHERE ${OF_KEY}`,
    [accountId, isTest, key],
  );
}

/** The lowest free slot; undefined if the owner has the maximum number of saved searches. */
async function freeSlot(client: PoolClient, { accountId, isTest }: Owner): Promise<number | undefined> {
  const { rows } = await client.query<{ slot: number }>(
    `SELECT slot FROM generate_series(1, $3::integer) AS slot
     WHERE NOT EXISTS (
       SELECT FROM notifier.saved_search AS taken
       WHERE taken.account_id = $1 AND taken.is_test = $2 AND taken.slot = slot.slot
     ) ORDER BY slot LIMIT 1`,
    [accountId, isTest, SAVED_SEARCH.maximum],
  );
  return rows[0]?.slot;
}

async function lock(
  client: PoolClient,
  { accountId, isTest }: Owner,
  id: string,
): Promise<SavedSearchRow | undefined> {
  const { rows } = await client.query<SavedSearchRow>(
    `SELECT ${COLUMNS} FROM notifier.saved_search WHERE ${OF_OWNER} FOR UPDATE`,
    [id, accountId, isTest],
  );
  return rows[0];
}
