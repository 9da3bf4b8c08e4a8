import { USAGE_RECORDED_TOPIC } from '@heliograph/event-log';
import type { Pool } from 'pg';
import {
  MICROS_PER_RECORD,
  MONTHLY_WEB_SEARCHES,
  ONE_TIME_API_RECORDS,
  ONE_TIME_CLI_RECORDS,
} from '../domain/funds';
import {
  MAXIMUM_PAGE_RECORDS,
  type WebOutcome,
  type WebRequest,
  type WebVerdict,
} from '../domain/web-request';

/**
 * More than any balance, and fifty times this still fits a bigint: `record_web_request` then refuses a page that costs
 * something, under the account's lock.
 */
const UNAFFORDABLE_MICROS = 2n ** 63n / BigInt(MAXIMUM_PAGE_RECORDS + 1);

const RECORD = {
  name: 'record_web_request',
  text: `SELECT verdict, searches, paid_records, balance FROM ledger.record_web_request(
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
};

const CHECK = {
  name: 'check_web_request',
  text: `SELECT
    (SELECT web_search IS NOT NULL OR web_search_id IS NOT NULL FROM ledger.entry
     WHERE account_id = $1 AND web_request_id IN ($2::uuid, $3::uuid) ORDER BY position LIMIT 1) AS was_search,
    coalesce((
      SELECT web_search FROM ledger.entry
      WHERE account_id = $1 AND web_search IS NOT NULL
        AND date_trunc('month', created_at AT TIME ZONE 'UTC') = date_trunc('month', now() AT TIME ZONE 'UTC')
      ORDER BY web_search DESC LIMIT 1
    ), 0) AS searches,
    EXISTS (SELECT FROM ledger.entry WHERE account_id = $1 AND web_search_id = $4::uuid) AS is_paid,
    coalesce((SELECT prepaid_pays_web FROM ledger.account WHERE account_id = $1), false) AS pays,
    coalesce((SELECT balance_micros FROM ledger.account WHERE account_id = $1), 0) AS balance`,
};

interface Row {
  verdict: WebVerdict;
  searches: number;
  paid_records: number;
  balance: string;
}

interface CheckRow {
  was_search: boolean | null;
  searches: number;
  is_paid: boolean;
  pays: boolean;
  balance: string;
}

/** Requests of the web activities view; see migrations/0007_plans_and_prepaid_use.sql. */
export class WebStore {
  constructor(private readonly pool: Pick<Pool, 'query'>) {}

  /** Records a request in one transaction. Repeated, it returns the same. */
  async record(request: WebRequest): Promise<WebOutcome> {
    const { rows } = await this.pool.query<Row>({
      ...RECORD,
      values: [
        request.entryId,
        request.requestKey,
        request.searchKey ?? null,
        request.pageKey ?? null,
        request.accountId,
        request.credentialId,
        request.operation,
        request.mode,
        request.requestId,
        request.isSearch,
        request.isUnlimited,
        request.records,
        MONTHLY_WEB_SEARCHES,
        request.isFreeOnly ? UNAFFORDABLE_MICROS : MICROS_PER_RECORD,
        USAGE_RECORDED_TOPIC,
        ONE_TIME_API_RECORDS,
        ONE_TIME_CLI_RECORDS,
      ],
    });
    const { verdict, searches, paid_records: paidRecords, balance } = rows[0]!;
    return { verdict, searches: BigInt(searches), paidRecords, balanceMicros: BigInt(balance) };
  }

  /**
   * The outcome of recording the request now, as far as known before its page. Changes and locks nothing, so another
   * request may come in between.
   */
  async check(request: WebRequest): Promise<WebOutcome> {
    const { rows } = await this.pool.query<CheckRow>({
      ...CHECK,
      values: [request.accountId, request.requestKey, request.pageKey, request.searchKey],
    });
    const row = rows[0]!;
    return {
      verdict: verdictOf(request, row),
      searches: BigInt(row.searches),
      paidRecords: 0,
      balanceMicros: BigInt(row.balance),
    };
  }
}

function verdictOf(
  { isSearch, isUnlimited, isFreeOnly, searchKey, pageKey }: WebRequest,
  { was_search: wasSearch, searches, is_paid: isPaid, pays, balance }: CheckRow,
): WebVerdict {
  if (wasSearch !== null) return wasSearch || !isSearch ? 'repeated' : 'reused';
  if (!isSearch || isUnlimited || (!isPaid && searches < MONTHLY_WEB_SEARCHES)) return 'recorded';
  const canPay = pays && searchKey !== undefined && pageKey !== undefined;
  if (canPay && isFreeOnly) return 'unpaid';
  // Any non-empty page costs a record.
  return canPay && BigInt(balance) >= BigInt(MICROS_PER_RECORD) ? 'recorded' : 'insufficient';
}
