/** What to do when the day's test records run out. */
export const WITHOUT_TEST_RECORDS = 'use a live key, or wait until midnight UTC';

/** The header with which a test key requests an outcome. */
export const TEST_OUTCOME_HEADER = 'X-Test-Outcome';

/** The outcomes it can request. */
export const TEST_OUTCOMES = {
  insufficient_records: 'the 402 response for an account with no records left',
  rate_limited: 'a 429 with `Retry-After`',
  unavailable: 'a 503 with `Retry-After`',
  internal: 'a 500',
  slow: 'the normal response after three seconds, with an `Idempotency-Key` in progress until then',
} as const;

export type TestOutcome = keyof typeof TEST_OUTCOMES;

export const TEST_OUTCOME_NAMES = Object.keys(TEST_OUTCOMES) as TestOutcome[];

/** How long `slow` takes. */
export const SLOW_TEST_MS = 3_000;
