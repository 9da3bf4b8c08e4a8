import { IDEMPOTENCY_HOURS } from './forms';
import type { HelperParameterRow } from './search/helper-parameter';

/** Limits of saved searches (docs/guide/saved-searches.md). Lengths are in characters. */
export const SAVED_SEARCH = {
  /** Per account; test keys have the same number of their own. */
  maximum: 50,
  nameLength: 100,
  urlLength: 2_000,
  /** Records per UTC day. */
  recordsPerDay: 1_000_000,
  /** Bytes of a request. */
  bodyBytes: 65_536,
  /** How long the previous secret still signs after a rotation. */
  secretOverlapHours: 24,
  /** How long a create request's key prevents duplicates. */
  idempotencyHours: IDEMPOTENCY_HOURS,
} as const;

/** States of a saved search: what happens to its matches. */
export const SAVED_SEARCH_STATES = ['active', 'failing', 'waiting_for_records'] as const;
export type SavedSearchState = (typeof SAVED_SEARCH_STATES)[number];

export const DELIVERY_STATES = ['waiting_for_records', 'pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A webhook's secret, as Standard Webhooks writes it: base64 of 24 to 64 bytes. */
export const WEBHOOK_SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/;

/** Ids of saved searches and deliveries: UUIDv7 in lower case. */
export const SAVED_SEARCH_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** How long deliveries are kept and can be replayed. */
export const REPLAY_DAYS = 30;

/** Deliveries per page. */
export const DELIVERY_PAGE = { default: 50, maximum: 100 } as const;

/** Query parameters of the list of deliveries. */
export const DELIVERY_PARAMETERS = {
  limit: {
    kind: 'integer',
    minimum: 1,
    maximum: DELIVERY_PAGE.maximum,
    default: DELIVERY_PAGE.default,
    description: 'Deliveries per page.',
  },
  cursor: {
    kind: 'text',
    maximum: 100,
    description: '`nextCursor` of the previous page.',
  },
} as const satisfies Record<string, HelperParameterRow>;
