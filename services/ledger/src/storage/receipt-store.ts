import { plainArray } from '@heliograph/postgres';
import type { Pool } from 'pg';
import type { ChainPoint, Link, MonthOfLinks } from '../domain/link';
import { inSnapshot } from './in-snapshot';
import { SerialReads } from './serial-reads';

/** A million links take about five seconds; the gateway waits for 30. */
const SUM_TIMEOUT_MS = 25_000;
/** In addition to the running one, which leaves a connection for pages of receipts and for reconciliation. */
const MAXIMUM_WAITING_SUMS = 4;

/**
 * Links of an account in a month. They are consecutive, because no link's time is before that of the previous one; the
 * entries an hour off either end, found by their times, bound what is read of the chain.
 */
const LINKS_OF_MONTH = `
  bounds AS (
    SELECT month.first, month.next,
      (SELECT receipt_sequence FROM ledger.entry
       WHERE account_id = $1 AND created_at <= month.first - interval '1 hour' AND receipt_at < month.first
       ORDER BY created_at DESC, position DESC LIMIT 1) AS low,
      (SELECT receipt_sequence FROM ledger.entry
       WHERE account_id = $1 AND created_at >= month.next + interval '1 hour' AND receipt_at >= month.next
       ORDER BY created_at, position LIMIT 1) AS high
    FROM (
      SELECT $2::date::timestamp AT TIME ZONE 'UTC' AS first,
        ($2::date + interval '1 month') AT TIME ZONE 'UTC' AS next
    ) AS month
  ), link AS (
    SELECT entry.* FROM bounds CROSS JOIN ledger.entry
    WHERE account_id = $1 AND receipt_sequence > coalesce(low, 0)
      AND receipt_sequence < coalesce(high, 9223372036854775807) AND receipt_at >= bounds.first AND receipt_at < bounds.next
  )`;

const withPrevious = (links: string) => `
  FROM ${links} LEFT JOIN ledger.entry AS before
    ON before.account_id = link.account_id AND before.receipt_sequence = link.receipt_sequence - 1`;
const PREVIOUS = `coalesce(before.receipt_hash, decode(repeat('0', 64), 'hex'))`;

/** Whether a link's hash matches its entry and the previous link. */
export const IS_WRONG = `link.receipt_hash <> ledger.link_hash(
  link.account_id, -link.balance_micros, encode(link.answer_sha256, 'hex'), ledger.link_time(link.receipt_at), link.entry_id,
  link.mode, link.operation, ${PREVIOUS}, link.records, link.request_id, link.receipt_sequence)`;

const LIST = `WITH ${LINKS_OF_MONTH}
  SELECT link.receipt_sequence AS sequence, link.entry_id AS event_id, ledger.link_time(link.receipt_at) AS at, link.operation,
    nullif(link.mode, '') AS mode, link.records, -link.balance_micros AS amount_micros, link.request_id,
    encode(link.answer_sha256, 'hex') AS answer_sha256, encode(${PREVIOUS}, 'hex') AS previous
  ${withPrevious('(SELECT * FROM link WHERE receipt_sequence > $3 ORDER BY receipt_sequence LIMIT $4) AS link')}
  ORDER BY link.receipt_sequence`;

// A void cancels the request; a reversal refunds money, and the request stays.
const SUM = `WITH ${LINKS_OF_MONTH}, summed AS (
    SELECT coalesce(sum(CASE kind WHEN 'charge' THEN 1 WHEN 'void' THEN -1 ELSE 0 END), 0) AS requests,
      coalesce(sum(link.records), 0) AS records, coalesce(sum(-link.balance_micros), 0) AS amount_micros,
      min(link.receipt_sequence) AS first, max(link.receipt_sequence) AS last, count(*) AS links
    FROM link
  ), wrong AS (
    SELECT count(*) AS links ${withPrevious('link')} WHERE ${IS_WRONG}
  )
  SELECT summed.*, (SELECT encode(receipt_hash, 'hex') FROM link WHERE receipt_sequence = summed.first) AS first_hash,
    (SELECT encode(receipt_hash, 'hex') FROM link WHERE receipt_sequence = summed.last) AS last_hash,
    wrong.links + coalesce(last - first + 1 - summed.links, 0) AS wrong_links
  FROM summed CROSS JOIN wrong`;

interface LinkRow {
  sequence: string;
  event_id: string;
  at: string;
  operation: string;
  mode: string | null;
  records: number;
  amount_micros: string;
  request_id: string;
  answer_sha256: string | null;
  previous: string;
}

type SumRow = Record<'requests' | 'records' | 'amount_micros' | 'wrong_links', string> &
  Record<'first' | 'last' | 'first_hash' | 'last_hash', string | null>;

/** Chains of accounts; charges write them (see migrations/0013_receipts.sql). */
export class ReceiptStore {
  private readonly sums = new SerialReads<MonthOfLinks>(MAXIMUM_WAITING_SUMS);

  /** @param pool of reports: a month may hold millions of links. */
  constructor(private readonly pool: Pool) {}

  /**
   * Links of a month by their place in the chain.
   *
   * @param month `YYYY-MM`
   * @returns up to `limit` after `after`.
   */
  async list(accountId: string, month: string, after: bigint, limit: number): Promise<Link[]> {
    const { rows } = await this.pool.query<LinkRow>(LIST, [accountId, `${month}-01`, after, limit]);
    return rows.map(linkFromRow);
  }

  /** What links took from the prepaid balance, in any order. */
  async amounts(
    accountId: string,
    sequences: readonly bigint[],
  ): Promise<{ sequence: bigint; amountMicros: bigint }[]> {
    const { rows } = await this.pool.query<Pick<LinkRow, 'sequence' | 'amount_micros'>>(
      `SELECT receipt_sequence AS sequence, -balance_micros AS amount_micros FROM ledger.entry
       WHERE account_id = $1 AND receipt_sequence = ANY($2::bigint[])`,
      [accountId, plainArray(sequences)],
    );
    return rows.map((row) => ({ sequence: BigInt(row.sequence), amountMicros: BigInt(row.amount_micros) }));
  }

  /**
   * A month's links totaled, from one snapshot; every hash is computed again. One month at a time per process.
   *
   * @throws ServiceError `unavailable` when too many wait.
   */
  async sum(accountId: string, month: string): Promise<MonthOfLinks> {
    return this.sums.run(accountId, month, () => this.sumNow(accountId, month));
  }

  private async sumNow(accountId: string, month: string): Promise<MonthOfLinks> {
    const row = await inSnapshot(this.pool, SUM_TIMEOUT_MS, async (client) => {
      const { rows } = await client.query<SumRow>(SUM, [accountId, `${month}-01`]);
      return rows[0]!;
    });
    return {
      totals: {
        requests: Number(row.requests),
        records: Number(row.records),
        amountMicros: Number(row.amount_micros),
      },
      first: pointOf(row.first, row.first_hash),
      last: pointOf(row.last, row.last_hash),
      wrongLinks: Number(row.wrong_links),
    };
  }

  /** `YYYY-MM` by the database's clock. */
  async currentMonth(): Promise<string> {
    const { rows } = await this.pool.query<{ month: string }>(
      `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') AS month`,
    );
    return rows[0]!.month;
  }
}

const pointOf = (sequence: string | null, hash: string | null): ChainPoint | undefined =>
  sequence === null || hash === null ? undefined : { sequence: Number(sequence), hash };

function linkFromRow(row: LinkRow): Link {
  return {
    sequence: BigInt(row.sequence),
    eventId: row.event_id,
    at: row.at,
    operation: row.operation,
    mode: row.mode ?? undefined,
    records: row.records,
    amountMicros: BigInt(row.amount_micros),
    requestId: row.request_id,
    answerSha256: row.answer_sha256 ?? undefined,
    previous: row.previous,
  };
}
