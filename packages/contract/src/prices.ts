/** Money is in integer micro-dollars. */
export const MICROS_PER_DOLLAR = 1_000_000n;
export const MICROS_PER_CENT = 10_000n;

/** Every account's one-time records, never reset (docs/published-interface.md, 8.5). */
export const ONE_TIME_RECORDS = { api: 100, cli: 500 } as const;

/** Records an account's test keys may read per UTC day; they cost nothing (docs/published-interface.md, 13). */
export const DAILY_TEST_RECORDS = 10_000;

/** Web application searches per UTC month for a free account; they cost no records (8.4). */
export const MONTHLY_WEB_SEARCHES = 10;

/** Price in micro-dollars of a record paid from the prepaid balance (8.6). */
export const MICROS_PER_RECORD = 5_000;

/** How many days an account that paid for a followed signal gets it again for free. */
export const PAID_SIGNAL_DAYS = 30;

/** The smallest and the largest top-up in micro-dollars (8.6). */
export const MINIMUM_TOP_UP_MICROS = 10_000_000n;
export const MAXIMUM_TOP_UP_MICROS = 10_000_000_000n;

/** The largest credit by an operator: a million dollars, so that mistaken units are refused. */
export const MAXIMUM_CREDIT_MICROS = 1_000_000_000_000n;

/** The most command-line records of a subscription's period. */
export const MAXIMUM_SUBSCRIPTION_RECORDS = 1_000_000_000n;

/** Bounds of automatic top-ups, in whole dollars. Their amount has the same bounds as any top-up's. */
export const AUTO_TOP_UP = {
  minimumBelow: 1,
  maximumBelow: 5_000,
  /** The cap limits purchases in a UTC month. */
  maximumMonthlyCap: 50_000,
  /** Purchases of an account within 24 hours, other than canceled ones. */
  perDay: 3,
} as const;

/** The price of a record, for display: "$0.005". */
export const PRICE_OF_RECORD = `$${MICROS_PER_RECORD / Number(MICROS_PER_DOLLAR)}`;
