import type { Pool } from 'pg';

/** The latest scheduled reconciliations, for all members of the group. */
export class ReconciliationStore {
  constructor(private readonly pool: Pool) {}

  /**
   * Whether this member should reconcile a month now: no member has started to within the interval. If that one dies,
   * another follows after the interval.
   */
  async begin(month: string, intervalMs: number): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `INSERT INTO metering.reconciliation AS latest (month, started_at) VALUES ($1, now())
       ON CONFLICT (month) DO UPDATE SET started_at = excluded.started_at
       WHERE latest.started_at <= now() - make_interval(secs => $2 / 1000.0)`,
      [`${month}-01`, intervalMs],
    );
    return rowCount === 1;
  }

  async finish(month: string, differences: bigint): Promise<void> {
    await this.pool.query(
      'UPDATE metering.reconciliation SET finished_at = now(), differences = $2 WHERE month = $1',
      [`${month}-01`, differences],
    );
  }

  /** Differences by month (where known), and when one of them was last reconciled. */
  async latest(
    months: readonly string[],
  ): Promise<{ differences: Map<string, number>; finishedAtSeconds: number | undefined }> {
    const { rows } = await this.pool.query<{ month: string; differences: string; finished: number }>(
      `SELECT to_char(month, 'YYYY-MM') AS month, differences, extract(epoch FROM finished_at)::float8 AS finished
       FROM metering.reconciliation WHERE month = ANY($1::date[]) AND finished_at IS NOT NULL`,
      [months.map((month) => `${month}-01`)],
    );
    return {
      differences: new Map(rows.map((row) => [row.month, Number(row.differences)])),
      finishedAtSeconds: rows.length > 0 ? Math.max(...rows.map((row) => row.finished)) : undefined,
    };
  }
}
