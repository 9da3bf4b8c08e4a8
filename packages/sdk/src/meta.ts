/** The tightest limit for this kind of request in this UTC minute. */
export interface RateLimit {
  limit: number;
  remaining: number;
  /** When the minute ends. */
  resetAt: Date;
}

/** What the headers of an answer say. */
export interface ResponseMeta {
  /** Quote it when you ask for help. Empty when something between has taken it away. */
  requestId: string;
  /** Records that this answer cost: 0 for an empty result, a count, a replay, and for what is free. */
  recordsConsumed: number;
  /** Records that the credential can still pay for; undefined on answers that do not say. */
  recordsRemaining: number | undefined;
  /** Records that the call's budget leaves; undefined without one. */
  budgetRemaining: number | undefined;
  /** The receipt of this answer, `SEQUENCE.HASH`; undefined where nothing is charged, and to test keys. */
  receipt: string | undefined;
  /** Whether this is the stored answer of an earlier request with the same Idempotency-Key: free of charge. */
  replayed: boolean;
  rateLimit: RateLimit | undefined;
  /** The Idempotency-Key that the request was sent with, if it had one. */
  idempotencyKey: string | undefined;
  /** How often the request was sent until this answer came: 1 without a retry. */
  attempts: number;
}

/** Reads the headers of an answer. A header that is absent or no number counts as not said. */
export function readMeta(
  headers: Headers,
  request: { idempotencyKey: string | undefined; attempts: number },
): ResponseMeta {
  return {
    requestId: headers.get('x-request-id') ?? '',
    recordsConsumed: wholeNumber(headers.get('x-records-consumed')) ?? 0,
    recordsRemaining: wholeNumber(headers.get('x-records-remaining')),
    budgetRemaining: wholeNumber(headers.get('x-budget-remaining')),
    receipt: headers.get('x-receipt') ?? undefined,
    replayed: headers.get('idempotency-replayed') === 'true',
    rateLimit: readRateLimit(headers),
    idempotencyKey: request.idempotencyKey,
    attempts: request.attempts,
  };
}

function readRateLimit(headers: Headers): RateLimit | undefined {
  const limit = wholeNumber(headers.get('x-ratelimit-limit'));
  const remaining = wholeNumber(headers.get('x-ratelimit-remaining'));
  const reset = wholeNumber(headers.get('x-ratelimit-reset'));
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined;
  return { limit, remaining, resetAt: new Date(reset * 1000) };
}

/** A header's whole number, or undefined. */
export function wholeNumber(value: string | null): number | undefined {
  return value !== null && /^[0-9]{1,15}$/.test(value) ? Number(value) : undefined;
}
