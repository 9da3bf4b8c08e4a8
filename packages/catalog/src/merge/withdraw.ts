import type { Pool } from 'pg';
import { inWriteTransaction } from './transaction';

/**
 * Withdraws signals permanently: they leave the corpus in one transaction, and a later import of the same id does not
 * bring them back. Unknown ids are remembered too.
 *
 * @param ids decimal digits.
 * @returns how many signals left the corpus, and how many newly withdrawn ids it did not have.
 */
export async function withdrawSignals(
  pool: Pool,
  ids: readonly string[],
): Promise<{ withdrawn: number; unknown: number }> {
  if (ids.length === 0) return { withdrawn: 0, unknown: 0 };
  const client = await pool.connect();
  try {
    const { withdrawn, unknown } = await inWriteTransaction(client, async (state) => {
      const inserted = await client.query(
        `INSERT INTO catalog.withdrawal (id, version) SELECT DISTINCT i, $2::bigint FROM unnest($1::numeric[]) AS r(i) ON CONFLICT DO NOTHING`,
        [ids, state.version],
      );
      const remove = (table: string) =>
        client.query(`DELETE FROM catalog.${table} WHERE id = ANY($1::numeric[])`, [ids]);
      const removed = (await remove('signal')).rowCount ?? 0;
      await remove('signal_document');
      const count = inserted.rowCount ?? 0;
      return { withdrawn: removed, unknown: count - removed, changed: count > 0 };
    });
    return { withdrawn, unknown };
  } finally {
    client.release();
  }
}
