import { inTransaction } from '@heliograph/postgres';
import type { Pool } from 'pg';
import type { StatusNotice } from '../domain/status-notice';
import { writeAudit, type Actor } from './audit';
import { noticeFromRow, type NoticeRow } from './mapping';

const COLUMNS = 'text, changed_at';

export class NoticeStore {
  constructor(private readonly pool: Pool) {}

  async read(): Promise<StatusNotice> {
    const { rows } = await this.pool.query<NoticeRow>(`SELECT ${COLUMNS} FROM identity.status_notice`);
    return noticeFromRow(rows[0]!);
  }

  /** Setting the same text changes nothing and is not logged. */
  async set(text: string, actor: Actor): Promise<StatusNotice> {
    return inTransaction(this.pool, async (client) => {
      const before = await client.query<NoticeRow>(
        `SELECT ${COLUMNS} FROM identity.status_notice FOR UPDATE`,
      );
      const from = noticeFromRow(before.rows[0]!);
      if (from.text === text) return from;
      const { rows } = await client.query<NoticeRow>(
        `UPDATE identity.status_notice SET text = $1, changed_at = now() RETURNING ${COLUMNS}`,
        [text],
      );
      await writeAudit(client, actor, { action: 'notice.set', accountId: undefined, detail: { text } });
      return noticeFromRow(rows[0]!);
    });
  }
}
