import type { Pool } from 'pg';
import { REPLAY_WINDOW_SECONDS } from '../domain/idempotency';
import type { ResponseUse } from '../domain/response-bound';

/** Accounts over their limit that are read at once; more follow when these are below it. */
const MAXIMUM_ACCOUNTS = 10_000;

interface UseRow {
  responses: string;
  bytes: string;
  over: string[];
  over_test: string[];
}

/** The size of stored responses; a trigger counts it (see migrations/0011_stored_answer_use.sql). */
export class ResponseStore {
  /** @param pool for reports: it reads a row per account and hour. */
  constructor(private readonly pool: Pool) {}

  /**
   * What was stored within the replay window, to the hour.
   *
   * @param boundBytes limit per account.
   */
  async readUse(boundBytes: number): Promise<ResponseUse> {
    const { rows } = await this.pool.query<UseRow>(
      `WITH used AS (
         SELECT account_id, is_test, sum(answers) AS answers, sum(bytes) AS bytes FROM ledger.stored_answer_use
         WHERE hour > now() - make_interval(secs => $1) GROUP BY account_id, is_test
       )
       SELECT coalesce(sum(answers), 0) AS responses, coalesce(sum(bytes), 0) AS bytes,
         ARRAY(SELECT account_id FROM used WHERE bytes >= $2 AND NOT is_test LIMIT $3) AS over,
         ARRAY(SELECT account_id FROM used WHERE bytes >= $2 AND is_test LIMIT $3) AS over_test
       FROM used`,
      [REPLAY_WINDOW_SECONDS, boundBytes, MAXIMUM_ACCOUNTS],
    );
    const { responses, bytes, over, over_test: overOfTests } = rows[0]!;
    return {
      responses: Number(responses),
      bytes: Number(bytes),
      over: { live: new Set(over), test: new Set(overOfTests) },
    };
  }

  /** Removes up to `limit` expired hours; returns how many. */
  async removeOld(limit: number): Promise<number> {
    const { rowCount } = await this.pool.query(
      `DELETE FROM ledger.stored_answer_use WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ledger.stored_answer_use WHERE hour <= now() - make_interval(secs => $1)
         ORDER BY hour LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [REPLAY_WINDOW_SECONDS, limit],
    );
    return rowCount ?? 0;
  }
}
