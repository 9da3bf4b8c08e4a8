import type { ClientBase, Pool } from 'pg';
import { BUDGET_WINDOW_SECONDS, testBudgetId } from '../domain/budget';
import {
  ACCOUNTS_OF_A_PAGE,
  MAXIMUM_DIFFERENCES,
  type ChargeTotal,
  type Verification,
} from '../domain/reconciliation';
import { inSnapshot } from './in-snapshot';
import { IS_WRONG } from './receipt-store';
import { chargeTotalFromRow, differenceFromRow, type ChargeTotalRow, type DifferenceRow } from './mapping';

/** A month's charges: from its first moment to the next month's, in UTC. */
const inMonth = (charge: string) => `${charge}.kind = 'charge'
  AND ${charge}.created_at >= $1::date::timestamp AT TIME ZONE 'UTC'
  AND ${charge}.created_at < ($1::date + interval '1 month') AT TIME ZONE 'UTC'`;

/** A charge as it is summed; `sign` is -1 to subtract it. */
const counted = (
  charge: string,
  sign: 1 | -1,
) => `${charge}.account_id, ${charge}.credential_id, ${charge}.channel,
  ${charge}.operation, ${charge}.records, ${charge}.api_records + ${charge}.cli_records AS allowance,
  ${charge}.prepaid_records, ${charge}.subscription_records, ${charge}.balance_micros, ${sign} AS sign`;

/** The charges of a month, and, with the opposite sign, those that were voided at any time. */
const chargesOf = (account: string | undefined) => {
  const ofAccount = (entry: string) => (account === undefined ? '' : `${entry}.account_id = ${account} AND`);
  return `
    SELECT ${counted('entry', 1)} FROM ledger.entry WHERE ${ofAccount('entry')} ${inMonth('entry')}
    UNION ALL
    SELECT ${counted('voided', -1)} FROM ledger.entry AS void
    JOIN ledger.entry AS voided ON voided.entry_id = void.reverses_entry_id
    WHERE ${ofAccount('void')} void.kind <> 'charge' AND void.kind = 'void' AND void.reverses_entry_id IS NOT NULL
      AND ${inMonth('voided')}`;
};

// Reads each account's charges through its own part of the index, so a page costs only what its accounts did.
const READ_TOTALS = `
  SELECT wanted.id AS account_id, charge.*
  FROM unnest($2::text[]) AS wanted (id)
  CROSS JOIN LATERAL (
    SELECT credential_id, channel, operation, sum(sign) AS requests, sum(sign * records) AS records,
      sum(-sign * allowance) AS allowance_records, sum(sign * prepaid_records) AS prepaid_records,
      sum(-sign * subscription_records) AS subscription_records, sum(-sign * balance_micros) AS prepaid_micros
    FROM (${chargesOf('wanted.id')}) AS counted
    GROUP BY credential_id, channel, operation
    OFFSET 0
  ) AS charge
  ORDER BY wanted.id COLLATE "C", credential_id, channel, operation`;

const COMPARE_FUNDS = `
  WITH entered AS MATERIALIZED (
    SELECT account_id, sum(api_records) AS api, sum(cli_records) AS cli, sum(subscription_records) AS subscription,
      sum(balance_micros) AS micros, count(*) AS entries
    FROM ledger.entry GROUP BY account_id
  ), difference AS MATERIALIZED (
    SELECT account_id, field, '' AS detail, expected, actual
    FROM ledger.account FULL JOIN entered USING (account_id)
    CROSS JOIN LATERAL (VALUES
      ('api_remaining', coalesce(api, 0), coalesce(api_remaining, 0)),
      ('cli_remaining', coalesce(cli, 0), coalesce(cli_remaining, 0)),
      ('subscription_remaining', coalesce(subscription, 0), coalesce(subscription_remaining, 0)),
      ('balance_micros', coalesce(micros, 0), coalesce(balance_micros, 0))
    ) AS fund (field, expected, actual)
    WHERE expected <> actual
  )
  SELECT (SELECT count(*) FROM ledger.account) AS accounts,
    (SELECT coalesce(sum(entries), 0) FROM entered) AS entries,
    (SELECT count(*) FROM difference) AS count, first.*
  FROM (SELECT) AS one
  LEFT JOIN (SELECT * FROM difference ORDER BY account_id, field LIMIT ${MAXIMUM_DIFFERENCES}) AS first ON true`;

const COMPARE_TOTALS = `
  WITH entered AS (
    SELECT account_id, credential_id, channel, operation, sum(sign) AS requests, sum(sign * records) AS records
    FROM (${chargesOf(undefined)}) AS counted
    GROUP BY account_id, credential_id, channel, operation
  )
  SELECT account_id, field, concat_ws(' ', credential_id, channel, operation) AS detail, expected, actual,
    count(*) OVER () AS count
  FROM (SELECT * FROM ledger.usage_total WHERE month = $1::date) AS total
  FULL JOIN entered USING (account_id, credential_id, channel, operation)
  CROSS JOIN LATERAL (VALUES
    ('requests', coalesce(entered.requests, 0), coalesce(total.requests, 0)),
    ('records', coalesce(entered.records, 0), coalesce(total.records, 0))
  ) AS compared (field, expected, actual)
  WHERE expected <> actual
  ORDER BY account_id, detail, field LIMIT ${MAXIMUM_DIFFERENCES}`;

// Only hours that still count: older ones may have been removed. Budgets of test keys have no entries.
const COMPARE_BUDGETS = `
  WITH entered AS (
    SELECT charge.account_id, charge.budget_id, date_trunc('hour', charge.created_at, 'UTC') AS hour,
      sum(charge.records) AS records
    FROM ledger.entry AS charge
    LEFT JOIN ledger.entry AS void ON void.reverses_entry_id = charge.entry_id AND void.kind = 'void'
    WHERE charge.budget_id IS NOT NULL AND void.entry_id IS NULL
      AND charge.created_at > ledger.budget_begins(now(), make_interval(secs => $1))
    GROUP BY 1, 2, 3
  )
  SELECT account_id, 'budget_records' AS field, expected, actual, count(*) OVER () AS count,
    concat_ws(' ', budget_id, to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24"h"')) AS detail
  FROM (SELECT * FROM ledger.budget_hour WHERE NOT starts_with(budget_id, $2)) AS kept
  FULL JOIN entered USING (account_id, budget_id, hour)
  CROSS JOIN LATERAL (SELECT coalesce(entered.records, 0) AS expected, coalesce(kept.records, 0) AS actual) AS compared
  WHERE expected <> actual AND hour > ledger.budget_begins(now(), make_interval(secs => $1))
  ORDER BY account_id, detail LIMIT ${MAXIMUM_DIFFERENCES}`;

// Recomputes every link of the month; for all chains, compares the ends and the number of links. Every charge or
// correction after the very first link is a link: an entry with an operation but no place in the chain was written
// without the functions.
const COMPARE_RECEIPTS = `
  WITH entered AS (
    SELECT counted.*, head.receipt_hash AS hash
    FROM (
      SELECT account_id, count(*) AS links, max(receipt_sequence) AS last, min(position) AS first_position
      FROM ledger.entry WHERE receipt_sequence IS NOT NULL GROUP BY account_id
    ) AS counted
    JOIN ledger.entry AS head ON head.account_id = counted.account_id AND head.receipt_sequence = counted.last
  )
  SELECT account_id, field, detail, expected, actual, count(*) OVER () AS count FROM (
    SELECT account_id, field, '' AS detail, expected, actual
    FROM (SELECT * FROM ledger.account WHERE receipt_sequence > 0) AS account FULL JOIN entered USING (account_id)
    CROSS JOIN LATERAL (VALUES
      ('receipts', coalesce(last, 0), coalesce(receipt_sequence, 0)),
      ('receipts', coalesce(links, 0), coalesce(receipt_sequence, 0)),
      ('receipt_head', 1, (receipt_hash IS NOT DISTINCT FROM hash)::integer)
    ) AS compared (field, expected, actual)
    UNION
    SELECT account_id, 'without_receipt', '', 0, count(*) FROM ledger.entry
    WHERE receipt_sequence IS NULL AND operation IS NOT NULL AND position > (SELECT min(first_position) FROM entered)
    GROUP BY account_id
    UNION
    SELECT link.account_id, 'receipt_hash', link.receipt_sequence::text, 1, 0
    FROM ledger.entry AS link LEFT JOIN ledger.entry AS before
      ON before.account_id = link.account_id AND before.receipt_sequence = link.receipt_sequence - 1
    WHERE link.receipt_sequence IS NOT NULL AND link.receipt_at >= $1::date::timestamp AT TIME ZONE 'UTC'
      AND link.receipt_at < ($1::date + interval '1 month') AT TIME ZONE 'UTC' AND ${IS_WRONG}
  ) AS compared
  WHERE expected <> actual
  ORDER BY account_id, field, detail LIMIT ${MAXIMUM_DIFFERENCES}`;

type Counted<Row> = Row & { count: string };

/** Reads all funds, totals, and entries from one snapshot on separate connections, while charging continues. */
export class ReconciliationStore {
  constructor(private readonly pool: Pool) {}

  /**
   * Totals of a month's charges, according to their entries.
   *
   * @param month `YYYY-MM`
   * @param accounts the named ones, or a page of all in byte order.
   * @returns `nextAfter`: the last account of the page; empty when there are no more.
   */
  async readTotals(
    month: string,
    accounts: { ids: readonly string[] } | { after: string },
    timeoutMs: number,
  ): Promise<{ totals: ChargeTotal[]; nextAfter: string }> {
    return inSnapshot(this.pool, timeoutMs, async (client) => {
      const ids = 'ids' in accounts ? accounts.ids : await pageOfAccounts(client, accounts.after);
      const { rows } = await client.query<ChargeTotalRow>(READ_TOTALS, [`${month}-01`, ids]);
      const isLast = 'ids' in accounts || ids.length < ACCOUNTS_OF_A_PAGE;
      return { totals: rows.map(chargeTotalFromRow), nextAfter: isLast ? '' : ids.at(-1)! };
    });
  }

  /** Compares every account's funds, a month's totals, and budgets with the entries. Reads all entries. */
  async verify(month: string, timeoutMs: number): Promise<Verification> {
    return inSnapshot(this.pool, timeoutMs, async (client) => {
      const funds =
        await client.query<
          Counted<{ accounts: string; entries: string } & (DifferenceRow | { field: null })>
        >(COMPARE_FUNDS);
      const totals = await client.query<Counted<DifferenceRow>>(COMPARE_TOTALS, [`${month}-01`]);
      const budgets = await client.query<Counted<DifferenceRow>>(COMPARE_BUDGETS, [
        BUDGET_WINDOW_SECONDS,
        testBudgetId(''),
      ]);
      const receipts = await client.query<Counted<DifferenceRow>>(COMPARE_RECEIPTS, [`${month}-01`]);
      const { accounts, entries, count } = funds.rows[0]!;
      const found = funds.rows.filter((row): row is typeof row & DifferenceRow => row.field !== null);
      return {
        accounts: BigInt(accounts),
        entries: BigInt(entries),
        differences: [...found, ...totals.rows, ...budgets.rows, ...receipts.rows]
          .slice(0, MAXIMUM_DIFFERENCES)
          .map(differenceFromRow),
        differenceCount: [totals, budgets, receipts].reduce(
          (sum, { rows }) => sum + BigInt(rows[0]?.count ?? 0),
          BigInt(count),
        ),
      };
    });
  }
}

async function pageOfAccounts(client: ClientBase, after: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT account_id AS id FROM ledger.account WHERE account_id > $1 ORDER BY account_id LIMIT $2',
    [after, ACCOUNTS_OF_A_PAGE],
  );
  return rows.map(({ id }) => id);
}
