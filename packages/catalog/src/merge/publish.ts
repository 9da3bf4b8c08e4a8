import type { Pool } from 'pg';
import { BitmapChanges } from './bitmaps';
import { inWriteTransaction } from './transaction';

/** Signals marked in one transaction; keeps the locks short. */
const publishedAtOnce = 5000;

/**
 * Takes the signals whose time has come into the indexes of the published. Searches find them at their second also without, only slower when
 * there are many; so this may run late, be killed or not run at all.
 * @returns how many signals were marked
 */
export async function publishDueSignals(pool: Pool): Promise<number> {
  const client = await pool.connect();
  try {
    let total = 0;
    for (;;) {
      const { count } = await inWriteTransaction(client, async (state) => {
        const { rows } = await client.query<{ id: string; ordinal: number; day: string; lexemes: string[] }>(
          `UPDATE catalog.signal SET pending = false
           WHERE id IN (SELECT id FROM catalog.signal WHERE pending AND published_at <= now() ORDER BY published_at LIMIT ${publishedAtOnce})
           RETURNING id::text, ordinal, activity_date::text AS day, tsvector_to_array(lexemes) AS lexemes`,
        );
        if (rows.length === 0) return { count: 0, changed: false };
        await client.query('UPDATE catalog.signal_document SET version = $2 WHERE id = ANY($1::numeric[])', [
          rows.map((row) => row.id),
          state.version,
        ]);
        const bitmaps = await BitmapChanges.load(client);
        for (const row of rows) bitmaps.add(row.ordinal, row.day, row.lexemes);
        await bitmaps.apply(client);
        return { count: rows.length, changed: true };
      });
      total += count;
      if (count < publishedAtOnce) return total;
    }
  } finally {
    client.release();
  }
}
