import type { Pool } from 'pg';

/** Looks within this time of each other are one visit: a reload shows what the page showed before. */
const SAME_VISIT = '30 minutes';

/** When users last looked at their saved searches. */
export class SavedSearchVisitStore {
  constructor(private readonly pool: Pool) {}

  /** Records a look. @returns when the previous visit ended; undefined for the first. */
  async visit(accountId: string, savedSearchId: string): Promise<Date | undefined> {
    const { rows } = await this.pool.query<{ visited_before_at: Date | null }>(
      `INSERT INTO identity.saved_search_visit AS visit (account_id, saved_search_id, visited_at) VALUES ($1, $2, now())
       ON CONFLICT (account_id, saved_search_id) DO UPDATE SET
         visited_before_at = CASE WHEN visit.visited_at < now() - $3::interval THEN visit.visited_at ELSE visit.visited_before_at END,
         visited_at = now()
       RETURNING visited_before_at`,
      [accountId, savedSearchId, SAME_VISIT],
    );
    return rows[0]!.visited_before_at ?? undefined;
  }

  /** The latest look at each. */
  async list(accountId: string): Promise<{ savedSearchId: string; at: Date }[]> {
    const { rows } = await this.pool.query<{ saved_search_id: string; visited_at: Date }>(
      'SELECT saved_search_id, visited_at FROM identity.saved_search_visit WHERE account_id = $1',
      [accountId],
    );
    return rows.map((row) => ({ savedSearchId: row.saved_search_id, at: row.visited_at }));
  }
}
