/** Bounds of saved searches (docs/guide/saved-searches.md). Lengths are in characters. */
export const SAVED_SEARCH = {
  /** Of an account; test keys have as many of their own. */
  maximum: 50,
  nameLength: 100,
  urlLength: 2_000,
  /** Records in a UTC day. */
  recordsPerDay: 1_000_000,
  /** Bytes of a request. */
  bodyBytes: 65_536,
  /** How long a secret still signs after it was rotated. */
  secretOverlapHours: 24,
  /** How long the key of a creation protects from doing it again. */
  idempotencyHours: 24,
} as const;

/** What becomes of what matches. */
export const SAVED_SEARCH_STATES = ['active', 'failing', 'waiting_for_records'] as const;
export type SavedSearchState = (typeof SAVED_SEARCH_STATES)[number];

/** What becomes of a delivery. */
export const DELIVERY_STATES = ['waiting_for_records', 'pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The secret of a webhook, as Standard Webhooks writes it: base64 of 24 to 64 bytes. */
export const WEBHOOK_SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/;

/** Ids of saved searches and deliveries: UUIDv7 in lower case. */
export const SAVED_SEARCH_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
