import { USAGE_RECORDED_TOPIC } from '@heliograph/event-log';
import type { Pool } from 'pg';
import { MONTHLY_WEB_SEARCHES, ONE_TIME_API_RECORDS, ONE_TIME_CLI_RECORDS } from '../domain/funds';
import type { WebOutcome, WebRequest, WebVerdict } from '../domain/web-request';

const RECORD = {
  name: 'record_web_request',
  text: `SELECT verdict, searches FROM ledger.record_web_request(
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
};

const CHECK = {
  name: 'check_web_request',
  text: `SELECT
    (SELECT web_search IS NOT NULL FROM ledger.entry WHERE account_id = $1 AND web_request_id = $2) AS was_search,
    coalesce((
      SELECT web_search FROM ledger.entry
      WHERE account_id = $1 AND web_search IS NOT NULL
        AND date_trunc('month', created_at AT TIME ZONE 'UTC') = date_trunc('month', now() AT TIME ZONE 'UTC')
      ORDER BY web_search DESC LIMIT 1
    ), 0) AS searches`,
};

/** Requests of the web activities view; see migrations/0004_web_requests.sql. */
export class WebStore {
  constructor(private readonly pool: Pick<Pool, 'query'>) {}

  /** Records a request in one transaction. Sent again it answers as before. */
  async record(request: WebRequest): Promise<WebOutcome> {
    const { rows } = await this.pool.query<{ verdict: WebVerdict; searches: number }>({
      ...RECORD,
      values: [
        request.entryId,
        request.requestKey,
        request.accountId,
        request.credentialId,
        request.operation,
        request.mode,
        request.requestId,
        request.isSearch,
        request.isUnlimited,
        MONTHLY_WEB_SEARCHES,
        USAGE_RECORDED_TOPIC,
        ONE_TIME_API_RECORDS,
        ONE_TIME_CLI_RECORDS,
      ],
    });
    const { verdict, searches } = rows[0]!;
    return { verdict, searches: BigInt(searches) };
  }

  /** What recording the request would come to now; changes nothing, and locks nothing, so another may come in between. */
  async check(request: WebRequest): Promise<WebOutcome> {
    const { rows } = await this.pool.query<{ was_search: boolean | null; searches: number }>({
      ...CHECK,
      values: [request.accountId, request.requestKey],
    });
    const { was_search: wasSearch, searches } = rows[0]!;
    return { verdict: verdictOf(request, wasSearch, searches), searches: BigInt(searches) };
  }
}

function verdictOf(
  { isSearch, isUnlimited }: WebRequest,
  wasSearch: boolean | null,
  searches: number,
): WebVerdict {
  if (wasSearch !== null) return wasSearch === isSearch ? 'repeated' : 'reused';
  return isSearch && !isUnlimited && searches >= MONTHLY_WEB_SEARCHES ? 'insufficient' : 'recorded';
}
