import type { Pool } from 'pg';

/** A charge that a delivery of a deleted saved search may have made. */
export interface ChargeToVoid {
  eventId: string;
  accountId: string;
  savedSearchId: string;
}

/** Charges to void; the database adds them when it deletes a saved search. */
export class ChargeVoidStore {
  constructor(private readonly pool: Pool) {}

  /** Takes up to this many that are due. Each is due again after a pause of 2 seconds, which doubles up to a minute. */
  async claim(limit: number): Promise<ChargeToVoid[]> {
    const { rows } = await this.pool.query<ChargeToVoid>(
      `UPDATE notifier.charge_to_void AS charge
       SET next_at = now() + pause, pause = least(pause * 2, interval '1 minute')
       FROM (SELECT event_id FROM notifier.charge_to_void WHERE next_at <= now()
             ORDER BY next_at LIMIT $1 FOR UPDATE SKIP LOCKED) AS due
       WHERE charge.event_id = due.event_id
       RETURNING charge.event_id AS "eventId", account_id AS "accountId", saved_search_id AS "savedSearchId"`,
      [limit],
    );
    return rows;
  }

  async remove(eventId: string): Promise<void> {
    await this.pool.query('DELETE FROM notifier.charge_to_void WHERE event_id = $1', [eventId]);
  }
}
