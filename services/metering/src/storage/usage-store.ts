import { inTransaction } from '@heliograph/postgres';
import type { Pool } from 'pg';
import { aggregate } from '../domain/aggregate';
import type { UsageEvent } from '../domain/usage-event';
import type { DailyTotal, UsageSummary, UsageTotal } from '../domain/usage-total';
import {
  dailyTotalFromRow,
  incrementParameters,
  monthTotalFromRow,
  amountsFromRow,
  type DailyTotalRow,
  type AmountsRow,
  type TotalRow,
} from './mapping';
import { isMissingPartition } from './partitions';

/** Sorted, so that two batches with common ids never deadlock. */
const INSERT_IDS = {
  name: 'insert_ids',
  text: `INSERT INTO metering.counted_event (event_id)
    SELECT event_id FROM unnest($1::uuid[]) AS event_id ON CONFLICT DO NOTHING RETURNING event_id`,
};

const ADD_TO_DAYS = {
  name: 'add_to_days',
  text: `INSERT INTO metering.usage_day AS kept (account_id, day, credential_id, channel, operation,
      requests, records, allowance_records, prepaid_records, subscription_records, prepaid_micros)
    SELECT * FROM unnest($1::text[], $2::date[], $3::text[], $4::text[], $5::text[],
      $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[])
    ON CONFLICT (account_id, day, credential_id, channel, operation) DO UPDATE SET
      requests = kept.requests + excluded.requests,
      records = kept.records + excluded.records,
      allowance_records = kept.allowance_records + excluded.allowance_records,
      prepaid_records = kept.prepaid_records + excluded.prepaid_records,
      subscription_records = kept.subscription_records + excluded.subscription_records,
      prepaid_micros = kept.prepaid_micros + excluded.prepaid_micros`,
};

const TOTALS = `sum(requests) AS requests, sum(records) AS records, sum(allowance_records) AS allowance_records,
  sum(prepaid_records) AS prepaid_records, sum(subscription_records) AS subscription_records,
  sum(prepaid_micros) AS prepaid_micros`;

const IN_MONTH = `day >= $1::date AND day < $1::date + interval '1 month'`;

/** Totals accounts once for both orders. */
const LARGEST_ACCOUNTS = `
  WITH total AS MATERIALIZED (
    SELECT account_id, sum(requests) AS requests, sum(records) AS records, sum(prepaid_micros) AS prepaid_micros
    FROM metering.usage_day WHERE ${IN_MONTH} GROUP BY account_id
  )
  (SELECT 'records' AS by, total.* FROM total WHERE records > 0 ORDER BY records DESC, account_id LIMIT $2)
  UNION ALL
  (SELECT 'spend', total.* FROM total WHERE prepaid_micros > 0 ORDER BY prepaid_micros DESC, account_id LIMIT $2)`;

const DAYS_OF_ALL = `
  SELECT day, sum(requests) AS requests, sum(records) AS records, sum(prepaid_micros) AS prepaid_micros
  FROM metering.usage_day WHERE ${IN_MONTH} GROUP BY day HAVING sum(requests) <> 0 ORDER BY day`;

/** An account's newest day with usage that meets a condition. In the primary key's order, so that no other index serves. */
const newestDay = (condition: string) => `
  SELECT day FROM metering.usage_day WHERE account_id = $1 AND requests <> 0 AND ${condition}
  ORDER BY day DESC, credential_id DESC, channel DESC, operation DESC LIMIT 1`;

/** Steps through the index from month to month, however much an account used in each. */
const MONTHS = `
  WITH RECURSIVE used AS (
    (${newestDay('true')})
    UNION ALL
    SELECT earlier.day FROM used CROSS JOIN LATERAL (${newestDay("day < date_trunc('month', used.day)::date")}) AS earlier
  )
  SELECT to_char(day, 'YYYY-MM') AS month FROM used ORDER BY day DESC`;

/** An id belongs to a day without a partition: the caller's window of ids is out of date. */
export class MissingPartitionError extends Error {
  constructor(cause: unknown) {
    super('an event id is outside the retained range', { cause });
    this.name = 'MissingPartitionError';
  }
}

/** Usage by UTC day. */
export class UsageStore {
  constructor(private readonly pool: Pool) {}

  /**
   * Counts the events that are new, in one transaction with their ids; repeated, it counts nothing.
   *
   * @param events at most MAXIMUM_BATCH.
   * @returns how many it counted.
   * @throws MissingPartitionError, or the driver's error; nothing was counted then, unless the connection broke.
   */
  async count(events: readonly UsageEvent[]): Promise<number> {
    const byId = new Map<string, UsageEvent>();
    // If an id appears twice in a batch, the first one counts.
    for (const event of events) if (!byId.has(event.eventId)) byId.set(event.eventId, event);
    const counted = inTransaction(this.pool, async (client) => {
      const ids = [...byId.keys()].sort();
      const { rows } = await client.query<[string]>({
        ...INSERT_IDS,
        rowMode: 'array',
        // A literal array of UUIDs, because the driver would check each element for quoting.
        values: [`{${ids.join(',')}}`],
      });
      if (rows.length === 0) return 0;
      const fresh = rows.length === ids.length ? byId.values() : rows.map(([id]) => byId.get(id)!);
      await client.query({ ...ADD_TO_DAYS, values: incrementParameters(aggregate(fresh)) });
      return rows.length;
    });
    return counted.catch((error: unknown) => {
      throw isMissingPartition(error, 'counted_event') ? new MissingPartitionError(error) : error;
    });
  }

  /**
   * An account's daily totals in a month (`YYYY-MM`; undefined for the current one), by date, credential, channel, and
   * operation.
   */
  async readDays(accountId: string, month: string): Promise<DailyTotal[]> {
    const { rows } = await this.pool.query<DailyTotalRow>(
      `SELECT * FROM metering.usage_day WHERE ${IN_MONTH} AND account_id = $2 AND requests <> 0
       ORDER BY day, credential_id, channel, operation`,
      [`${month}-01`, accountId],
    );
    return rows.map(dailyTotalFromRow);
  }

  /**
   * A month across all accounts: by day, and the accounts that used the most records and spent the most from balances.
   *
   * @param limit accounts in each list.
   */
  async summarize(month: string, limit: number): Promise<UsageSummary> {
    const first = `${month}-01`;
    const [days, accounts] = await Promise.all([
      this.pool.query<AmountsRow & { day: string }>(DAYS_OF_ALL, [first]),
      this.pool.query<AmountsRow & { by: string; account_id: string }>(LARGEST_ACCOUNTS, [first, limit]),
    ]);
    const largest = (by: string) =>
      accounts.rows
        .filter((row) => row.by === by)
        .map((row) => ({ accountId: row.account_id, ...amountsFromRow(row) }));
    return {
      days: days.rows.map((row) => ({ date: row.day, ...amountsFromRow(row) })),
      byRecords: largest('records'),
      bySpend: largest('spend'),
    };
  }

  /** Months in which an account has usage, newest first. */
  async readMonths(accountId: string): Promise<{ month: string }[]> {
    const { rows } = await this.pool.query<{ month: string }>(MONTHS, [accountId]);
    return rows;
  }

  /**
   * A month's totals for a range of accounts in byte order, by account, credential, channel, and operation.
   *
   * @param month `YYYY-MM`
   * @param upTo inclusive; empty for no upper bound.
   */
  async totalsOfRange(month: string, after: string, upTo: string): Promise<UsageTotal[]> {
    const { rows } = await this.pool.query<TotalRow>(
      `SELECT account_id, credential_id, channel, operation, ${TOTALS}
       FROM metering.usage_day
       WHERE ${IN_MONTH} AND account_id > $2 AND ($3 = '' OR account_id <= $3)
       GROUP BY account_id, credential_id, channel, operation
       ORDER BY account_id, credential_id, channel, operation`,
      [`${month}-01`, after, upTo],
    );
    return rows.map(monthTotalFromRow);
  }

  /** Like {@link totalsOfRange}, for these accounts. */
  async totalsOfAccounts(month: string, accountIds: readonly string[]): Promise<UsageTotal[]> {
    const { rows } = await this.pool.query<TotalRow>(
      `SELECT account_id, credential_id, channel, operation, ${TOTALS}
       FROM metering.usage_day WHERE ${IN_MONTH} AND account_id = ANY($2)
       GROUP BY account_id, credential_id, channel, operation
       ORDER BY account_id, credential_id, channel, operation`,
      [`${month}-01`, accountIds],
    );
    return rows.map(monthTotalFromRow);
  }
}
