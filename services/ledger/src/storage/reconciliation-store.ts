import type { ClientBase, Pool } from 'pg';
import { ACCOUNTS_OF_A_PAGE, type ChargeTotal } from '../domain/reconciliation';
import { inSnapshot } from './in-snapshot';
import { chargeTotalFromRow, type ChargeTotalRow } from './mapping';

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

/** An account's charges of a month, and, with the opposite sign, those that were voided at any time. */
const chargesOf = (account: string) => `
    SELECT ${counted('entry', 1)} FROM ledger.entry WHERE entry.account_id = ${account} AND ${inMonth('entry')}
    UNION ALL
    SELECT ${counted('voided', -1)} FROM ledger.entry AS void
    JOIN ledger.entry AS voided ON voided.entry_id = void.reverses_entry_id
    WHERE void.account_id = ${account} AND void.kind <> 'charge' AND void.kind = 'void'
      AND void.reverses_entry_id IS NOT NULL AND ${inMonth('voided')}`;

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

/** Reads entries from one snapshot on separate connections, while charging continues. */
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
}

async function pageOfAccounts(client: ClientBase, after: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT account_id AS id FROM ledger.account WHERE account_id > $1 ORDER BY account_id LIMIT $2',
    [after, ACCOUNTS_OF_A_PAGE],
  );
  return rows.map(({ id }) => id);
}
