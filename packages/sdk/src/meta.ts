/** The limit with the fewest calls left for this kind of request in this UTC minute. */
export interface RateLimit {
  limit: number;
  remaining: number;
  /** When this minute ends. */
  resetAt: Date;
}

/** Metadata from a response's headers. */
export interface ResponseMeta {
  /** Quote it when you ask for help. Empty if a proxy removed it. */
  requestId: string;
  /** Records charged for this response: 0 for an empty result, a count, a replay, and anything free. */
  recordsConsumed: number;
  /** Records the credential can still pay for; undefined if the response does not say. */
  recordsRemaining: number | undefined;
  /** Records left in the call's budget; undefined without one. */
  budgetRemaining: number | undefined;
  /** The receipt, `SEQUENCE.HASH`, also of a count, for 0 records; undefined for test keys. */
  receipt: string | undefined;
  /** Whether this is the stored response to an earlier request with the same Idempotency-Key, which is free. */
  replayed: boolean;
  rateLimit: RateLimit | undefined;
  /** The request's Idempotency-Key, if it had one. */
  idempotencyKey: string | undefined;
  /** How many times the request was sent to get this response: 1 without retries. */
  attempts: number;
}

/** Reads a response's headers. An absent or non-numeric header counts as absent. */
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

/** A header's value as a non-negative integer; undefined if it is not one. */
export function wholeNumber(value: string | null): number | undefined {
  return value !== null && /^[0-9]{1,15}$/.test(value) ? Number(value) : undefined;
}
