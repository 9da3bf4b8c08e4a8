import { DAILY_TEST_RECORDS } from '@heliograph/contract';
import type { Pool } from 'pg';
import { BUDGET_WINDOW_SECONDS, testBudgetId } from '../domain/budget';
import type { Charge, ChargeOutcome, ChargeVerdict } from '../domain/charge';
import { REPLAY_WINDOW_SECONDS } from '../domain/idempotency';
import type { CredentialUsage } from '../domain/usage';
import { NO_CAP } from './mapping';

const CHARGE_TEST = {
  name: 'charge_test',
  text: `SELECT verdict, remaining, retry_after, month_used, budget_used FROM ledger.charge_test(
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, make_interval(secs => $13), $14, $15, make_interval(secs => $16))`,
};

const READ_LEFT = `
  SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') AS month, $2 - coalesce(sum(records), 0) AS remaining
    FROM ledger.test_use WHERE account_id = $1 AND day = (now() AT TIME ZONE 'UTC')::date`;

const READ_CREDENTIALS = `
  SELECT credential_id, sum(records) AS records,
      coalesce(sum(records) FILTER (WHERE day = (now() AT TIME ZONE 'UTC')::date), 0) AS today FROM ledger.test_use
   WHERE account_id = $1 AND to_char(day, 'YYYY-MM') = coalesce($2, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM'))
   GROUP BY credential_id ORDER BY credential_id`;

/** A charge repeated after this would count as a new one; a gateway gives up within a minute. */
const KEEP_CHARGES = '1 hour';
/** Monthly caps count the days of their month. */
const KEEP_USE = '32 days';

const REMOVE_OLD = `
  WITH charges AS (
    DELETE FROM ledger.test_charge WHERE event_id = ANY (ARRAY(
      SELECT event_id FROM ledger.test_charge WHERE created_at < now() - interval '${KEEP_CHARGES}'
      LIMIT $1 FOR UPDATE SKIP LOCKED))
    RETURNING 1
  ), days AS (
    DELETE FROM ledger.test_use WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ledger.test_use WHERE day < now() - interval '${KEEP_USE}' LIMIT $1 FOR UPDATE SKIP LOCKED))
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM charges)::integer + (SELECT count(*) FROM days)::integer AS removed`;

interface ChargeRow {
  verdict: ChargeVerdict;
  remaining: string;
  retry_after: number;
  month_used: string;
  budget_used: string;
}

/** Usage of test keys, separate from everything that is entered, totaled, and published. */
export class TestStore {
  constructor(private readonly pool: Pool) {}

  /** Counts one response, with its Idempotency-Key, in one transaction. @throws the driver's error. */
  async charge(charge: Charge): Promise<ChargeOutcome> {
    const { idempotency, budget } = charge;
    const { rows } = await this.pool.query<ChargeRow>({
      ...CHARGE_TEST,
      values: [
        ...[charge.eventId, charge.accountId, charge.credentialId, charge.records],
        charge.monthlyCapRecords ?? NO_CAP,
        ...[
          idempotency?.key,
          idempotency?.claim,
          idempotency?.response.status,
          idempotency?.response.contentType,
        ],
        ...[idempotency?.response.encoding, idempotency?.response.body],
        ...[DAILY_TEST_RECORDS, REPLAY_WINDOW_SECONDS],
        ...[budget && testBudgetId(budget.id), budget?.records, BUDGET_WINDOW_SECONDS],
      ],
    });
    const { verdict, remaining, retry_after: retryAfterSeconds, ...used } = rows[0]!;
    return {
      verdict,
      remainingRecords: BigInt(remaining),
      retryAfterSeconds,
      monthUsedRecords: BigInt(used.month_used),
      budgetUsedRecords: BigInt(used.budget_used),
    };
  }

  /** Takes a charge back, or prevents it; see `ledger.void_test`. */
  async void(eventId: string, accountId: string, credentialId: string): Promise<string> {
    const { rows } = await this.pool.query<{ outcome: string }>(
      'SELECT ledger.void_test($1, $2, $3) AS outcome',
      [eventId, accountId, credentialId],
    );
    return rows[0]!.outcome;
  }

  /** What the account has left of today's test records, and the UTC month (`YYYY-MM`), both by the database's clock. */
  async left(accountId: string): Promise<{ month: string; records: bigint }> {
    const { rows } = await this.pool.query<{ month: string; remaining: string }>(READ_LEFT, [
      accountId,
      DAILY_TEST_RECORDS,
    ]);
    return { month: rows[0]!.month, records: BigInt(rows[0]!.remaining) };
  }

  /**
   * The usage of the account's test keys today and in a month whose days are kept; their requests are not counted.
   *
   * @param month `YYYY-MM`; the current one when undefined.
   */
  async credentialUsage(accountId: string, month: string | undefined): Promise<CredentialUsage[]> {
    const { rows } = await this.pool.query<{ credential_id: string; records: string; today: string }>(
      READ_CREDENTIALS,
      [accountId, month ?? null],
    );
    return rows.map(({ credential_id: credentialId, records, today }) => ({
      credentialId,
      lineageId: credentialId,
      requests: 0n,
      records: BigInt(records),
      recordsToday: BigInt(today),
    }));
  }

  /** Removes up to `limit` charges and days that are no longer needed; returns how many. */
  async removeOld(limit: number): Promise<number> {
    const { rows } = await this.pool.query<{ removed: number }>(REMOVE_OLD, [limit]);
    return rows[0]?.removed ?? 0;
  }
}
