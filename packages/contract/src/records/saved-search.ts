import { enveloped, TIMESTAMP, record, schemaRef, TEXT } from '../json-schema';
import {
  DELIVERY_PAGE,
  DELIVERY_STATES,
  SAVED_SEARCH,
  SAVED_SEARCH_STATES,
  WEBHOOK_SECRET,
} from '../saved-searches';

const MAXIMUM_A_DAY = {
  type: 'integer',
  minimum: 1,
  maximum: SAVED_SEARCH.recordsPerDay,
  description: 'Records that its webhook may cost per UTC day; unlimited by default.',
} as const;

const NAME = {
  type: 'string',
  minLength: 1,
  maxLength: SAVED_SEARCH.nameLength,
  description: 'Not blank, without invisible characters.',
} as const;

const HTTP_STATUS = { type: 'integer', minimum: 100, maximum: 599 } as const;

export const savedSearchSchemas = {
  SavedSearchResponse: enveloped(schemaRef('SavedSearch')),
  SavedSearchList: enveloped(
    record(['items', 'nextCursor'], {
      items: { type: 'array', maxItems: SAVED_SEARCH.maximum, items: schemaRef('SavedSearch') },
      nextCursor: { type: ['string', 'null'], description: 'Null: all of them are on one page.' },
    }),
  ),
  SavedSearch: record(
    ['id', 'name', 'query', 'state', 'createdAt'],
    {
      id: TEXT,
      name: TEXT,
      query: schemaRef('SavedQuery'),
      webhook: schemaRef('Webhook'),
      maxRecordsPerDay: MAXIMUM_A_DAY,
      state: {
        type: 'string',
        enum: SAVED_SEARCH_STATES,
        description:
          '`failing`: the webhook accepted nothing for three days, or answered 410; see `failure`. ' +
          '`waiting_for_records`: matches wait for records of the account, or for the next UTC day.',
      },
      failure: schemaRef('WebhookFailure'),
      createdAt: TIMESTAMP,
    },
    'A saved search. Absent values are omitted.',
  ),
  SavedQuery: {
    type: 'object',
    additionalProperties: true,
    properties: {},
    description: 'Filters and words of `GET /signals` by name; values as in a URL.',
  },
  Webhook: record(['url'], {
    url: { type: 'string', maxLength: SAVED_SEARCH.urlLength },
    secret: {
      type: 'string',
      pattern: WEBHOOK_SECRET.source,
      description: 'The key that signs deliveries; only in the response that creates or rotates it.',
    },
    previousSecretUntil: {
      ...TIMESTAMP,
      description: 'Until then the previous secret signs as well.',
    },
  }),
  WebhookFailure: record(['at', 'reason'], { at: TIMESTAMP, status: HTTP_STATUS, reason: TEXT }),
  DeliveryList: enveloped(
    record(['items', 'nextCursor'], {
      items: { type: 'array', maxItems: DELIVERY_PAGE.maximum, items: schemaRef('Delivery') },
      nextCursor: { type: ['string', 'null'], description: 'null on the last page.' },
    }),
  ),
  DeliveryResponse: enveloped(schemaRef('Delivery')),
  Delivery: record(
    ['id', 'at', 'items', 'attempts', 'state'],
    {
      id: { type: 'string', description: 'The `webhook-id`.' },
      at: { ...TIMESTAMP, description: 'When it was created.' },
      items: { type: 'integer', minimum: 0, description: 'Number of signals in it.' },
      attempts: { type: 'integer', minimum: 0 },
      state: { type: 'string', enum: DELIVERY_STATES },
      lastAttempt: schemaRef('DeliveryAttempt'),
      nextAttemptAt: TIMESTAMP,
      test: { type: 'boolean', description: 'A test of the webhook.' },
    },
    'An event that was sent to a webhook, or will be. Absent values are omitted.',
  ),
  DeliveryAttempt: record(['at'], {
    at: TIMESTAMP,
    status: HTTP_STATUS,
    failure: { type: 'string', description: 'Why it failed, if it did.' },
  }),
  ReplayResponse: enveloped(
    record(['deliveries'], {
      deliveries: { type: 'integer', minimum: 0, description: 'Number of deliveries that are sent again.' },
    }),
  ),
};

/** Request bodies for saved searches. */
export const savedSearchRequestSchemas = {
  SavedSearchInput: {
    ...record(['name', 'query'], {
      name: NAME,
      query: schemaRef('SavedQuery'),
      webhook: { ...schemaRef('WebhookRequest') },
      maxRecordsPerDay: MAXIMUM_A_DAY,
    }),
    additionalProperties: false,
  },
  SavedSearchChange: {
    ...record(
      [],
      {
        name: NAME,
        query: schemaRef('SavedQuery'),
        webhook: { anyOf: [schemaRef('WebhookRequest'), { type: 'null' }] },
        maxRecordsPerDay: { ...MAXIMUM_A_DAY, type: ['integer', 'null'] },
      },
      'Only members in the body change; null removes one. A query is replaced as a whole.',
    ),
    additionalProperties: false,
  },
  WebhookRequest: {
    ...record(['url'], {
      url: {
        type: 'string',
        maxLength: SAVED_SEARCH.urlLength,
        description: 'Begins with https://, uses port 443 or one from 1024 up, and has a public address.',
      },
    }),
    additionalProperties: false,
  },
  ReplayRequest: {
    ...record(['since'], { since: { ...TIMESTAMP, description: 'At most 30 days ago.' } }),
    additionalProperties: false,
  },
};

export const SAVED_SEARCH_EXAMPLE = {
  data: {
    id: '019ab3c0-5f2e-7c11-9d55-3f3f8a1b2c4d',
    name: 'Funding in Germany',
    query: { q: 'raises', country: 'Germany' },
    webhook: { url: 'https://example.com/hooks/signals' },
    maxRecordsPerDay: 500,
    state: 'active',
    createdAt: '2026-11-23T08:15:00.000Z',
  },
} as const;

export const createdSavedSearchExample = {
  data: {
    ...SAVED_SEARCH_EXAMPLE.data,
    webhook: {
      ...SAVED_SEARCH_EXAMPLE.data.webhook,
      secret: 'whsec_ZXhhbXBsZSBzZWNyZXQgb2YgMzIgYnl0ZXMsIG5vdCByZWFs',
    },
  },
} as const;

export const savedSearchListExample = { data: { items: [SAVED_SEARCH_EXAMPLE.data], nextCursor: null } };

export const DELIVERY_EXAMPLE = {
  data: {
    id: '019ab3c4-0a77-7a52-8d1f-5b0c2f3f6c21',
    at: '2026-11-23T08:20:04.120Z',
    items: 3,
    attempts: 1,
    state: 'delivered',
    lastAttempt: { at: '2026-11-23T08:20:04.310Z', status: 204 },
  },
} as const;
