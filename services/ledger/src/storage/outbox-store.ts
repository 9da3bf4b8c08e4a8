import type { Pool } from 'pg';

/** Counting stops here: a full count would be slowest when it matters most. */
const COUNTED_ROWS = 100_000;

/** How much is waiting to be published. */
export class OutboxStore {
  constructor(private readonly pool: Pool) {}

  /** Waiting rows, at most {@link COUNTED_ROWS}. */
  async countRows(): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM (SELECT FROM ledger.outbox LIMIT $1) AS waiting',
      [COUNTED_ROWS],
    );
    return rows[0]?.count ?? 0;
  }

  /** All waiting rows, counted exactly, and the age of the oldest in milliseconds; undefined without one. */
  async readStatus(): Promise<{ pending: bigint; oldestAgeMs: bigint | undefined }> {
    const { rows } = await this.pool.query<{ pending: string }>(
      'SELECT count(*) AS pending FROM ledger.outbox',
    );
    const pending = BigInt(rows[0]!.pending);
    if (pending === 0n) return { pending, oldestAgeMs: undefined };
    return { pending, oldestAgeMs: BigInt(Math.round((await this.oldestAgeSeconds()) * 1000)) };
  }

  /** Age of the oldest waiting row, in seconds; 0 without one. */
  async oldestAgeSeconds(): Promise<number> {
    const { rows } = await this.pool.query<{ seconds: number }>(
      `SELECT extract(epoch FROM clock_timestamp() - created_at)::float8 AS seconds
       FROM ledger.outbox ORDER BY position LIMIT 1`,
    );
    return Math.max(0, rows[0]?.seconds ?? 0);
  }
}
