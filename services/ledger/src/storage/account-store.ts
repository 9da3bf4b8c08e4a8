import type { Pool } from 'pg';
import { ONE_TIME_API_RECORDS, ONE_TIME_CLI_RECORDS } from '../domain/funds';
import type { AccountFunds, CredentialUsage, Subscription, Usage } from '../domain/usage';
import {
  credentialUsageFromRows,
  fundsFromRow,
  subscriptionFromRow,
  usageFromRow,
  type AccountRow,
  type CredentialUsageRow,
  type FundsRow,
  type UsageRow,
} from './mapping';

interface CreditOutcome {
  /** `repeated`: this reference was already credited; `mismatch`: with another amount, so nothing was done. */
  outcome: 'credited' | 'repeated' | 'mismatch' | 'alike';
  balanceMicros: bigint;
  /** With `alike`: the earlier credit of the same amount. */
  duplicate?: { reference: string; at: Date };
}

const READ_USAGE = `
  WITH asked AS (
    SELECT coalesce($2::date, date_trunc('month', now() AT TIME ZONE 'UTC')::date) AS month
  )
  SELECT account.*, plan.subscription_id, plan.customer_id, plan.cli_records, plan.price_micros, plan.status, plan.cancels,
    plan.period_starts_at, plan.period_ends_at, plan.allowance_ends_at, to_char(asked.month, 'YYYY-MM') AS month,
    coalesce(account.subscription_ends_at > now(), false) AS has_subscription,
    coalesce((
      SELECT web_search FROM ledger.entry
      WHERE entry.account_id = account.account_id AND web_search IS NOT NULL
        AND date_trunc('month', created_at AT TIME ZONE 'UTC') = asked.month::timestamp
      ORDER BY web_search DESC LIMIT 1
    ), 0) AS web_searches,
    (
      SELECT coalesce(json_agg(json_build_object(
        'operation', operation, 'requests', requests::text, 'records', records::text
      ) ORDER BY operation), '[]')
      FROM (
        SELECT operation, sum(requests) AS requests, sum(records) AS records
        FROM ledger.usage_total
        WHERE usage_total.account_id = account.account_id AND usage_total.month = asked.month
        GROUP BY operation HAVING sum(requests) > 0
      ) AS total
    ) AS totals
  FROM asked, ledger.account AS account LEFT JOIN ledger.plan AS plan ON plan.account_id = account.account_id
  WHERE account.account_id = $1`;

const READ_CREDENTIAL_USAGE = `
  WITH asked AS (
    SELECT coalesce($2::date, date_trunc('month', now() AT TIME ZONE 'UTC')::date) AS month
  )
  SELECT to_char(asked.month, 'YYYY-MM') AS month, total.credential_id, lineage_id, sum(requests) AS requests,
    sum(records) AS records
  FROM asked
  LEFT JOIN ledger.usage_total AS total ON total.month = asked.month AND total.account_id = $1
  LEFT JOIN ledger.credential_lineage AS lineage ON lineage.credential_id = total.credential_id
  GROUP BY asked.month, total.credential_id, lineage_id
  HAVING total.credential_id IS NULL OR sum(requests) > 0
  ORDER BY credential_id`;

// Reads each account's totals through its own part of the index, like READ_TOTALS of reconciliation.
const READ_FUNDS = `
  SELECT account.account_id, account.balance_micros, used.requests, used.records
  FROM ledger.account AS account
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(requests), 0) AS requests, coalesce(sum(records), 0) AS records
    FROM ledger.usage_total
    WHERE usage_total.account_id = account.account_id
      AND usage_total.month = date_trunc('month', now() AT TIME ZONE 'UTC')::date
    OFFSET 0
  ) AS used
  WHERE account.account_id = ANY($1)`;

/** Whole accounts. An unknown one is created by the first call that needs it. */
export class AccountStore {
  constructor(private readonly pool: Pool) {}

  /** @param month `YYYY-MM`; undefined for the current UTC month. */
  async readUsage(accountId: string, month: string | undefined): Promise<Usage> {
    const read = async () => {
      const { rows } = await this.pool.query<UsageRow>(READ_USAGE, [accountId, month && `${month}-01`]);
      return rows[0];
    };
    let row = await read();
    if (!row) {
      await this.pool.query('SELECT ledger.open_accounts($1, $2, $3)', [
        [accountId],
        ONE_TIME_API_RECORDS,
        ONE_TIME_CLI_RECORDS,
      ]);
      row = await read();
    }
    if (!row) throw new Error('an account that was opened does not exist');
    return usageFromRow(row);
  }

  /**
   * An account's usage in a month, by credential.
   *
   * @param month `YYYY-MM`; undefined for the current UTC month.
   */
  async readCredentialUsage(
    accountId: string,
    month: string | undefined,
  ): Promise<{ month: string; credentials: CredentialUsage[] }> {
    const { rows } = await this.pool.query<CredentialUsageRow>(READ_CREDENTIAL_USAGE, [
      accountId,
      month && `${month}-01`,
    ]);
    return credentialUsageFromRows(rows);
  }

  /** Balance and this month's usage of the accounts that exist, in no particular order. */
  async readFunds(accountIds: readonly string[]): Promise<AccountFunds[]> {
    const { rows } = await this.pool.query<FundsRow>(READ_FUNDS, [accountIds]);
    return rows.map(fundsFromRow);
  }

  /** Tops up the prepaid balance; with a reference, only once, however often it is sent. */
  async credit(credit: {
    accountId: string;
    micros: bigint;
    reference: string | undefined;
    reason: string;
    /** Skipped if a command credited the same amount within this many seconds; 0 disables the check. */
    unlessDuplicateWithinSeconds: number;
  }): Promise<CreditOutcome> {
    if (credit.unlessDuplicateWithinSeconds > 0) return this.creditUnlessDuplicate(credit);
    const { rows } = await this.pool.query<{ outcome: CreditOutcome['outcome']; balance: string }>(
      'SELECT outcome, balance FROM ledger.credit_account($1, $2, $3, $4, $5, $6)',
      [
        credit.accountId,
        credit.micros,
        credit.reference ?? null,
        credit.reason,
        ONE_TIME_API_RECORDS,
        ONE_TIME_CLI_RECORDS,
      ],
    );
    const row = rows[0]!;
    return { outcome: row.outcome, balanceMicros: BigInt(row.balance) };
  }

  private async creditUnlessDuplicate(credit: {
    accountId: string;
    micros: bigint;
    reference: string | undefined;
    reason: string;
    unlessDuplicateWithinSeconds: number;
  }): Promise<CreditOutcome> {
    const { rows } = await this.pool.query<{
      outcome: CreditOutcome['outcome'];
      balance: string;
      alike_reference: string | null;
      alike_at: Date | null;
    }>('SELECT * FROM ledger.credit_unless_alike($1, $2, $3, $4, make_interval(secs => $5), $6, $7)', [
      credit.accountId,
      credit.micros,
      credit.reference,
      credit.reason,
      credit.unlessDuplicateWithinSeconds,
      ONE_TIME_API_RECORDS,
      ONE_TIME_CLI_RECORDS,
    ]);
    const { outcome, balance, alike_reference: reference, alike_at: at } = rows[0]!;
    return {
      outcome,
      balanceMicros: BigInt(balance),
      ...(reference && at && { duplicate: { reference, at } }),
    };
  }

  /** Starts a subscription period from now to `endsAt`; an earlier one ends. */
  async startSubscription(accountId: string, records: bigint, endsAt: Date): Promise<Subscription> {
    const { rows } = await this.pool.query<AccountRow>(
      'SELECT * FROM ledger.start_subscription($1, $2, $3, $4, $5)',
      [accountId, records, endsAt, ONE_TIME_API_RECORDS, ONE_TIME_CLI_RECORDS],
    );
    return subscriptionFromRow(rows[0]!);
  }
}
