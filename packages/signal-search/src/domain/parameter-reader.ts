import {
  isCalendarDate,
  NOT_BLANK,
  rowOf,
  type ParameterOfKind,
  type ParameterRule,
  type SearchParameter,
} from '@heliograph/contract';
import { parseBoundedJson } from './bounded-json';
import { excerpt, isLongerThan, isShorterThan } from './characters';
import type { IssueKind, RequestIssue } from './issues';
import { JSON_READERS } from './json-filters';
import type { Query } from './query-string';

const DECIMAL_INTEGER = /^(0|[1-9][0-9]{0,8})$/;
const JSON_NUMBER = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;
const MAXIMUM_NUMBER_LENGTH = 64;
/** A list's items are not checked any further after this many issues. */
const MAXIMUM_ITEM_ISSUES = 20;

type RuleOf<Kind extends ParameterRule['kind']> = Extract<ParameterRule, { kind: Kind }>;

/** The rule of a non-JSON parameter. */
type PlainRule = Exclude<ParameterRule, { kind: 'json' }>;

/** Reports what is wrong with a value. */
type Report = (message: string) => void;

/** The parsed value of each kind of parameter. */
interface Values {
  text: string;
  choice: string | number;
  list: string[];
  date: string;
  amount: number;
  integer: number;
  flag: boolean;
  json: unknown;
}

type ValueOf<Name extends SearchParameter> = {
  [Kind in ParameterRule['kind']]: Name extends ParameterOfKind<Kind> ? Values[Kind] : never;
}[ParameterRule['kind']];

/**
 * Parses a query's parameters by their rows in the contract. An invalid parameter is reported and treated as absent, so
 * that the rest of the request is still checked.
 */
export class ParameterReader {
  constructor(
    private readonly values: Query['values'],
    private readonly issues: RequestIssue[],
  ) {}

  /** @returns undefined if the parameter is absent or invalid. For an invalid list, its valid items. */
  read<Name extends SearchParameter>(name: Name): ValueOf<Name> | undefined {
    const value = this.values.get(name);
    if (value === undefined) return undefined;
    const row = rowOf(name);
    const report: Report = (message) => this.issue(name, message);
    const read =
      row.kind === 'json'
        ? readJson(name as ParameterOfKind<'json'>, value, row, report)
        : readPlain(value, row, report);
    return read as ValueOf<Name> | undefined;
  }

  has(name: SearchParameter): boolean {
    return this.values.has(name);
  }

  issue(parameter: SearchParameter, message: string, kind: IssueKind = {}): void {
    this.issues.push({ code: 'invalid_parameter', parameter, message, ...kind });
  }
}

/** Parses a parameter's value by its row; undefined if invalid, which is reported. */
export function readPlain(value: string, row: PlainRule, report: Report): unknown {
  switch (row.kind) {
    case 'text':
      return readText(value, row, report);
    case 'choice':
      return readChoice(value, row, report);
    case 'list':
      return readList(value, row, report);
    case 'date':
      if (isCalendarDate(value)) return value;
      return report('must be a calendar date, YYYY-MM-DD');
    case 'amount':
      return readAmount(value, report);
    case 'integer':
      return readInteger(value, row, report);
    case 'flag':
      if (value !== 'true' && value !== 'false') report('must be true or false');
      return value === 'true';
  }
}

function readText(value: string, rule: RuleOf<'text'>, report: Report): string | undefined {
  const { minimum, maximum, isNotBlank } = rule;
  if (isLongerThan(value, maximum)) report(`must have at most ${maximum} characters`);
  else if (minimum !== undefined && isShorterThan(value, minimum))
    report(`must have at least ${minimum} characters`);
  else if (isNotBlank && !NOT_BLANK.test(value)) report('must not be white space only');
  else return value;
  return undefined;
}

function readChoice(
  value: string,
  { choices, isNumeric }: RuleOf<'choice'>,
  report: Report,
): string | number | undefined {
  if (choices.includes(value)) return isNumeric ? Number(value) : value;
  report(`must be one of ${choices.join(', ')}`);
  return undefined;
}

/**
 * The items of a comma-separated list, sorted and deduplicated: the order of an OR does not matter. For an invalid
 * list, its valid items, so that the remaining checks can run.
 */
export function readList(value: string, rule: RuleOf<'list'>, report: Report): string[] {
  if (rule.maximumLength !== undefined && isLongerThan(value, rule.maximumLength)) {
    report(`must have at most ${rule.maximumLength} characters`);
    return [];
  }
  let items = value.split(',');
  if (rule.maximumItems !== undefined && items.length > rule.maximumItems) {
    report(`must have at most ${rule.maximumItems} items`);
    items = items.slice(0, rule.maximumItems);
  }
  const kept: string[] = [];
  let invalidItems = 0;
  for (const [index, item] of items.entries()) {
    const message = issueWithItem(item, rule);
    if (message === undefined) {
      kept.push(item);
      continue;
    }
    report(`item ${index + 1} ${message}`);
    if (++invalidItems === MAXIMUM_ITEM_ISSUES) break;
  }
  return kept.length === 1 ? kept : [...new Set(kept)].sort();
}

function issueWithItem(item: string, rule: RuleOf<'list'>): string | undefined {
  if (item === '') return 'is empty';
  if (rule.choices && !rule.choices.includes(item)) return `must be one of ${rule.choices.join(', ')}`;
  if (rule.pattern && !rule.pattern.test(item))
    return `("${excerpt(item)}") must match ${rule.pattern.source}`;
  if (rule.maximumItemLength !== undefined && isLongerThan(item, rule.maximumItemLength)) {
    return `must have at most ${rule.maximumItemLength} characters`;
  }
  return undefined;
}

function readAmount(value: string, report: Report): number | undefined {
  const amount = value.length <= MAXIMUM_NUMBER_LENGTH && JSON_NUMBER.test(value) ? Number(value) : NaN;
  if (Number.isFinite(amount) && amount >= 0) return Math.abs(amount);
  report('must be a number of at least 0');
  return undefined;
}

function readInteger(
  value: string,
  { minimum, maximum }: RuleOf<'integer'>,
  report: Report,
): number | undefined {
  const integer = DECIMAL_INTEGER.test(value) ? Number(value) : NaN;
  if (integer >= minimum && integer <= maximum) return integer;
  report(`must be a whole number from ${minimum} to ${maximum}`);
  return undefined;
}

function readJson(
  name: ParameterOfKind<'json'>,
  value: string,
  rule: RuleOf<'json'>,
  report: Report,
): unknown {
  const result = parseBoundedJson(value, rule);
  if ('value' in result) return JSON_READERS[name](result.value, report);
  report(result.issue);
  return undefined;
}
