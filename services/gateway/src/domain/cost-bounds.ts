import type { IncomingHttpHeaders } from 'node:http';
import {
  boundRule,
  BUDGET_HEADERS,
  BUDGET_ID,
  BUDGET_ID_RULE,
  MAXIMUM_BUDGET_RECORDS,
  MINIMUM_BUDGET_RECORDS,
} from '@heliograph/contract';
import type { RequestFault } from '@heliograph/signal-search';

/** What a request lets its answer cost. */
export interface CostBounds {
  /** Records; undefined for no bound. */
  maximumRecords: number | undefined;
  /** What its account lets be charged under an id within the budget's window; undefined without a budget. */
  budget: { id: string; records: number } | undefined;
}

/** Without leading zeros, as `limit` is read. */
const WHOLE_NUMBER = /^(?:0|[1-9][0-9]{0,6})$/;

/**
 * The bounds that a request's headers set. One that is malformed, empty, given more than once (which Node joins by commas), or half of
 * a budget is a fault of the request: who sends it means to be protected.
 */
export function readCostBounds(headers: IncomingHttpHeaders, faults: RequestFault[]): CostBounds {
  const read = <Value>(name: string, parse: (text: string) => Value | undefined, rule: string) => {
    const text = headers[name.toLowerCase()];
    if (text === undefined) return undefined;
    const value = typeof text === 'string' ? parse(text) : undefined;
    if (value === undefined) faults.push(faultOf(name, `must be ${rule}, given once`));
    return { value };
  };
  const readRecords = (name: string, minimum: number) =>
    read(name, (text) => wholeNumber(text, minimum), boundRule(minimum));
  const maximum = readRecords(BUDGET_HEADERS.maximum, 0);
  const id = read(BUDGET_HEADERS.id, (text) => (BUDGET_ID.test(text) ? text : undefined), BUDGET_ID_RULE);
  const records = readRecords(BUDGET_HEADERS.records, MINIMUM_BUDGET_RECORDS);
  if (id && !records) faults.push(missing(BUDGET_HEADERS.records, BUDGET_HEADERS.id));
  if (records && !id) faults.push(missing(BUDGET_HEADERS.id, BUDGET_HEADERS.records));
  const hasBudget = id?.value !== undefined && records?.value !== undefined;
  return {
    maximumRecords: maximum?.value,
    budget: hasBudget ? { id: id.value!, records: records.value! } : undefined,
  };
}

function wholeNumber(text: string, minimum: number): number | undefined {
  if (!WHOLE_NUMBER.test(text)) return undefined;
  const value = Number(text);
  return value >= minimum && value <= MAXIMUM_BUDGET_RECORDS ? value : undefined;
}

const missing = (name: string, other: string) => faultOf(name, `must be given with ${other}`);

function faultOf(parameter: string, message: string): RequestFault {
  return { code: 'invalid_parameter', parameter, message };
}
