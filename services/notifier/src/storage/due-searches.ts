/**
 * Queue rows to work on; parameters as in `DeliveryStore.claim`. Reads nothing but the queue, and compares pairs of
 * account and host as one text, which PostgreSQL hashes: it may pass over thousands of rows at a host that hangs.
 */
export const dueSearches = (condition: string, limit: string): string =>
  `SELECT saved_search_id FROM notifier.webhook_queue
   WHERE ${condition} AND next_at <= now() AND (lease_until IS NULL OR lease_until < now())
     AND account_id <> ALL($3::uuid[])
     AND (host IS NULL OR host <> ALL($5::text[]) AND account_id || ' ' || host <> ALL($6::text[]))
   ORDER BY next_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
