import type { Pool } from 'pg';

interface RepairState {
  requested: bigint;
  done: bigint;
}

export interface ComparisonSummary {
  missing: number;
  surplus: number;
}

/** Repairs requested by any process, and the result of the last comparison. */
export class RepairStore {
  constructor(private readonly pool: Pool) {}

  async request(): Promise<void> {
    await this.pool.query('UPDATE indexer.repair SET requested = requested + 1');
  }

  async read(): Promise<RepairState> {
    const { rows } = await this.pool.query<{ requested: string; done: string }>(
      'SELECT requested, done FROM indexer.repair',
    );
    return { requested: BigInt(rows[0]!.requested), done: BigInt(rows[0]!.done) };
  }

  /** Records that the requests up to this one are fulfilled. */
  async finish(request: bigint): Promise<void> {
    await this.pool.query('UPDATE indexer.repair SET done = greatest(done, $1)', [request]);
  }

  async saveComparison({ missing, surplus }: ComparisonSummary): Promise<void> {
    await this.pool.query('UPDATE indexer.repair SET missing = $1, surplus = $2, compared_at = now()', [
      missing,
      surplus,
    ]);
  }

  /** Undefined before the first comparison. */
  async lastComparison(): Promise<(ComparisonSummary & { atSeconds: number }) | undefined> {
    const { rows } = await this.pool.query<{ missing: string; surplus: string; at: number }>(
      `SELECT missing, surplus, extract(epoch FROM compared_at)::float8 AS at FROM indexer.repair
       WHERE compared_at IS NOT NULL`,
    );
    const row = rows[0];
    return row && { missing: Number(row.missing), surplus: Number(row.surplus), atSeconds: row.at };
  }
}
