import { parseBoundedJson } from './bounded-json';
import { isCalendarDate } from './calendar';
import { excerpt, isLongerThan, isShorterThan } from './characters';
import type { RequestFault } from './faults';
import type { Query } from './query-string';
import { NOT_BLANK, SEARCH_PARAMETERS, type ParameterOfKind, type ParameterRule } from './search-parameters';

const DECIMAL_INTEGER = /^(0|[1-9][0-9]{0,8})$/;
const JSON_NUMBER = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;
const MAXIMUM_NUMBER_LENGTH = 64;
/** A list is not looked at item by item beyond this many faults. */
const MAXIMUM_ITEM_FAULTS = 20;

/**
 * Reads the parameters of a query by their rules. A parameter that breaks its rule is reported and read as absent,
 * so that the rest of the request is still checked.
 */
export class ParameterReader {
  constructor(
    private readonly values: Query['values'],
    private readonly faults: RequestFault[],
  ) {}

  /** The text, or '' when absent. */
  text(name: ParameterOfKind<'text'>): string {
    const value = this.values.get(name);
    if (value === undefined) return '';
    const rule: ParameterRule & { kind: 'text' } = SEARCH_PARAMETERS[name];
    if (isLongerThan(value, rule.maximum)) {
      this.fault(name, `must have at most ${rule.maximum} characters`);
      return '';
    }
    if (rule.minimum !== undefined && isShorterThan(value, rule.minimum)) {
      this.fault(name, `must have at least ${rule.minimum} characters`);
      return '';
    }
    if (rule.isNotBlank && !NOT_BLANK.test(value)) {
      this.fault(name, 'must not be white space only');
      return '';
    }
    return value;
  }

  /** One of the rule's choices, or '' when absent. */
  choice(name: ParameterOfKind<'choice'>): string {
    const value = this.values.get(name);
    if (value === undefined) return '';
    const choices: readonly string[] = SEARCH_PARAMETERS[name].choices;
    if (choices.includes(value)) return value;
    this.fault(name, `must be one of ${choices.join(', ')}`);
    return '';
  }

  /**
   * The items of a comma-separated list, each once and in order of their texts; an OR of its items has no order. Of a faulty list those that
   * keep the rule, for the checks that are left.
   */
  list(name: ParameterOfKind<'list'>): string[] {
    const value = this.values.get(name);
    if (value === undefined) return [];
    const rule: ParameterRule & { kind: 'list' } = SEARCH_PARAMETERS[name];
    if (rule.maximumLength !== undefined && isLongerThan(value, rule.maximumLength)) {
      this.fault(name, `must have at most ${rule.maximumLength} characters`);
      return [];
    }
    let items = value.split(',');
    if (rule.maximumItems !== undefined && items.length > rule.maximumItems) {
      this.fault(name, `must have at most ${rule.maximumItems} items`);
      items = items.slice(0, rule.maximumItems);
    }
    const kept: string[] = [];
    let faultyItems = 0;
    for (const [index, item] of items.entries()) {
      const message = faultOfItem(item, rule);
      if (message === undefined) {
        kept.push(item);
        continue;
      }
      this.fault(name, `item ${index + 1} ${message}`);
      if (++faultyItems === MAXIMUM_ITEM_FAULTS) break;
    }
    return kept.length === 1 ? kept : [...new Set(kept)].sort();
  }

  /** `YYYY-MM-DD`, or '' when absent. */
  date(name: ParameterOfKind<'date'>): string {
    const value = this.values.get(name);
    if (value === undefined) return '';
    if (isCalendarDate(value)) return value;
    this.fault(name, 'must be a date of the calendar, written YYYY-MM-DD');
    return '';
  }

  amount(name: ParameterOfKind<'amount'>): number | undefined {
    const value = this.values.get(name);
    if (value === undefined) return undefined;
    const amount = value.length <= MAXIMUM_NUMBER_LENGTH && JSON_NUMBER.test(value) ? Number(value) : NaN;
    if (Number.isFinite(amount) && amount >= 0) return Math.abs(amount);
    this.fault(name, 'must be a number of at least 0');
    return undefined;
  }

  integer(name: ParameterOfKind<'integer'>): number {
    const rule = SEARCH_PARAMETERS[name];
    const value = this.values.get(name);
    if (value === undefined) return rule.default;
    const integer = DECIMAL_INTEGER.test(value) ? Number(value) : NaN;
    if (integer >= rule.minimum && integer <= rule.maximum) return integer;
    this.fault(name, `must be a whole number from ${rule.minimum} to ${rule.maximum}`);
    return rule.default;
  }

  flag(name: ParameterOfKind<'flag'>): boolean {
    const value = this.values.get(name);
    if (value !== undefined && value !== 'true' && value !== 'false')
      this.fault(name, 'must be true or false');
    return value === 'true';
  }

  /** The parsed value (never undefined, possibly null), or undefined when absent or faulty. */
  json(name: ParameterOfKind<'json'>): unknown {
    const value = this.values.get(name);
    if (value === undefined) return undefined;
    const result = parseBoundedJson(value, SEARCH_PARAMETERS[name]);
    if ('value' in result) return result.value;
    this.fault(name, result.fault);
    return undefined;
  }

  has(name: string): boolean {
    return this.values.has(name);
  }

  fault(parameter: string, message: string, code: RequestFault['code'] = 'invalid_parameter'): void {
    this.faults.push({ code, parameter, message });
  }
}

function faultOfItem(item: string, rule: ParameterRule & { kind: 'list' }): string | undefined {
  if (item === '') return 'is empty';
  if (rule.choices && !rule.choices.includes(item)) return `must be one of ${rule.choices.join(', ')}`;
  if (rule.pattern && !rule.pattern.test(item))
    return `("${excerpt(item)}") must match ${rule.pattern.source}`;
  if (rule.maximumItemLength !== undefined && isLongerThan(item, rule.maximumItemLength)) {
    return `must have at most ${rule.maximumItemLength} characters`;
  }
  return undefined;
}
