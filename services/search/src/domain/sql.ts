import { chunkBits } from '@heliograph/catalog';
import type { Intervals } from './days';
import { firstDay, isAllDays, lastDay } from './days';
import { isCertain, lowerBound, never, tsquery, upperBound, type Check, type Expression } from './expression';
import type { Position } from './query';

/** A statement to be sent once, with its values. */
export interface Statement {
  text: string;
  values: unknown[];
}

/**
 * How a statement finds what it looks for, as far as it matters for its duration: by ids; what company-scoped groups say;
 * the order by date (`walk`); the inverted index (`index`); a walk or a window first and all of the index only if that
 * found too few (`staged`); bitmaps; the pool of a semantic search.
 */
export type Plan = 'ids' | 'groups' | 'walk' | 'index' | 'staged' | 'bitmaps' | 'pool';

/** A statement, and the plan that it is the text of. */
export interface PlannedStatement extends Statement {
  plan: Plan;
  /** What it is expected to cost, in the unit of `costs`. */
  cost: number;
}

/** Collects the values of a statement; equal ones share a place. */
export class Parameters {
  readonly values: unknown[] = [];
  readonly #places = new Map<string, string>();

  /** The placeholder of a value, with its type. */
  add(value: string | number | readonly string[], type: string): string {
    const key = `${type} ${JSON.stringify(value)}`;
    const known = this.#places.get(key);
    if (known) return known;
    const place = `$${this.values.push(value)}::${type}`;
    this.#places.set(key, place);
    return place;
  }
}

function checkSql(check: Check, row: string, parameters: Parameters): string {
  if (check.kind === 'amount') {
    const ends = [
      check.minimum === undefined
        ? undefined
        : `${row}.funding_amount >= ${parameters.add(String(check.minimum), 'numeric')}`,
      check.maximum === undefined
        ? undefined
        : `${row}.funding_amount <= ${parameters.add(String(check.maximum), 'numeric')}`,
    ];
    return `(${ends.filter(Boolean).join(' AND ')})`;
  }
  const text = parameters.add(check.text, 'text');
  // OFFSET keeps the planner from reading the whole table once, into a hash table.
  return check.field === 'title'
    ? `EXISTS (SELECT FROM catalog.signal_document t WHERE t.id = ${row}.id AND strpos(t.title_words, ${text}) > 0 OFFSET 0)`
    : `EXISTS (SELECT FROM catalog.company t WHERE t.id = ${row}.company_id AND strpos(t.name_words, ${text}) > 0 OFFSET 0)`;
}

/** A condition over lexemes alone. */
function lexemesSql(expression: Expression, row: string, parameters: Parameters): string {
  if (expression.kind === 'constant') return String(expression.value);
  return `${row}.lexemes @@ ${parameters.add(tsquery(expression), 'tsquery')}`;
}

type Uncertain = Expression & { kind: 'uncertain' };

/** An uncertain condition, given that its upper bound holds. Comparing the amount is cheaper than looking for its bucket. */
function settledSql({ sure, check }: Uncertain, row: string, parameters: Parameters): string {
  const checked = checkSql(check, row, parameters);
  return check.kind === 'amount' || sure === never
    ? checked
    : `(${lexemesSql(sure, row, parameters)} OR ${checked})`;
}

function exactSql(expression: Expression, row: string, parameters: Parameters): string {
  if (isCertain(expression)) return lexemesSql(expression, row, parameters);
  const exact = (part: Expression) => exactSql(part, row, parameters);
  switch (expression.kind) {
    case 'and':
      return `(${expression.parts.map(exact).join(' AND ')})`;
    case 'or':
      return `(${expression.parts.map(exact).join(' OR ')})`;
    case 'not':
      return `NOT ${exact(expression.part)}`;
    case 'uncertain':
      return `(${lexemesSql(expression.upper, row, parameters)} AND ${settledSql(expression, row, parameters)})`;
    default:
      throw new Error(`a ${expression.kind} expression is certain`);
  }
}

/**
 * Whether a row of `catalog.signal` matches. The first part, over lexemes alone, can use the index; checks are only made for rows that lexemes leave open.
 * @param row alias with the columns id, company_id, funding_amount, lexemes
 */
export function matchesSql(expression: Expression, row: string, parameters: Parameters): string {
  const upper = upperBound(expression);
  if (isCertain(expression)) return lexemesSql(upper, row, parameters);
  if (expression.kind === 'uncertain')
    return `${lexemesSql(upper, row, parameters)} AND ${settledSql(expression, row, parameters)}`;
  const open = `(${lexemesSql(lowerBound(expression), row, parameters)} OR ${exactSql(expression, row, parameters)})`;
  return upper.kind === 'constant' && upper.value
    ? open
    : `${lexemesSql(upper, row, parameters)} AND ${open}`;
}

/** Conditions on `activity_date`, or none. */
export function daysSql(days: Intervals, row: string, parameters: Parameters): string[] {
  if (isAllDays(days)) return [];
  const intervals = days.map(({ from, to }) => {
    const ends = [];
    if (from !== firstDay) ends.push(`${row}.activity_date >= ${parameters.add(from, 'date')}`);
    if (to !== lastDay) ends.push(`${row}.activity_date <= ${parameters.add(to, 'date')}`);
    return ends.length === 0 ? 'true' : `(${ends.join(' AND ')})`;
  });
  return [intervals.length === 0 ? 'false' : `(${intervals.join(' OR ')})`];
}

/** Rows after a place in the order. */
export function afterSql(after: Position | undefined, row: string, parameters: Parameters): string[] {
  if (!after) return [];
  return [
    `(${row}.activity_date, ${row}.id) < (${parameters.add(after.activityDate, 'date')}, ${parameters.add(after.id, 'numeric')})`,
  ];
}

/**
 * The same conditions, kept from every index. A generic plan takes two ends of a range for 0.5 % of the rows, whatever they are, and would
 * walk the order by date where the compiler chose the lexemes.
 */
export const unindexed = (conditions: readonly string[]) =>
  conditions.map((condition) => `(${condition}) IS TRUE`);

export const newestFirst = (row: string) => `${row}.activity_date DESC, ${row}.id DESC`;

/** Whether the bit of a company is set in a chunk of a company bitmap. */
export const companyBitSql = (bits: string, row: string) =>
  `get_bit(${bits}, ${row}.company_id % ${chunkBits}) = 1`;
export const companyChunkSql = (row: string) => `${row}.company_id / ${chunkBits}`;

export const conjunction = (conditions: readonly string[]) =>
  conditions.length === 0 ? 'true' : conditions.join(' AND ');
