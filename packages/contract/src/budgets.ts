/** Values of the header `X-Budget-Id` (docs/published-interface.md, 12). */
export const BUDGET_ID = /^[A-Za-z0-9_-]{1,64}$/;
export const MAXIMUM_BUDGET_ID_LENGTH = 64;

/** The largest value of `X-Budget-Records` and of `X-Max-Records`. */
export const MAXIMUM_BUDGET_RECORDS = 1_000_000;

/** For how long a record counts against a budget. */
export const BUDGET_DAYS = 30;

/** The headers by which a request bounds what it may cost, and the one that says what its budget leaves. */
export const BUDGET_HEADERS = {
  maximum: 'X-Max-Records',
  id: 'X-Budget-Id',
  records: 'X-Budget-Records',
  remaining: 'X-Budget-Remaining',
} as const;
