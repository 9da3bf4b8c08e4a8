import type { IncomingHttpHeaders } from 'node:http';
import {
  boundRule,
  BUDGET_HEADERS,
  BUDGET_ID,
  BUDGET_ID_RULE,
  MAXIMUM_BUDGET_RECORDS,
  MINIMUM_BUDGET_RECORDS,
} from '@heliograph/contract';
import type { RequestIssue } from '@heliograph/signal-search';

/** The cost limits of a request. */
export interface CostBounds {
  /** Maximum records; undefined for no limit. */
  maximumRecords: number | undefined;
  /** Maximum that the account may be charged under an id within the budget's window; undefined without a budget. */
  budget: { id: string; records: number } | undefined;
}

/** Without leading zeros, like `limit`. */
const WHOLE_NUMBER = /^(?:0|[1-9][0-9]{0,6})$/;

/**
 * The cost limits in a request's headers. A malformed, empty, or repeated header (which Node joins with commas), or
 * half a budget, is an issue of the request: the sender wanted protection.
 */
export function readCostBounds(headers: IncomingHttpHeaders, issues: RequestIssue[]): CostBounds {
  const read = <Value>(name: string, parse: (text: string) => Value | undefined, rule: string) => {
    const text = headers[name.toLowerCase()];
    if (text === undefined) return undefined;
    const value = typeof text === 'string' ? parse(text) : undefined;
    if (value === undefined) issues.push(issueOf(name, `must be ${rule}, given once`));
    return { value };
  };
  const readRecords = (name: string, minimum: number) =>
    read(name, (text) => recordsIn(text, minimum), boundRule(minimum));
  const maximum = readRecords(BUDGET_HEADERS.maximum, 0);
  const id = read(BUDGET_HEADERS.id, (text) => (BUDGET_ID.test(text) ? text : undefined), BUDGET_ID_RULE);
  const records = readRecords(BUDGET_HEADERS.records, MINIMUM_BUDGET_RECORDS);
  if (id && !records) issues.push(missing(BUDGET_HEADERS.records, BUDGET_HEADERS.id));
  if (records && !id) issues.push(missing(BUDGET_HEADERS.id, BUDGET_HEADERS.records));
  const hasBudget = id?.value !== undefined && records?.value !== undefined;
  return {
    maximumRecords: maximum?.value,
    budget: hasBudget ? { id: id.value!, records: records.value! } : undefined,
  };
}

/** A number of records in a header, or undefined if it is invalid. */
export function recordsIn(text: string, minimum: number): number | undefined {
  if (!WHOLE_NUMBER.test(text)) return undefined;
  const value = Number(text);
  return value >= minimum && value <= MAXIMUM_BUDGET_RECORDS ? value : undefined;
}

const missing = (name: string, other: string) => issueOf(name, `must be given with ${other}`);

/** What is wrong with one parameter. */
export function issueOf(parameter: string, message: string): RequestIssue {
  return { code: 'invalid_parameter', parameter, message };
}
