import type { Pool } from 'pg';

interface FinishedReconciliation {
  /** `YYYY-MM` */
  month: string;
  differences: number;
  finishedAt: Date;
}

/** The latest scheduled reconciliations, shared by all members of the group. */
export class ReconciliationStore {
  constructor(private readonly pool: Pool) {}

  /**
   * Whether this member should reconcile a month now: no member has started to, or renewed that, within the interval. If
   * that member dies, another one follows after the interval. A start further in the future is from before the
   * database's clock went back.
   */
  async begin(month: string, intervalMs: number): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `INSERT INTO metering.reconciliation AS latest (month, started_at) VALUES ($1, now())
       ON CONFLICT (month) DO UPDATE SET started_at = excluded.started_at
       WHERE latest.started_at <= now() - make_interval(secs => $2 / 1000.0)
         OR latest.started_at > now() + make_interval(secs => $2 / 1000.0)`,
      [`${month}-01`, intervalMs],
    );
    return rowCount === 1;
  }

  /** Keeps other members from starting while this one makes progress. */
  async renew(month: string): Promise<void> {
    await this.pool.query('UPDATE metering.reconciliation SET started_at = now() WHERE month = $1', [
      `${month}-01`,
    ]);
  }

  async finish(month: string, differences: bigint): Promise<void> {
    await this.pool.query(
      'UPDATE metering.reconciliation SET finished_at = now(), differences = $2 WHERE month = $1',
      [`${month}-01`, differences],
    );
  }

  /** Each month's latest finished reconciliation, newest month first. */
  async finished(months: readonly string[]): Promise<FinishedReconciliation[]> {
    const { rows } = await this.pool.query<{ month: string; differences: string; finished_at: Date }>(
      `SELECT to_char(month, 'YYYY-MM') AS month, differences, finished_at
       FROM metering.reconciliation WHERE month = ANY($1::date[]) AND finished_at IS NOT NULL
       ORDER BY reconciliation.month DESC`,
      [months.map((month) => `${month}-01`)],
    );
    return rows.map((row) => ({
      month: row.month,
      differences: Number(row.differences),
      finishedAt: row.finished_at,
    }));
  }
}
