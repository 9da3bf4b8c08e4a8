import {
  BUDGET_DAYS,
  BUDGET_HEADERS,
  BUDGET_ID,
  MAXIMUM_BUDGET_ID_LENGTH,
  MAXIMUM_BUDGET_RECORDS,
  MINIMUM_BUDGET_RECORDS,
} from '../budgets';
import type { Reference } from '../json-schema';
import type { Parameter } from './types';

/** Headers that bound a request's cost. */
export const costBounds: Readonly<Record<string, Parameter>> = {
  MaxRecords: {
    name: BUDGET_HEADERS.maximum,
    in: 'header',
    required: false,
    description:
      'The most that this response may cost. One that costs more gets 402 `budget_reached`, and nothing is ' +
      'charged.',
    schema: { type: 'integer', minimum: 0, maximum: MAXIMUM_BUDGET_RECORDS },
    example: 50,
  },
  BudgetId: {
    name: BUDGET_HEADERS.id,
    in: 'header',
    required: false,
    description: `Your name for a budget that all keys and sessions of the account share. Requires \`${BUDGET_HEADERS.records}\`.`,
    schema: { type: 'string', pattern: BUDGET_ID.source, minLength: 1, maxLength: MAXIMUM_BUDGET_ID_LENGTH },
    example: 'nightly-sync',
  },
  BudgetRecords: {
    name: BUDGET_HEADERS.records,
    in: 'header',
    required: false,
    description:
      `The most records that may be charged under the budget's id in the last ${BUDGET_DAYS} days, ` +
      'including this response. A response beyond it gets 402 `budget_reached`, and nothing is charged; ' +
      'parallel requests count too. Each request is checked against its own number.',
    schema: { type: 'integer', minimum: MINIMUM_BUDGET_RECORDS, maximum: MAXIMUM_BUDGET_RECORDS },
    example: 1000,
  },
};

/** References to these headers, for operations that cost records. */
export const costBoundRefs: readonly Reference[] = Object.keys(costBounds).map((name) => ({
  $ref: `#/components/parameters/${name}`,
}));
