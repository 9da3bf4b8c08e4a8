import type { Pool } from 'pg';

/** Looks this close together are one visit: a reload shows what the page showed before. */
const SAME_VISIT = '30 minutes';

/** When users last looked at their saved searches. */
export class SavedSearchVisitStore {
  constructor(private readonly pool: Pool) {}

  /** Records a look. @returns when the previous visit ended; undefined for the first. */
  async visit(accountId: string, userId: string, savedSearchId: string): Promise<Date | undefined> {
    const { rows } = await this.pool.query<{ visited_before_at: Date | null }>(
      `INSERT INTO identity.user_saved_search_visit AS visit (account_id, user_id, saved_search_id, visited_at)
       VALUES ($1, $2, $3, now())
       ON CONFLICT (account_id, user_id, saved_search_id) DO UPDATE SET
         visited_before_at = CASE WHEN visit.visited_at < now() - $4::interval THEN visit.visited_at ELSE visit.visited_before_at END,
         visited_at = now()
       RETURNING visited_before_at`,
      [accountId, userId, savedSearchId, SAME_VISIT],
    );
    return rows[0]!.visited_before_at ?? undefined;
  }

  /** The user's latest look at each saved search. */
  async list(accountId: string, userId: string): Promise<{ savedSearchId: string; at: Date }[]> {
    const { rows } = await this.pool.query<{ saved_search_id: string; visited_at: Date }>(
      'SELECT saved_search_id, visited_at FROM identity.user_saved_search_visit WHERE account_id = $1 AND user_id = $2',
      [accountId, userId],
    );
    return rows.map((row) => ({ savedSearchId: row.saved_search_id, at: row.visited_at }));
  }
}
