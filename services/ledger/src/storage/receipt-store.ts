import { plainArray } from '@heliograph/postgres';
import { ServiceError } from '@heliograph/runtime';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { ChainPoint, Link, MonthOfLinks } from '../domain/link';
import { inSnapshot } from './in-snapshot';
import { SerialReads } from './serial-reads';

/**
 * An account's links in a month. They are consecutive, because the times of links never decrease. Entries an hour
 * beyond either end, found by their times, bound how much of the chain is read. Entries from before the chain, of which
 * an account may have millions, are passed over.
 */
const LINKS_OF_MONTH = `
  bounds AS (
    SELECT month.first, month.next,
      (SELECT receipt_sequence FROM ledger.entry
       WHERE account_id = $1 AND created_at <= month.first - interval '1 hour' AND created_at >= chain.begins
         AND receipt_at < month.first
       ORDER BY created_at DESC, position DESC LIMIT 1) AS low,
      (SELECT receipt_sequence FROM ledger.entry
       WHERE account_id = $1 AND created_at >= month.next + interval '1 hour' AND created_at >= chain.begins
         AND receipt_at >= month.next
       ORDER BY created_at, position LIMIT 1) AS high
    FROM (
      SELECT $2::date::timestamp AT TIME ZONE 'UTC' AS first,
        ($2::date + interval '1 month') AT TIME ZONE 'UTC' AS next
    ) AS month CROSS JOIN (
      SELECT (
        SELECT receipt_at - interval '1 hour' FROM ledger.entry WHERE account_id = $1 AND receipt_sequence > 0
        ORDER BY receipt_sequence LIMIT 1
      ) AS begins
    ) AS chain
  ), link AS (
    SELECT entry.* FROM bounds CROSS JOIN ledger.entry
    WHERE account_id = $1 AND receipt_sequence > coalesce(low, 0)
      AND receipt_sequence < coalesce(high, 9223372036854775807) AND receipt_at >= bounds.first AND receipt_at < bounds.next
  )`;

const withPrevious = (links: string) => `
  FROM ${links} LEFT JOIN ledger.entry AS before
    ON before.account_id = link.account_id AND before.receipt_sequence = link.receipt_sequence - 1`;
const NO_HASH = `decode(repeat('0', 64), 'hex')`;

/** Whether a link's hash does not match its entry and the previous link's hash, null if there is none. */
export const isWrong = (previous: string): string =>
  `link.receipt_hash IS DISTINCT FROM ledger.link_hash(
  link.account_id, -link.balance_micros, encode(link.answer_sha256, 'hex'), ledger.link_time(link.receipt_at), link.entry_id,
  link.mode, link.operation, coalesce(${previous}, ${NO_HASH}), link.records, link.request_id, link.receipt_sequence)`;

const LIST = `WITH ${LINKS_OF_MONTH}
  SELECT link.receipt_sequence AS sequence, link.entry_id AS event_id, ledger.link_time(link.receipt_at) AS at, link.operation,
    nullif(link.mode, '') AS mode, link.records, -link.balance_micros AS amount_micros, link.request_id,
    encode(link.answer_sha256, 'hex') AS answer_sha256, encode(coalesce(before.receipt_hash, ${NO_HASH}), 'hex') AS previous
  ${withPrevious('(SELECT * FROM link WHERE receipt_sequence > $3 ORDER BY receipt_sequence LIMIT $4) AS link')}
  ORDER BY link.receipt_sequence`;

// A void cancels the request; a reversal refunds money, and the request stays.
const SUM = `WITH ${LINKS_OF_MONTH}, part AS MATERIALIZED (
    SELECT * FROM link WHERE receipt_sequence > $3 ORDER BY receipt_sequence LIMIT $4
  ), summed AS (
    SELECT coalesce(sum(CASE kind WHEN 'charge' THEN 1 WHEN 'void' THEN -1 ELSE 0 END), 0) AS requests,
      coalesce(sum(part.records), 0) AS records, coalesce(sum(-part.balance_micros), 0) AS amount_micros,
      min(part.receipt_sequence) AS first, max(part.receipt_sequence) AS last, count(*) AS links
    FROM part
  ), wrong AS (
    SELECT count(*) AS links ${withPrevious('part AS link')} WHERE ${isWrong('before.receipt_hash')}
  )
  SELECT summed.*, floor(extract(epoch FROM now()) * 1000) AS as_of_ms,
    (SELECT encode(receipt_hash, 'hex') FROM part WHERE receipt_sequence = summed.first) AS first_hash,
    (SELECT encode(receipt_hash, 'hex') FROM part WHERE receipt_sequence = summed.last) AS last_hash,
    wrong.links + coalesce(last - coalesce(nullif($3, 0), first - 1) - summed.links, 0) AS wrong_links
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

type SumRow = Record<
  'requests' | 'records' | 'amount_micros' | 'links' | 'wrong_links' | 'as_of_ms',
  string
> &
  Record<'first' | 'last' | 'first_hash' | 'last_hash', string | null>;

/** Limits on summing a month. */
interface SumLimits {
  /** Links per query; 200,000 take about two seconds. */
  part: number;
  /** No further part begins after this; the gateway waits for 30 s. */
  timeMs: number;
}

const SUM_LIMITS: SumLimits = { part: 200_000, timeMs: 15_000 };
/** Statement timeout of one part. */
const SUM_TIMEOUT_MS = 10_000;
/** Months whose complete parts are remembered, and for how long: long enough to finish the sum, and not much longer. */
const REMEMBERED = { max: 100, ttl: 10 * 60_000 };
/** Besides the running one, which leaves a connection for pages of receipts and for reconciliation. */
const MAXIMUM_WAITING_SUMS = 4;

/** Accounts' chains; charges write them (see migrations/0013_receipts.sql). */
export class ReceiptStore {
  private readonly sums = new SerialReads<MonthOfLinks>(MAXIMUM_WAITING_SUMS);
  /** Complete parts whose hashes were right. Entries are append-only, so their totals do not change. */
  private readonly verified = new LRUCache<string, MonthOfLinks>(REMEMBERED);

  /** @param pool for reports: a month may hold millions of links. */
  constructor(
    private readonly pool: Pool,
    private readonly limits: SumLimits = SUM_LIMITS,
  ) {}

  /**
   * A month's links in chain order.
   *
   * @param month `YYYY-MM`
   * @returns up to `limit` links after `after`.
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
   * Totals a month's links, up to the last one when this ends, and recomputes every hash. One month at a time per
   * process. If a month takes longer, its progress is remembered, and the next call continues.
   *
   * @throws ServiceError `unavailable` when it takes longer, or too many wait.
   */
  async sum(accountId: string, month: string): Promise<MonthOfLinks> {
    return this.sums.run(accountId, month, () => this.sumNow(accountId, month));
  }

  private async sumNow(accountId: string, month: string): Promise<MonthOfLinks> {
    const key = `${accountId} ${month}`;
    const endMs = performance.now() + this.limits.timeMs;
    let sum = this.verified.get(key) ?? NO_LINKS;
    for (;;) {
      const row = await this.sumPart(accountId, month, sum.last?.sequence ?? 0);
      sum = withPart(sum, row);
      if (sum.wrongLinks > 0 || Number(row.links) < this.limits.part) return sum;
      this.verified.set(key, sum);
      if (performance.now() > endMs) throw notSummedYet(sum);
    }
  }

  private async sumPart(accountId: string, month: string, after: number): Promise<SumRow> {
    return inSnapshot(this.pool, SUM_TIMEOUT_MS, async (client) => {
      const { rows } = await client.query<SumRow>(SUM, [accountId, `${month}-01`, after, this.limits.part]);
      return rows[0]!;
    });
  }

  /** `YYYY-MM` by the database's clock. */
  async currentMonth(): Promise<string> {
    const { rows } = await this.pool.query<{ month: string }>(
      `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') AS month`,
    );
    return rows[0]!.month;
  }
}

const NO_LINKS: MonthOfLinks = {
  totals: { requests: 0, records: 0, amountMicros: 0 },
  first: undefined,
  last: undefined,
  wrongLinks: 0,
  asOfMs: 0,
};

function withPart({ totals, first, last, wrongLinks }: MonthOfLinks, part: SumRow): MonthOfLinks {
  return {
    totals: {
      requests: totals.requests + Number(part.requests),
      records: totals.records + Number(part.records),
      amountMicros: totals.amountMicros + Number(part.amount_micros),
    },
    first: first ?? pointOf(part.first, part.first_hash),
    last: pointOf(part.last, part.last_hash) ?? last,
    wrongLinks: wrongLinks + Number(part.wrong_links),
    asOfMs: Number(part.as_of_ms),
  };
}

const notSummedYet = ({ first, last }: MonthOfLinks): ServiceError =>
  new ServiceError(
    'unavailable',
    `The month has many receipts; ${last!.sequence - first!.sequence + 1} are checked so far. Repeat the request to continue.`,
    { retryAfterSeconds: 1 },
  );

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
