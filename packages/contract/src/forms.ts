/** Ids of signals: decimal digits without leading zeros, at most 19. */
export const SIGNAL_ID = /^[1-9][0-9]{0,18}$/;

/** Slugs of companies; anything else matches no company. */
export const COMPANY_SLUG = /^[a-z0-9][a-z0-9._-]{0,179}$/;
export const MAXIMUM_SLUG_LENGTH = 180;

/** Prefix of API keys. */
export const API_KEY_PREFIX = 'hg_live_';
/** Prefix of test keys, which read the test corpus and cost nothing. */
export const TEST_KEY_PREFIX = 'hg_test_';
export const isTestKey = (key: string): boolean => key.startsWith(TEST_KEY_PREFIX);

/** Values of the header `Idempotency-Key` (docs/published-interface.md, 7). */
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{8,128}$/;
export const IDEMPOTENCY_KEY_RULE = '8 to 128 letters, digits, underscores, or hyphens';
/** How long the first success under a key is replayed. */
export const IDEMPOTENCY_HOURS = 24;

/** Values of the header `X-Request-Id` accepted from a client. */
export const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** A UTC calendar month. */
export const MONTH = /^[0-9]{4}-(0[1-9]|1[0-2])$/;

/** A text that is not only white space. */
export const NOT_BLANK = /\S/;

/**
 * The earliest activity date that `dateFrom` and `dateTo` accept, unless the operator chose another
 * (docs/published-interface.md, 3.3).
 */
export const EARLIEST_ACTIVITY_DATE = '2026-08-30';

/**
 * Characters that are invisible in a name or make it look like another: control and format characters (bidirectional,
 * zero-width), line separators, fillers, lone surrogates, and U+FFFD, which surrogates become in transit. For a
 * character class with the `u` flag.
 */
export const HIDDEN_IN_NAMES = String.raw`\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\ufffd`;
