import { quantity } from './quantity';

export const MAXIMUM_BUDGET_ID_LENGTH = 64;
/** Values of the header `X-Budget-Id` (docs/published-interface.md, 12). */
export const BUDGET_ID = new RegExp(`^[A-Za-z0-9_-]{1,${MAXIMUM_BUDGET_ID_LENGTH}}$`);
/** The same rule, in words. */
export const BUDGET_ID_RULE = `1 to ${MAXIMUM_BUDGET_ID_LENGTH} letters, digits, underscores, or hyphens`;

/** The largest value of `X-Budget-Records` and of `X-Max-Records`. */
export const MAXIMUM_BUDGET_RECORDS = 1_000_000;
/** The smallest value of `X-Budget-Records`. */
export const MINIMUM_BUDGET_RECORDS = 1;

/** What a number of records in a cost bound must be, in words. */
export const boundRule = (minimum: number): string =>
  `a whole number from ${minimum} to ${MAXIMUM_BUDGET_RECORDS}`;

/** How long a record counts against a budget. */
export const BUDGET_DAYS = 30;

/** The headers that bound a request's cost, and the response header that says what is left of its budget. */
export const BUDGET_HEADERS = {
  maximum: 'X-Max-Records',
  id: 'X-Budget-Id',
  records: 'X-Budget-Records',
  remaining: 'X-Budget-Remaining',
} as const;

/** The response header that names this charge's link in the account's chain: `SEQUENCE.HASH`. */
export const RECEIPT_HEADER = 'X-Receipt';

/** The start of a refusal: "This response costs 25 records". */
export const costText = (records: number): string => `This response costs ${quantity(records, 'record')}`;

/** Why a response over the request's maximum cost is refused. */
export function overMaximumText(records: number, maximum: number): string {
  const advice = maximum > 0 ? `Ask for at most ${maximum} with "limit", or raise it.` : 'Raise it.';
  return `${costText(records)}, and ${BUDGET_HEADERS.maximum} allows ${maximum}. ${advice}`;
}
