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

/** Headers by which a request bounds what it may cost. */
export const costBounds: Readonly<Record<string, Parameter>> = {
  MaxRecords: {
    name: BUDGET_HEADERS.maximum,
    in: 'header',
    required: false,
    description:
      'The most that this answer may cost. One that costs more is 402 `budget_reached`, and nothing is charged.',
    schema: { type: 'integer', minimum: 0, maximum: MAXIMUM_BUDGET_RECORDS },
    example: 50,
  },
  BudgetId: {
    name: BUDGET_HEADERS.id,
    in: 'header',
    required: false,
    description: `A name of your own for a budget, which all keys and sessions of the account share. Goes with \`${BUDGET_HEADERS.records}\`.`,
    schema: { type: 'string', pattern: BUDGET_ID.source, minLength: 1, maxLength: MAXIMUM_BUDGET_ID_LENGTH },
    example: 'nightly-sync',
  },
  BudgetRecords: {
    name: BUDGET_HEADERS.records,
    in: 'header',
    required: false,
    description:
      `The most records that may be charged under the budget's id in the last ${BUDGET_DAYS} days, with those of this answer. An answer ` +
      'beyond it is 402 `budget_reached`, and nothing is charged, also of parallel requests. Each request is judged by its own number.',
    schema: { type: 'integer', minimum: MINIMUM_BUDGET_RECORDS, maximum: MAXIMUM_BUDGET_RECORDS },
    example: 1000,
  },
};

/** References to them, for an operation that costs records. */
export const costBoundRefs: readonly Reference[] = Object.keys(costBounds).map((name) => ({
  $ref: `#/components/parameters/${name}`,
}));
