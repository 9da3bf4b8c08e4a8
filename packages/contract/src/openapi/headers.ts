import { BUDGET_HEADERS, RECEIPT_HEADER } from '../budgets';
import { REQUEST_ID } from '../forms';
import { DEFAULT_RATE_LIMITS } from '../request-limits';
import type { Reference } from '../json-schema';
import type { Header, Response } from './types';

function headerRef(name: string): Reference {
  return { $ref: `#/components/headers/${name}` };
}

function refs(...names: string[]): NonNullable<Response['headers']> {
  return Object.fromEntries(names.map((name) => [name, headerRef(name)]));
}

/** Part of the description of `X-Records-Remaining`. */
export const REMAINING_WHEN_FREE =
  'On free responses, it may be up to five minutes old, and it is omitted while it is unavailable.';

/** Response headers. */
export const HEADERS: Readonly<Record<string, Header>> = {
  'X-Request-Id': {
    description:
      "On every response. The request's own X-Request-Id if it is 8 to 64 letters, digits, `_`, or `-`, or " +
      'else a new one.',
    schema: { type: 'string', pattern: REQUEST_ID.source },
    example: '0d9c2a63-0b70-4a61-9c39-4f6e9d0b6a11',
  },
  'X-Records-Consumed': {
    description: 'Records that this response cost; 0 for an empty result, a count, or a replay.',
    schema: { type: 'integer', minimum: 0 },
    example: 20,
  },
  'X-Records-Remaining': {
    description:
      'Records that the key can still pay for: free ones and those that the balance pays for, but no more ' +
      'than what is left of its monthly cap, if it has one. ' +
      REMAINING_WHEN_FREE,
    schema: { type: 'integer', minimum: 0 },
    example: 1980,
  },
  [BUDGET_HEADERS.remaining]: {
    description: "Records left in the request's budget, if it has one.",
    schema: { type: 'integer', minimum: 0 },
    example: 980,
  },
  [RECEIPT_HEADER]: {
    description:
      "The receipt of this response, as SEQUENCE.HASH: its place in the account's chain of receipts, and " +
      'the hash of that link. A replay has that of the first response. Not sent to test keys, nor with an empty response of `/changes`.',
    schema: { type: 'string', pattern: '^[1-9][0-9]*\\.[0-9a-f]{64}$' },
    example: '42.5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8',
  },
  'X-RateLimit-Limit': {
    description: 'The limit with the fewest calls left for this kind of request in this UTC minute.',
    schema: { type: 'integer', minimum: 1 },
    example: 300,
  },
  'X-RateLimit-Remaining': {
    description: 'Calls left under that limit.',
    schema: { type: 'integer', minimum: 0 },
    example: 299,
  },
  'X-RateLimit-Reset': {
    description: 'When the minute ends, in seconds since the Unix epoch.',
    schema: { type: 'integer', minimum: 0 },
    example: 1795168920,
  },
  'RateLimit-Policy': {
    description: 'Both limits (q) and their window in seconds (w), as a structured field.',
    schema: { type: 'string' },
    example: `"requests";q=${DEFAULT_RATE_LIMITS.requests};w=60, "searches";q=${DEFAULT_RATE_LIMITS.searches};w=60`,
  },
  RateLimit: {
    description:
      'What is left of both limits (r), and the seconds until the minute ends (t), as a structured field.',
    schema: { type: 'string' },
    example: '"requests";r=599;t=42, "searches";r=299;t=42',
  },
  'Retry-After': {
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 1 },
    example: 42,
  },
  'Idempotency-Replayed': {
    description: '`true` if this is the stored response of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  Location: {
    description: 'The path of the new resource.',
    schema: { type: 'string' },
    example: '/api/v1/saved-searches/019ab3c0-5f2e-7c11-9d55-3f3f8a1b2c4d',
  },
  ETag: {
    description: 'Changes whenever the body does.',
    schema: { type: 'string' },
    example: '"1B2M2Y8AsgTpgAmY7PhCfg1B2M2"',
  },
  Vary: {
    description: 'Responses over 1 KB are compressed for clients that accept gzip.',
    schema: { type: 'string', enum: ['Accept-Encoding'] },
    example: 'Accept-Encoding',
  },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 6750).',
    schema: { type: 'string' },
    example: 'Bearer realm="heliograph"',
  },
  Link: {
    description: 'The status page, which says what works.',
    schema: { type: 'string' },
    example: '<https://app.example.com/status>; rel="status"',
  },
  Allow: { description: 'Allowed methods.', schema: { type: 'string' }, example: 'GET' },
};

/** On every response to an authenticated request. */
export const limitHeaders = refs(
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
);

/** On every successful data response. */
export const recordHeaders = refs('X-Records-Consumed', 'X-Records-Remaining');

export const headerSets = {
  budget: refs(BUDGET_HEADERS.remaining),
  receipt: refs(RECEIPT_HEADER),
  idempotent: refs('Idempotency-Replayed'),
  retryAfter: refs('Retry-After'),
  location: refs('Location'),
  entityTag: refs('ETag', 'Vary'),
  vary: refs('Vary'),
  challenge: refs('WWW-Authenticate'),
  allow: refs('Allow'),
  status: refs('Link'),
  requestId: refs('X-Request-Id'),
} as const;
