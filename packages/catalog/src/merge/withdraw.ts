import type { Pool } from 'pg';
import { inWriteTransaction } from './transaction';

/**
 * Withdraws signals permanently: they leave the corpus in one transaction and a later import of the same id does not
 * bring them back. Unknown ids are remembered too.
 * @param ids decimal digits
 * @returns how many of the ids were newly withdrawn
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
      for (const table of ['signal', 'signal_document'])
        await client.query(`DELETE FROM catalog.${table} WHERE id = ANY($1::numeric[])`, [ids]);
      const count = inserted.rowCount ?? 0;
      return { withdrawn: count, changed: count > 0 };
    });
    return withdrawn;
  } finally {
    client.release();
  }
}
