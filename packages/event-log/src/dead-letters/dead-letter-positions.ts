import { inTransaction } from '@heliograph/postgres';
import { escapeIdentifier, type Pool } from 'pg';

/**
 * The position up to which a topic's dead letters were sent back, in the table `dead_letter_position (topic text
 * PRIMARY KEY, position text, moved_at timestamptz)` of the service's own schema.
 */
export class DeadLetterPositions {
  private readonly table: string;

  constructor(
    private readonly pool: Pool,
    private readonly schema: string,
  ) {
    this.table = `${escapeIdentifier(schema)}.dead_letter_position`;
  }

  /** A position in the event log; undefined if none was sent back yet. */
  async read(topic: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ position: string }>(
      `SELECT position FROM ${this.table} WHERE topic = $1`,
      [topic],
    );
    return rows[0]?.position;
  }

  /**
   * Moves the position past what `work` has processed; meanwhile no other process can move it.
   *
   * @param work its `position` is stored once it resolves; undefined keeps the old one.
   */
  async move<Result extends { position: string | undefined }>(
    topic: string,
    work: (position: string | undefined) => Promise<Result>,
  ): Promise<Result> {
    return inTransaction(this.pool, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `${this.schema}.dead_letter_position ${topic}`,
      ]);
      const { rows } = await client.query<{ position: string }>(
        `SELECT position FROM ${this.table} WHERE topic = $1`,
        [topic],
      );
      const result = await work(rows[0]?.position);
      // If the process dies before the commit, the same messages are sent back again, which idempotent consumers
      // tolerate.
      if (result.position !== undefined) {
        await client.query(
          `INSERT INTO ${this.table} (topic, position, moved_at) VALUES ($1, $2, now())
           ON CONFLICT (topic) DO UPDATE SET position = excluded.position, moved_at = excluded.moved_at`,
          [topic, result.position],
        );
      }
      return result;
    });
  }
}
