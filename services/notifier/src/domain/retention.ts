/** How long matches, deliveries, and emails are kept. */
export const RETENTION_DAYS = 30;
