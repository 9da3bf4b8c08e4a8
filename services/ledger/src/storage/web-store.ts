import { USAGE_RECORDED_TOPIC } from '@heliograph/event-log';
import type { Pool } from 'pg';
import {
  MICROS_PER_RECORD,
  MONTHLY_WEB_SEARCHES,
  ONE_TIME_API_RECORDS,
  ONE_TIME_CLI_RECORDS,
} from '../domain/funds';
import type { WebOutcome, WebRequest, WebVerdict } from '../domain/web-request';

const RECORD = {
  name: 'record_web_request',
  text: `SELECT verdict, searches, paid_records, balance FROM ledger.record_web_request(
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
};

interface Row {
  verdict: WebVerdict;
  searches: number;
  paid_records: number;
  balance: string;
}

/** Requests of the web activities view; see migrations/0007_plans_and_prepaid_use.sql. */
export class WebStore {
  constructor(private readonly pool: Pick<Pool, 'query'>) {}

  /** Records a request in one transaction. Sent again it answers as before. */
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
        MICROS_PER_RECORD,
        USAGE_RECORDED_TOPIC,
        ONE_TIME_API_RECORDS,
        ONE_TIME_CLI_RECORDS,
      ],
    });
    const { verdict, searches, paid_records: paidRecords, balance } = rows[0]!;
    return { verdict, searches: BigInt(searches), paidRecords, balanceMicros: BigInt(balance) };
  }
}
