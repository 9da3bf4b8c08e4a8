import type { Pool } from 'pg';
import type { SecretBox } from '../secrets/secret-box';

const BATCH = 200;

interface SealedRow {
  saved_search_id: string;
  secret: Buffer;
  previous_secret: Buffer | null;
}

/**
 * Re-encrypts with the current key what the previous one encrypted. If the process dies midway, finished rows stay
 * done, and the next start continues. A row whose secret is rotated meanwhile is left alone.
 *
 * @returns how many rows were changed.
 */
export async function reencryptSecrets(pool: Pool, box: SecretBox): Promise<number> {
  let changed = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await pool.query<SealedRow>(
      `SELECT saved_search_id, secret, previous_secret FROM notifier.saved_search
       WHERE saved_search_id > $1 AND secret IS NOT NULL
         AND (substr(secret, 1, $2) <> $3 OR substr(previous_secret, 1, $2) <> $3)
       ORDER BY saved_search_id LIMIT $4`,
      [after, box.prefix.length, box.prefix, BATCH],
    );
    for (const { saved_search_id: id, secret, previous_secret: previous } of rows) {
      const again = (sealed: Buffer) => box.seal(box.open(sealed, id), id);
      const { rowCount } = await pool.query(
        `UPDATE notifier.saved_search SET secret = $3, previous_secret = $4
         WHERE saved_search_id = $1 AND secret = $2`,
        [id, secret, again(secret), previous && again(previous)],
      );
      changed += rowCount ?? 0;
    }
    if (rows.length < BATCH) return changed;
    after = rows.at(-1)!.saved_search_id;
  }
}
