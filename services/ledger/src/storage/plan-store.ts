import type { Pool } from 'pg';
import { ONE_TIME_API_RECORDS, ONE_TIME_CLI_RECORDS } from '../domain/funds';
import type { PaymentVerdict, Plan, PlanChange, PlanPayment, PrepaidUse } from '../domain/plan';
import { planFromRow, type PlanRow } from './mapping';

/** Plans and prepaid use; see migrations/0007_plans_and_prepaid_use.sql. */
export class PlanStore {
  constructor(private readonly pool: Pool) {}

  /** Changes the given choices; creates an unknown account. */
  async setPrepaidUse(accountId: string, changes: Partial<PrepaidUse>): Promise<PrepaidUse> {
    await this.pool.query('SELECT ledger.open_accounts($1, $2, $3)', [
      [accountId],
      ONE_TIME_API_RECORDS,
      ONE_TIME_CLI_RECORDS,
    ]);
    const { rows } = await this.pool.query<PrepaidUse>(
      `UPDATE ledger.account
       SET prepaid_pays_cli = coalesce($2, prepaid_pays_cli), prepaid_pays_web = coalesce($3, prepaid_pays_web)
       WHERE account_id = $1 RETURNING prepaid_pays_cli AS cli, prepaid_pays_web AS web`,
      [accountId, changes.cli ?? null, changes.web ?? null],
    );
    return rows[0]!;
  }

  /** Starts a paid period, once per invoice. */
  async pay(payment: PlanPayment): Promise<{ verdict: PaymentVerdict; plan: Plan | undefined }> {
    const { period } = payment;
    const { rows } = await this.pool.query<{ verdict: PaymentVerdict }>(
      'SELECT ledger.pay_plan($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) AS verdict',
      [
        ...termsOf(payment),
        payment.invoice,
        payment.reason,
        period.startsAt,
        period.endsAt,
        period.allowanceEndsAt,
        payment.occurredAt,
        ONE_TIME_API_RECORDS,
        ONE_TIME_CLI_RECORDS,
      ],
    );
    return { verdict: rows[0]!.verdict, plan: await this.find(payment.accountId) };
  }

  /** @returns `hasChanged`: false if a later message was applied before, or another subscription is active. */
  async change(change: PlanChange): Promise<{ hasChanged: boolean; plan: Plan | undefined }> {
    const { rows } = await this.pool.query<{ verdict: 'changed' | 'stale' }>(
      'SELECT ledger.change_plan($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) AS verdict',
      [
        ...termsOf(change),
        change.status,
        change.cancels,
        change.occurredAt,
        ONE_TIME_API_RECORDS,
        ONE_TIME_CLI_RECORDS,
      ],
    );
    return { hasChanged: rows[0]!.verdict === 'changed', plan: await this.find(change.accountId) };
  }

  /** Active plans whose allowance has run out, oldest first. */
  async listLapsed(limit: number): Promise<Plan[]> {
    const { rows } = await this.pool.query<PlanRow>(
      `SELECT * FROM ledger.plan WHERE status = 'active' AND allowance_ends_at <= now()
       ORDER BY allowance_ends_at LIMIT $1`,
      [limit],
    );
    return rows.map(planFromRow);
  }

  /**
   * Makes an active plan past due if its allowance has run out. Does not lock the account: there is nothing left to
   * expire, and a payment that commits first moves the allowance's end, which the update then rechecks.
   */
  async lapse(accountId: string): Promise<{ hasChanged: boolean; plan: Plan | undefined }> {
    const { rowCount } = await this.pool.query(
      `UPDATE ledger.plan SET status = 'past_due'
       WHERE account_id = $1 AND status = 'active' AND allowance_ends_at <= now()`,
      [accountId],
    );
    return { hasChanged: rowCount! > 0, plan: await this.find(accountId) };
  }

  private async find(accountId: string): Promise<Plan | undefined> {
    const { rows } = await this.pool.query<PlanRow>('SELECT * FROM ledger.plan WHERE account_id = $1', [
      accountId,
    ]);
    return rows[0] && planFromRow(rows[0]);
  }
}

function termsOf(plan: PlanChange | PlanPayment): unknown[] {
  return [plan.accountId, plan.subscriptionId, plan.customerId, plan.cliRecords, plan.priceMicros];
}
