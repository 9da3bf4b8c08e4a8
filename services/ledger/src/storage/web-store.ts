import { USAGE_RECORDED_TOPIC } from '@heliograph/event-log';
import type { Pool } from 'pg';
import { MONTHLY_WEB_SEARCHES, ONE_TIME_API_RECORDS, ONE_TIME_CLI_RECORDS } from '../domain/funds';
import type { WebOutcome, WebRequest, WebVerdict } from '../domain/web-request';

const RECORD = {
  name: 'record_web_request',
  text: `SELECT verdict, searches FROM ledger.record_web_request(
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
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
}
