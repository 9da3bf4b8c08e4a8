import type { Pool } from 'pg';
import { BUDGET_WINDOW_SECONDS } from '../domain/budget';

/** What was charged under budgets; charges write it (see migrations/0009_budgets.sql). */
export class BudgetStore {
  constructor(private readonly pool: Pool) {}

  /** Records charged under a budget's id within the window; 0 for an unknown one. */
  async readUsed(accountId: string, budgetId: string): Promise<bigint> {
    const { rows } = await this.pool.query<{ used: string }>(
      'SELECT ledger.budget_used($1, $2, now(), make_interval(secs => $3)) AS used',
      [accountId, budgetId, BUDGET_WINDOW_SECONDS],
    );
    return BigInt(rows[0]!.used);
  }

  /** Removes up to `limit` expired hours; returns how many. */
  async removeOld(limit: number): Promise<number> {
    const { rows } = await this.pool.query<{ removed: number }>(
      'SELECT ledger.remove_budget_hours(make_interval(secs => $1), $2) AS removed',
      [BUDGET_WINDOW_SECONDS, limit],
    );
    return rows[0]?.removed ?? 0;
  }
}
