import type { Pool } from 'pg';
import { ACCOUNTS_OF_A_PAGE, type ChargeTotal } from '../domain/reconciliation';
import { inSnapshot } from './in-snapshot';
import { chargeTotalFromRow, type ChargeTotalRow } from './mapping';

/** A month's entries: from its first moment to the next month's, in UTC. */
const duringMonth = (entry: string) => `${entry}.created_at >= $1::date::timestamp AT TIME ZONE 'UTC'
  AND ${entry}.created_at < ($1::date + interval '1 month') AT TIME ZONE 'UTC'`;
const inMonth = (charge: string) => `${charge}.kind = 'charge' AND ${duringMonth(charge)}`;

/** A charge as it is summed; `sign` is -1 to subtract it. */
const counted = (
  charge: string,
  sign: 1 | -1,
) => `${charge}.account_id, ${charge}.credential_id, ${charge}.channel,
  ${charge}.operation, ${charge}.records, ${charge}.api_records + ${charge}.cli_records AS allowance,
  ${charge}.prepaid_records, ${charge}.subscription_records, ${charge}.balance_micros, ${sign} AS sign`;

/** An account's charges of a month whose key, `(created_at, position)`, is in a range. */
const chargesOf = (account: string, range: string) => `
    SELECT ${counted('entry', 1)} FROM ledger.entry
    WHERE entry.account_id = ${account} AND ${inMonth('entry')} AND ${range}`;

/** An account's charges of a month that were voided at any time, to be subtracted. */
const voidedOf = (account: string) => `
    SELECT ${counted('voided', -1)} FROM ledger.entry AS void
    JOIN ledger.entry AS voided ON voided.entry_id = void.reverses_entry_id
    WHERE void.account_id = ${account} AND void.kind <> 'charge' AND void.kind = 'void'
      AND void.reverses_entry_id IS NOT NULL AND ${inMonth('voided')}`;

const totalsOf = (charges: string) => `
    SELECT credential_id, channel, operation, sum(sign) AS requests, sum(sign * records) AS records,
      sum(-sign * allowance) AS allowance_records, sum(sign * prepaid_records) AS prepaid_records,
      sum(-sign * subscription_records) AS subscription_records, sum(-sign * balance_micros) AS prepaid_micros
    FROM (${charges}) AS counted
    GROUP BY credential_id, channel, operation`;

// Reads each account's charges through its own part of the index, so a page costs only what its accounts did.
const READ_TOTALS = `
  SELECT wanted.id AS account_id, charge.*
  FROM unnest($2::text[]) AS wanted (id)
  CROSS JOIN LATERAL (
    ${totalsOf(`${chargesOf('wanted.id', 'true')} UNION ALL ${voidedOf('wanted.id')}`)}
    OFFSET 0
  ) AS charge`;

const AFTER = '(entry.created_at, entry.position) > ($3::timestamptz, $4::bigint)';
const UP_TO = '(entry.created_at, entry.position) <= ($5::timestamptz, $6::bigint)';

/** The last entry of an account's next part, if so many settled ones follow; no transaction lasts for an hour. */
const READ_CUT = `
  SELECT created_at::text AS at, position FROM ledger.entry
  WHERE account_id = $2 AND ${duringMonth('entry')} AND ${AFTER} AND created_at < now() - make_interval(secs => $6)
  ORDER BY created_at, position LIMIT 1 OFFSET $5::bigint - 1`;
const READ_PART = `
  SELECT $2 AS account_id, part.* FROM (${totalsOf(chargesOf('$2', `${AFTER} AND ${UP_TO}`))}) AS part`;
const READ_REST = `
  SELECT $2 AS account_id, rest.* FROM (${totalsOf(`${chargesOf('$2', AFTER)} UNION ALL ${voidedOf('$2')}`)}) AS rest`;

/** Accounts after $1: up to $2, until $3 links are exceeded. `is_large`: more than $3 links alone. */
const READ_PAGE = `
  SELECT id, is_large, found FROM (
    SELECT account_id AS id, receipt_sequence > $3 AS is_large, count(*) OVER () AS found,
      sum(receipt_sequence) OVER (ORDER BY account_id) - receipt_sequence AS links_before
    FROM (
      SELECT account_id, receipt_sequence FROM ledger.account WHERE account_id > $1 ORDER BY account_id LIMIT $2
    ) AS next
  ) AS page
  WHERE links_before <= $3 ORDER BY id`;
const READ_NAMED = `
  SELECT wanted.id, coalesce(account.receipt_sequence > $2, false) AS is_large
  FROM unnest($1::text[]) AS wanted (id) LEFT JOIN ledger.account ON account_id = wanted.id`;

interface ReadLimits {
  /** Entries per snapshot; 200,000 take less than a second. */
  part: number;
  /** The age from which on no charge is committed before others. */
  settledSeconds: number;
}

const LIMITS: ReadLimits = { part: 200_000, settledSeconds: 3_600 };

interface PageRow {
  id: string;
  is_large: boolean;
}

/** Totals entries, in short snapshots on separate connections, while charging continues. */
export class ReconciliationStore {
  constructor(
    private readonly pool: Pool,
    private readonly limits = LIMITS,
  ) {}

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
    const endMs = performance.now() + timeoutMs;
    const timeLeftMs = () => Math.floor(endMs - performance.now());
    const day = `${month}-01`;
    const { part } = this.limits;
    const { page, isLast } = await inSnapshot(this.pool, timeoutMs, async (client) => {
      if ('ids' in accounts) {
        const { rows } = await client.query<PageRow>(READ_NAMED, [accounts.ids, part]);
        return { page: rows, isLast: true };
      }
      const { rows } = await client.query<PageRow & { found: string }>(READ_PAGE, [
        accounts.after,
        ACCOUNTS_OF_A_PAGE,
        part,
      ]);
      const found = Number(rows[0]?.found ?? 0);
      return { page: rows, isLast: found < ACCOUNTS_OF_A_PAGE && rows.length === found };
    });
    const small = page.filter((account) => !account.is_large).map(({ id }) => id);
    const { rows } = await inSnapshot(this.pool, timeLeftMs(), (client) =>
      client.query<ChargeTotalRow>(READ_TOTALS, [day, small]),
    );
    const totals = rows.map(chargeTotalFromRow);
    for (const { id } of page.filter((account) => account.is_large)) {
      totals.push(...(await this.readInParts(day, id, timeLeftMs)));
    }
    return { totals: totals.sort(inByteOrder), nextAfter: isLast ? '' : page.at(-1)!.id };
  }

  /**
   * Totals an account as of the last part's snapshot: charges before it are settled, and voids are all read in it. A
   * snapshot of the whole would keep the dead rows of an account that is being charged.
   */
  private async readInParts(
    day: string,
    accountId: string,
    timeLeftMs: () => number,
  ): Promise<ChargeTotal[]> {
    const { part, settledSeconds } = this.limits;
    const totals = new Map<string, ChargeTotal>();
    let after = ['-infinity', '0'];
    for (let isRest = false; !isRest;) {
      const rows = await inSnapshot(this.pool, timeLeftMs(), async (client) => {
        const given = [day, accountId, ...after];
        const [cut] = (
          await client.query<{ at: string; position: string }>(READ_CUT, [...given, part, settledSeconds])
        ).rows;
        isRest = cut === undefined;
        if (cut === undefined) return (await client.query<ChargeTotalRow>(READ_REST, given)).rows;
        after = [cut.at, cut.position];
        return (await client.query<ChargeTotalRow>(READ_PART, [...given, ...after])).rows;
      });
      for (const total of rows.map(chargeTotalFromRow)) {
        const key = `${total.credentialId} ${total.channel} ${total.operation}`;
        const before = totals.get(key);
        totals.set(key, before === undefined ? total : added(before, total));
      }
    }
    return [...totals.values()];
  }
}

function added(a: ChargeTotal, b: ChargeTotal): ChargeTotal {
  return {
    ...a,
    requests: a.requests + b.requests,
    records: a.records + b.records,
    allowanceRecords: a.allowanceRecords + b.allowanceRecords,
    prepaidRecords: a.prepaidRecords + b.prepaidRecords,
    subscriptionRecords: a.subscriptionRecords + b.subscriptionRecords,
    prepaidMicros: a.prepaidMicros + b.prepaidMicros,
  };
}

/** By account, credential, channel, and operation, which are ASCII. */
function inByteOrder(a: ChargeTotal, b: ChargeTotal): number {
  for (const name of ['accountId', 'credentialId', 'channel', 'operation'] as const) {
    if (a[name] !== b[name]) return a[name] < b[name] ? -1 : 1;
  }
  return 0;
}
