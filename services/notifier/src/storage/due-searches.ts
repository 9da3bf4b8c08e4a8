/** The host of `saved_search.webhook_url`, without a port: a name, or an address in brackets. */
const HOST = `lower(substring(webhook_url FROM '://(\\[[^]]*\\]|[^/:?]*)'))`;

/** Queue rows to work on; parameters as in `DeliveryStore.claim`. */
export const dueSearches = (condition: string, limit: string): string =>
  `SELECT saved_search_id, ${HOST} AS host
   FROM notifier.webhook_queue AS waiting JOIN notifier.saved_search USING (saved_search_id)
   WHERE ${condition} AND next_at <= now() AND (lease_until IS NULL OR lease_until < now())
     AND waiting.account_id <> ALL($3::uuid[]) AND (webhook_url IS NULL OR ${HOST} <> ALL($5::text[]))
     AND NOT EXISTS (
       SELECT FROM unnest($6::uuid[], $7::text[]) AS at_shared (account_id, host)
       WHERE at_shared.account_id = waiting.account_id AND at_shared.host = ${HOST})
   ORDER BY next_at LIMIT ${limit} FOR UPDATE OF waiting SKIP LOCKED`;
