import type { Pool } from 'pg';
import { BitmapChanges } from './bitmaps';
import { inWriteTransaction } from './transaction';

/**
 * Withdraws signals for good: they leave the corpus in one transaction and a later import of the same id does not bring them back. Ids that are
 * not in the corpus are remembered too.
 * @param ids decimal digits
 * @returns how many of the ids were not withdrawn before
 */
export async function withdrawSignals(pool: Pool, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const client = await pool.connect();
  try {
    const { withdrawn } = await inWriteTransaction(client, async (state) => {
      const inserted = await client.query(
        `INSERT INTO catalog.withdrawal (id, version) SELECT DISTINCT i, $2::bigint FROM unnest($1::numeric[]) AS r(i) ON CONFLICT DO NOTHING`,
        [ids, state.version],
      );
      const { rows } = await client.query<{
        ordinal: number;
        pending: boolean;
        day: string;
        lexemes: string[];
      }>(
        `DELETE FROM catalog.signal WHERE id = ANY($1::numeric[])
         RETURNING ordinal, pending, activity_date::text AS day, tsvector_to_array(lexemes) AS lexemes`,
        [ids],
      );
      await client.query('DELETE FROM catalog.signal_document WHERE id = ANY($1::numeric[])', [ids]);
      const bitmaps = await BitmapChanges.load(client);
      for (const row of rows) if (!row.pending) bitmaps.remove(row.ordinal, row.day, row.lexemes);
      await bitmaps.apply(client);
      const count = inserted.rowCount ?? 0;
      return { withdrawn: count, changed: count > 0 };
    });
    return withdrawn;
  } finally {
    client.release();
  }
}
