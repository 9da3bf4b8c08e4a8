import { inTransaction, plainArray } from '@heliograph/postgres';
import type { Pool } from 'pg';
import { firstIdOf } from '../domain/identifiers';
import type { LoggedRequest, RequestFilter } from '../domain/logged-request';
import { entryFromRow, type RequestRow } from './mapping';
import { AHEAD_DAYS, isMissingPartition } from './partitions';

/** Entries that a page looks at: bounds the cost of a filter that matches nothing. */
export const MAXIMUM_SCANNED = 50_000;

/** A repeated entry changes nothing, unless it stands for more requests by now. */
const INSERT = {
  name: 'log_requests',
  text: `INSERT INTO metering.request_log AS kept (account_id, entry_id, request_id, credential_id, channel, is_test,
      method, route, operation, status, error_code, records, receipt, is_replayed, duration_micros, requests, query)
    SELECT sent.account_id, sent.entry_id, request_id, credential_id, channel, is_test, method, route, operation, status,
      error_code, records, receipt, is_replayed, duration_micros, requests,
      CASE WHEN forgotten.before_id IS NULL THEN query END
    FROM unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::text[],
      $8::text[], $9::text[], $10::smallint[], $11::text[], $12::integer[], $13::text[], $14::boolean[],
      $15::bigint[], $16::integer[], $17::text[])
      AS sent (account_id, entry_id, request_id, credential_id, channel, is_test, method, route, operation, status,
        error_code, records, receipt, is_replayed, duration_micros, requests, query)
    LEFT JOIN metering.forgotten_queries AS forgotten
      ON forgotten.account_id = sent.account_id AND sent.entry_id < forgotten.before_id AND query IS NOT NULL
    ON CONFLICT (account_id, entry_id) DO UPDATE SET requests = excluded.requests
      WHERE kept.requests < excluded.requests`,
};

/** Rows per statement. */
const FORGOTTEN_AT_ONCE = 5_000;

const MINIMUM_ID = '00000000-0000-0000-0000-000000000000';
const GREATEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A page of entries, newest first. */
interface RequestPage {
  entries: LoggedRequest[];
  /** The next page starts before this id; undefined on the last page. */
  next: string | undefined;
}

/** The log of answered requests, one partition per day; see migrations/0003_request_log.sql. */
export class RequestLogStore {
  constructor(
    private readonly pool: Pool,
    readonly retentionDays: number,
  ) {}

  /**
   * Adds entries in one statement, each once, however often it is sent.
   *
   * @param entries no two with the same id.
   */
  async add(entries: readonly LoggedRequest[]): Promise<void> {
    if (entries.length === 0) return;
    try {
      await this.insert(entries);
    } catch (error) {
      if (!isMissingPartition(error, 'request_log')) throw error;
      await this.extend();
      await this.insert(entries);
    }
  }

  /**
   * Entries of an account, newest first.
   *
   * @param before only ids less than this one.
   * @returns up to `limit` of the next {@link MAXIMUM_SCANNED} entries.
   */
  async list(
    accountId: string,
    filter: RequestFilter,
    limit: number,
    before: string | undefined,
  ): Promise<RequestPage> {
    const { scanned, scannedValues, matching, values } = conditionsOf(accountId, filter, before);
    const { rows } = await this.pool.query<RequestRow>(
      `SELECT * FROM (${scanned}) AS scanned ${matching} ORDER BY entry_id DESC LIMIT ${limit + 1}`,
      values,
    );
    const entries = rows.slice(0, limit).map(entryFromRow);
    if (rows.length > limit) return { entries, next: entries.at(-1)!.id };
    // Fewer than wanted: is there more beyond the scanned entries?
    const last = await this.pool.query<{ entry_id: string }>(
      `SELECT entry_id FROM (${scanned}) AS scanned ORDER BY entry_id DESC OFFSET ${MAXIMUM_SCANNED - 1}`,
      scannedValues,
    );
    return { entries, next: last.rows[0]?.entry_id };
  }

  /**
   * Removes the queries of an account's entries, and keeps them out of entries that were answered before a moment and
   * have not arrived yet. If it fails or the process dies in between, calling it again removes the rest.
   *
   * @param beforeMs since the Unix epoch.
   */
  async forgetQueries(accountId: string, beforeMs: number): Promise<void> {
    await this.pool.query(
      `INSERT INTO metering.forgotten_queries (account_id, before_id) VALUES ($1, $2)
       ON CONFLICT (account_id) DO UPDATE SET before_id = excluded.before_id`,
      [accountId, firstIdOf(beforeMs)],
    );
    await this.untilOthersAreStored();
    let after: string | undefined = MINIMUM_ID;
    while (after !== undefined) after = await this.forgetPart(accountId, after);
  }

  /** Creates missing partitions. */
  async extend(): Promise<void> {
    await this.pool.query('SELECT metering.extend_request_log($1)', [AHEAD_DAYS]);
  }

  /** Drops expired days; returns how many. */
  async dropOld(): Promise<number> {
    const { rows } = await this.pool.query<{ dropped: number }>(
      'SELECT metering.drop_request_log($1) AS dropped',
      [this.retentionDays],
    );
    return rows[0]?.dropped ?? 0;
  }

  /**
   * Waits until the statements under way have stored their entries: they may not have seen what was committed since they
   * began. A statement locks the log, though not yet its partitions, before it looks.
   */
  private async untilOthersAreStored(): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      // Later entries wait behind this lock, so it gives up soon: the caller tries again.
      await client.query(`SET LOCAL lock_timeout = '2s'`);
      await client.query('LOCK TABLE ONLY metering.request_log IN SHARE MODE');
    });
  }

  /**
   * Removes the next queries after an entry. Two statements: planned with both ends, the update reads only the days of
   * this part, not the whole log.
   *
   * @returns the last entry of this part; undefined if it was the last part.
   */
  private async forgetPart(accountId: string, after: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ entry_id: string }>(
      `SELECT entry_id FROM metering.request_log WHERE account_id = $1 AND query IS NOT NULL AND entry_id > $2
       ORDER BY entry_id OFFSET ${FORGOTTEN_AT_ONCE - 1} LIMIT 1`,
      [accountId, after],
    );
    const last = rows[0]?.entry_id;
    await this.pool.query(
      `UPDATE metering.request_log SET query = NULL
       WHERE account_id = $1 AND query IS NOT NULL AND entry_id > $2 AND entry_id <= $3`,
      [accountId, after, last ?? GREATEST_ID],
    );
    return last;
  }

  private async insert(entries: readonly LoggedRequest[]): Promise<void> {
    await this.pool.query({
      ...INSERT,
      values: [
        entries.map((entry) => entry.accountId),
        plainArray(entries.map((entry) => entry.id)),
        entries.map((entry) => entry.requestId),
        entries.map((entry) => entry.credentialId),
        entries.map((entry) => entry.channel),
        entries.map((entry) => entry.isTest),
        entries.map((entry) => entry.method),
        entries.map((entry) => entry.route),
        entries.map((entry) => entry.operation),
        plainArray(entries.map((entry) => entry.status)),
        entries.map((entry) => entry.errorCode),
        plainArray(entries.map((entry) => entry.records)),
        entries.map((entry) => entry.receipt || null),
        entries.map((entry) => entry.isReplayed),
        plainArray(entries.map((entry) => entry.durationMicros)),
        plainArray(entries.map((entry) => entry.requests)),
        entries.map((entry) => entry.query ?? null),
      ],
    });
  }
}

/**
 * The entries to scan, at most {@link MAXIMUM_SCANNED}, through the index that leaves the fewest; and the conditions on
 * them.
 */
function conditionsOf(accountId: string, filter: RequestFilter, before: string | undefined) {
  const from = filter.fromMs === undefined ? MINIMUM_ID : firstIdOf(filter.fromMs);
  const until = filter.untilMs === undefined ? GREATEST_ID : firstIdOf(filter.untilMs);
  const values: unknown[] = [accountId, from, before !== undefined && before < until ? before : until];
  const is = (column: string, value: unknown) => `${column} = $${values.push(value)}`;
  const indexed: string[] = [];
  const others: string[] = [];
  const isFailure = filter.errorCode !== undefined || (filter.statusClass ?? 0) >= 4;
  if (filter.requestId !== undefined) indexed.push(is('request_id', filter.requestId));
  else if (isFailure) indexed.push('status >= 400');
  const isByCredential = indexed.length === 0 && filter.credentialId !== undefined;
  if (isByCredential) indexed.push(is('credential_id', filter.credentialId));
  const scannedValues = [...values];
  if (!isByCredential && filter.credentialId !== undefined) {
    others.push(is('credential_id', filter.credentialId));
  }
  if (filter.operation !== undefined) others.push(is('operation', filter.operation));
  if (filter.errorCode !== undefined) others.push(is('error_code', filter.errorCode));
  if (filter.statusClass !== undefined) others.push(is('status / 100', filter.statusClass));
  const scanned = `SELECT * FROM metering.request_log
    WHERE ${['account_id = $1', 'entry_id >= $2', 'entry_id < $3', ...indexed].join(' AND ')}
    ORDER BY entry_id DESC LIMIT ${MAXIMUM_SCANNED}`;
  return {
    scanned,
    scannedValues,
    matching: others.length === 0 ? '' : `WHERE ${others.join(' AND ')}`,
    values,
  };
}
