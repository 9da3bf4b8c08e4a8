import { BUDGET_WINDOW_SECONDS, testBudgetId } from '../domain/budget';
import { MAXIMUM_DIFFERENCES } from '../domain/reconciliation';
import { isWrong } from './receipt-store';

// Plans must not depend on how large a table is thought to be: every access goes by key, in a subquery of its own
// (OFFSET 0), for accounts or parts that are given as arrays.

/** Entries created before this are all committed. See verification-store.ts. */
const SETTLED = `now() - make_interval(secs => $5)`;
/** An account is read from the start again after half of this to all of it, so not all at once. */
const REREAD_SECONDS = 24 * 60 * 60;
const REREAD_BEFORE = (account: string) =>
  `now() - make_interval(secs => ${REREAD_SECONDS / 2} * (1 + (hashtext(${account}) & 1023) / 1024.0))`;

const inMonth = (time: string, month: string) =>
  `${time} >= ${month}::date::timestamp AT TIME ZONE 'UTC'
    AND ${time} < (${month}::date + interval '1 month') AT TIME ZONE 'UTC'`;

/** Texts of the database's times that keep every microsecond. */
const textOf = (time: string) => `(${time})::text`;

export const NOW = `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`;

/** Accounts that a table has entries, totals, or hours of, from index key to index key. */
const idsIn = (table: string) => `(
  WITH RECURSIVE id AS (
    (SELECT account_id FROM ${table} WHERE account_id > $1 ORDER BY account_id LIMIT 1)
    UNION ALL
    SELECT (
      SELECT next.account_id FROM ${table} AS next WHERE next.account_id > id.account_id
      ORDER BY next.account_id LIMIT 1
    )
    FROM id WHERE id.account_id IS NOT NULL
  )
  SELECT account_id FROM id WHERE account_id IS NOT NULL LIMIT $2)`;

/** $1 the account before, $2 how many. Includes what stands without a row in `account`. */
export const PAGE_OF_ACCOUNTS = `
  SELECT account_id FROM (
    (SELECT account_id FROM ledger.account WHERE account_id > $1 ORDER BY account_id LIMIT $2)
    UNION ${['entry', 'usage_total', 'budget_hour'].map((table) => idsIn(`ledger.${table}`)).join(' UNION ')}
  ) AS known
  ORDER BY account_id LIMIT $2`;

/**
 * $1 accounts, $2 the month, $3 when the run began, $4 whether everything is read from the start since then. A state
 * from the future is from before the clock went back: what was entered since then would be missing from it.
 */
export const ACCOUNTS = `
  SELECT wanted.id AS account_id, account.account_id IS NOT NULL AS has_row, coalesce(api_remaining, 0) AS api,
    coalesce(cli_remaining, 0) AS cli, coalesce(subscription_remaining, 0) AS subscription,
    coalesce(balance_micros, 0) AS micros, coalesce(account.receipt_sequence, 0) AS receipt_sequence,
    head.receipt_sequence AS last_link, account.receipt_hash IS NOT DISTINCT FROM head.receipt_hash AS is_head_right,
    CASE WHEN started_at >= CASE WHEN $4 THEN $3::timestamptz ELSE ${REREAD_BEFORE('wanted.id')} END
      AND started_at <= greatest(now(), $3::timestamptz) THEN state END AS state,
    ${textOf('started_at')} AS started_at, coalesce(started_at >= $3::timestamptz, false) AS is_fresh,
    ${textOf('greatest(now(), $3::timestamptz)')} AS now
  FROM unnest($1::text[]) WITH ORDINALITY AS wanted (id, n)
  LEFT JOIN LATERAL (SELECT * FROM ledger.account WHERE account_id = wanted.id OFFSET 0) AS account ON true
  LEFT JOIN LATERAL (
    SELECT receipt_sequence, receipt_hash FROM ledger.entry
    WHERE account_id = wanted.id AND receipt_sequence IS NOT NULL ORDER BY receipt_sequence DESC LIMIT 1
  ) AS head ON true
  LEFT JOIN LATERAL (
    SELECT started_at, state FROM ledger.verified_account
    WHERE month = $2::date AND account_id = wanted.id OFFSET 0
  ) AS verified ON true
  ORDER BY n`;

/**
 * Where the next part of each account's settled entries ends. $1 accounts, $2 and $3 keys after which it begins, $4 its
 * maximum size, $5 the age of settled entries in seconds.
 */
export const PARTS = `
  SELECT wanted.id AS account_id, cut.at IS NOT NULL AS is_cut,
    ${textOf(`coalesce(cut.at, greatest(wanted.at, ${SETTLED}))`)} AS at,
    coalesce(cut.position, CASE WHEN wanted.at >= ${SETTLED} THEN wanted.position ELSE -1 END) AS position,
    ${textOf(`date_trunc('hour', coalesce(cut.at, greatest(wanted.at, ${SETTLED})), 'UTC')`)} AS hour
  FROM unnest($1::text[], $2::timestamptz[], $3::bigint[]) WITH ORDINALITY AS wanted (id, at, position, n)
  LEFT JOIN LATERAL (
    SELECT created_at AS at, position FROM ledger.entry
    WHERE account_id = wanted.id AND (created_at, position) > (wanted.at, wanted.position) AND created_at < ${SETTLED}
    ORDER BY created_at, position LIMIT 1 OFFSET $4::bigint - 1
  ) AS cut ON true
  ORDER BY n`;

/**
 * Sums parts of accounts' entries, by what they add to the month's totals. $1 accounts, $2 whether the part is settled,
 * $3 to $6 the keys after which it begins and up to which it lasts, $7 the month, $8 the position of the ledger's first
 * link.
 */
export const PART_TOTALS = `
  SELECT wanted.id AS account_id, wanted.is_settled, counted.*
  FROM unnest($1::text[], $2::boolean[], $3::timestamptz[], $4::bigint[], $5::timestamptz[], $6::bigint[])
    AS wanted (id, is_settled, after_at, after_position, at, position)
  CROSS JOIN LATERAL (
    SELECT credential_id, channel, operation, count(*) AS entries, count(receipt_sequence) AS links,
      count(*) FILTER (WHERE is_unlinked) AS unlinked, sum(api_records) AS api, sum(cli_records) AS cli,
      sum(subscription_records) AS subscription, sum(balance_micros) AS micros,
      sum(sign) AS requests, coalesce(sum(sign * records), 0) AS records
    FROM (
      SELECT entry.receipt_sequence, entry.api_records, entry.cli_records, entry.subscription_records,
        entry.balance_micros, coalesce(voided.records, entry.records) AS records, sign,
        entry.receipt_sequence IS NULL AND entry.operation IS NOT NULL AND entry.position > $8 AS is_unlinked,
        CASE WHEN sign <> 0 THEN coalesce(voided.credential_id, entry.credential_id) END AS credential_id,
        CASE WHEN sign <> 0 THEN coalesce(voided.channel, entry.channel) END AS channel,
        CASE WHEN sign <> 0 THEN coalesce(voided.operation, entry.operation) END AS operation
      FROM ledger.entry
      LEFT JOIN LATERAL (
        SELECT charge.* FROM ledger.entry AS charge
        WHERE entry.kind = 'void' AND charge.entry_id = entry.reverses_entry_id AND charge.kind = 'charge' OFFSET 0
      ) AS voided ON true
      CROSS JOIN LATERAL (
        SELECT CASE
          WHEN entry.kind = 'charge' AND ${inMonth('entry.created_at', '$7')} THEN 1
          WHEN ${inMonth('voided.created_at', '$7')} THEN -1
          ELSE 0
        END AS sign
      ) AS counting
      WHERE entry.account_id = wanted.id
        AND (entry.created_at, entry.position) > (wanted.after_at, wanted.after_position)
        AND (entry.created_at, entry.position) <= (wanted.at, wanted.position)
    ) AS entry
    GROUP BY credential_id, channel, operation
    OFFSET 0
  ) AS counted`;

/** $1 accounts, $2 the month. */
export const TOTALS = `
  SELECT account_id, credential_id, channel, operation, requests, records
  FROM unnest($1::text[]) AS wanted (id)
  CROSS JOIN LATERAL (
    SELECT * FROM ledger.usage_total WHERE account_id = wanted.id AND month = $2::date OFFSET 0
  ) AS total`;

const BUDGET_BEGINS = `ledger.budget_begins(now(), make_interval(secs => ${BUDGET_WINDOW_SECONDS}))`;

/**
 * Compares budgets' hours. Only hours that still count: older ones may have been removed. Budgets of test keys have no
 * entries. $1 accounts, $2 and $3 from which hour and before which.
 */
export const BUDGETS = `
  WITH wanted AS MATERIALIZED (
    SELECT id, greatest(first, ${BUDGET_BEGINS}) AS first, next
    FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) AS wanted (id, first, next)
  ), entered AS MATERIALIZED (
    SELECT wanted.id AS account_id, used.* FROM wanted CROSS JOIN LATERAL (
      SELECT budget_id, date_trunc('hour', created_at, 'UTC') AS hour, sum(records) AS records
      FROM ledger.entry AS charge
      WHERE account_id = wanted.id AND budget_id IS NOT NULL
        AND created_at >= wanted.first AND created_at < wanted.next
        AND (
          SELECT entry_id FROM ledger.entry AS void
          WHERE void.reverses_entry_id = charge.entry_id AND void.kind = 'void' LIMIT 1
        ) IS NULL
      GROUP BY 1, 2
      OFFSET 0
    ) AS used
  ), kept AS MATERIALIZED (
    SELECT used.* FROM wanted CROSS JOIN LATERAL (
      SELECT * FROM ledger.budget_hour
      WHERE account_id = wanted.id AND hour >= wanted.first AND hour < wanted.next
        AND NOT starts_with(budget_id, '${testBudgetId('')}')
      OFFSET 0
    ) AS used
  )
  SELECT * FROM (
    SELECT account_id, 'budget_records' AS field, expected, actual,
      concat_ws(' ', budget_id, to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24"h"')) AS detail,
      count(*) OVER (PARTITION BY account_id) AS count,
      row_number() OVER (PARTITION BY account_id ORDER BY budget_id, hour) AS n
    FROM kept FULL JOIN entered USING (account_id, budget_id, hour)
    CROSS JOIN LATERAL (
      SELECT coalesce(entered.records, 0) AS expected, coalesce(kept.records, 0) AS actual
    ) AS compared
    WHERE expected <> actual AND hour > ${BUDGET_BEGINS}
  ) AS difference
  WHERE n <= ${MAXIMUM_DIFFERENCES} ORDER BY account_id, n`;

/**
 * Recomputes the hashes of each account's next links in the month. $1 accounts, $2 links after which they begin (null:
 * the month's first), $3 the month, $4 their maximum number. `last` is null if there are none. Links are consecutive
 * because their times never decrease; entries an hour beyond the month's ends bound what is read, and so does the
 * account's first link, since any number of entries may be from before receipts.
 */
export const LINKS = `
  SELECT wanted.id AS account_id, bounds.low, checked.*
  FROM unnest($1::text[], $2::bigint[]) AS wanted (id, link)
  CROSS JOIN LATERAL (
    SELECT coalesce(wanted.link, (
      SELECT receipt_sequence FROM ledger.entry
      WHERE account_id = wanted.id AND created_at <= month.first - interval '1 hour' AND receipt_at < month.first
        AND created_at >= first_link.created_at - interval '1 hour'
      ORDER BY created_at DESC, position DESC LIMIT 1
    ), 0) AS low, coalesce((
      SELECT receipt_sequence FROM ledger.entry
      WHERE account_id = wanted.id AND created_at >= month.next + interval '1 hour' AND receipt_at >= month.next
        AND created_at >= first_link.created_at - interval '1 hour'
      ORDER BY created_at, position LIMIT 1
    ), 9223372036854775807) AS high
    FROM (
      SELECT $3::date::timestamp AT TIME ZONE 'UTC' AS first,
        ($3::date + interval '1 month') AT TIME ZONE 'UTC' AS next
    ) AS month
    LEFT JOIN LATERAL (
      SELECT created_at FROM ledger.entry
      WHERE account_id = wanted.id AND receipt_sequence IS NOT NULL ORDER BY receipt_sequence LIMIT 1
    ) AS first_link ON true
    OFFSET 0
  ) AS bounds
  CROSS JOIN LATERAL (
    SELECT count(*) AS links, max(receipt_sequence) AS last, count(*) FILTER (WHERE is_wrong) AS wrong,
      coalesce(
        (array_agg(receipt_sequence ORDER BY receipt_sequence) FILTER (WHERE is_wrong))[:${MAXIMUM_DIFFERENCES}], '{}'
      ) AS wrong_links
    FROM (
      SELECT receipt_sequence, ${inMonth('receipt_at', '$3')} AND ${isWrong('link.previous_hash')} AS is_wrong
      FROM (
        SELECT *, CASE WHEN lag(receipt_sequence) OVER chain = receipt_sequence - 1
          THEN lag(receipt_hash) OVER chain END AS previous_hash
        FROM (
          SELECT * FROM ledger.entry
          WHERE account_id = wanted.id AND receipt_sequence >= bounds.low AND receipt_sequence < bounds.high
          ORDER BY receipt_sequence LIMIT $4::bigint + 1
        ) AS part
        WINDOW chain AS (ORDER BY receipt_sequence)
      ) AS link
      WHERE receipt_sequence > bounds.low
      -- Else each hash is computed for both aggregates.
      OFFSET 0
    ) AS link
    OFFSET 0
  ) AS checked`;

/** The least position among the first links of accounts after $1, of up to $2; the last of these. */
export const FIRST_LINKS = `
  WITH RECURSIVE link AS (
    (SELECT account_id, position FROM ledger.entry WHERE account_id > $1 AND receipt_sequence IS NOT NULL
     ORDER BY account_id, receipt_sequence LIMIT 1)
    UNION ALL
    SELECT next.* FROM link CROSS JOIN LATERAL (
      SELECT account_id, position FROM ledger.entry
      WHERE account_id > link.account_id AND receipt_sequence IS NOT NULL
      ORDER BY account_id, receipt_sequence LIMIT 1
    ) AS next
  )
  SELECT min(position) AS position, max(account_id) AS account_id, count(*) AS accounts
  FROM (SELECT * FROM link LIMIT $2) AS link`;

/** $1 the month, $2 accounts, $3 when their reading began, $4 their states. A later beginning, if not future, stays. */
export const KEEP = `
  INSERT INTO ledger.verified_account AS verified (month, account_id, started_at, state)
  SELECT $1::date, account_id, started_at, state
  FROM unnest($2::text[], $3::timestamptz[], $4::jsonb[]) AS given (account_id, started_at, state)
  ORDER BY account_id COLLATE "C"
  ON CONFLICT (month, account_id) DO UPDATE SET started_at = excluded.started_at, state = excluded.state
  WHERE verified.started_at <= excluded.started_at OR verified.started_at > now()`;

/** $1 the month, $2 accounts. */
export const FORGET = `DELETE FROM ledger.verified_account WHERE month = $1::date AND account_id = ANY ($2::text[])`;

/** $1 how many. States of months that are verified only on demand, a day after their reading began. */
export const REMOVE_OLD = `
  DELETE FROM ledger.verified_account WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ledger.verified_account
    WHERE month < date_trunc('month', now() AT TIME ZONE 'UTC') - interval '1 month'
      AND started_at < now() - make_interval(secs => ${REREAD_SECONDS})
    LIMIT $1 FOR UPDATE SKIP LOCKED
  ))`;
