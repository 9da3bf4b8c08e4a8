import { dateBits, dateLexeme, dayNumber, everySignal } from '@heliograph/catalog';
import { bitmapsCost, costs, listCost, lookCost, matchCost } from './cost';
import type { CompilerContext } from './context';
import { isAllDays, lastDay, firstDay, type Intervals } from './days';
import {
  always,
  and,
  lexemesOf,
  isIndexable,
  lexeme,
  lowerBound,
  never,
  openParts,
  or,
  replaceLexemes,
  upperBound,
  type Expression,
} from './expression';
import { isImpossible, readFilters } from './filters';
import { chosenSql } from './found';
import { wholeGroupsCost } from './group-cost';
import { groupsPageOfIds, wholeGroups } from './group-plans';
import { readGroups } from './groups';
import type { SearchQuery } from './query';
import {
  conjunction,
  daysSql,
  matchesSql,
  Parameters,
  unindexed,
  type Plan,
  type PlannedStatement,
} from './sql';
import { dueSql, type Wanted } from './stages';
import type { Statistics } from './statistics';

/** So many matches are counted by looking at them. */
const fewMatches = 3_000;

/** Compiles a count to one statement with one row `total`; null when nothing can match. */
export function compileCount(query: SearchQuery, context: CompilerContext): PlannedStatement | null {
  const filters = readFilters(query, context.today);
  const groups = readGroups(query.searchGroups);
  const expression = and(filters.expression, groups?.row ?? always);
  if (isImpossible(filters) || upperBound(expression) === never) return null;
  const parameters = new Parameters();
  const wanted: Wanted = { expression, days: filters.days, count: 0 };
  const { statistics } = context;
  const counted = (plan: Plan, cost: number, sql: string) => ({
    plan,
    cost: costs.statement + cost,
    text: sql,
    values: parameters.values,
  });
  if (groups && groups.companyGroups.length > 0) {
    const found = filters.ids
      ? groupsPageOfIds(filters, filters.ids, groups, wanted, parameters)
      : wholeGroups(filters, groups, wanted, statistics, parameters);
    return counted(
      filters.ids ? 'ids' : 'groups',
      filters.ids ? filters.ids.length * costs.item : wholeGroupsCost(filters, groups, statistics),
      `WITH ${found.with} SELECT count(*)::text AS total FROM (${found.rows}) f`,
    );
  }
  if (filters.ids) {
    const conditions = [matchesSql(expression, 's', parameters), ...daysSql(filters.days, 's', parameters)];
    return counted(
      'ids',
      filters.ids.length * costs.item,
      `WITH chosen AS MATERIALIZED (${chosenSql(filters.ids, parameters)})
       SELECT count(*)::text AS total FROM chosen s WHERE ${conjunction(conditions)}`,
    );
  }
  const due = `(SELECT count(*) FROM (${dueSql(wanted, 's.id', parameters)}) d)`;
  const matches = statistics.signalsInAll(filters.days) * statistics.estimate(expression);
  const bitmaps =
    statistics.hasBitmap(everySignal) && (matches > fewMatches || !isIndexable(upperBound(expression)))
      ? bitmapCount(expression, filters.days, statistics, parameters)
      : undefined;
  if (bitmaps) return counted('bitmaps', bitmaps.cost, `SELECT (${bitmaps.sql} + ${due})::text AS total`);
  // IS TRUE keeps the lexeme index out of what it cannot list.
  const isListed = isIndexable(upperBound(expression));
  const matching = matchesSql(expression, 's', parameters);
  const inDays = daysSql(filters.days, 's', parameters);
  const conditions = isListed ? [matching, ...unindexed(inDays)] : [...unindexed([matching]), ...inDays];
  return counted(
    isListed ? 'index' : 'walk',
    lookCost(expression, filters.days, statistics),
    `SELECT ((SELECT count(*) FROM catalog.signal s WHERE NOT s.pending AND ${conjunction(conditions)}) + ${due})::text AS total`,
  );
}

/**
 * Counts by bitmaps, exactly. Call a signal regular when it holds no lexeme of the expression that lacks a bitmap, and lexemes settle the expression. For regular ones the
 * expression equals `regular`: its sure part with all lexemes without bitmap taken as absent. So the bits of `regular` are
 * counted, and the irregular ones, few and listed by the index, are each counted as what they are less what their bits said.
 */
function bitmapCount(
  expression: Expression,
  days: Intervals,
  statistics: Statistics,
  parameters: Parameters,
): { sql: string; cost: number } | undefined {
  const upper = upperBound(expression);
  const lower = lowerBound(expression);
  const used = lexemesOf(upper, lower);
  const rare = [...used].filter((text) => !statistics.hasBitmap(text));
  const regular = replaceLexemes(lower, (text) => (statistics.hasBitmap(text) ? undefined : never));
  if (regular === never) return undefined;
  const bits = countedBits(regular, days, parameters);
  const cost = bitmapsCost(lexemesOf(regular).size, days, statistics);
  if (expression.kind === 'uncertain' && rare.length === 0) {
    // Its sure part holds nowhere in what it leaves open.
    const left: Expression = { ...expression, upper: expression.open, sure: never };
    const listed = [
      'NOT s.pending',
      matchesSql(left, 's', parameters),
      ...unindexed(daysSql(days, 's', parameters)),
    ];
    return {
      sql: `${bits} + (SELECT count(*) FROM catalog.signal s WHERE ${conjunction(listed)})`,
      cost: cost + listCost(left, statistics),
    };
  }
  const suspects = or(...rare.map(lexeme), ...openParts(expression));
  // Without rare lexemes the regular are within the upper bound.
  const irregular = and(suspects, rare.length === 0 ? upper : or(regular, upper));
  if (irregular === never) return { sql: bits, cost };
  const said = matchesSql(regular, 's', parameters);
  const listed = [
    'NOT s.pending',
    matchesSql(irregular, 's', parameters),
    ...unindexed(daysSql(days, 's', parameters)),
  ];
  return {
    sql: `${bits} + (SELECT count(*) FILTER (WHERE ${matchesSql(expression, 's', parameters)}) - count(*) FILTER (WHERE ${said})
    FROM catalog.signal s WHERE ${conjunction(listed)})`,
    cost:
      cost +
      listCost(irregular, statistics) +
      statistics.signals *
        statistics.estimate(irregular) *
        (matchCost(expression, statistics) + matchCost(regular, statistics)),
  };
}

function countedBits(regular: Expression, days: Intervals, parameters: Parameters): string {
  const columns = new Map<string, string>();
  const column = (text: string) => {
    let name = columns.get(text);
    if (!name) columns.set(text, (name = `b${columns.size}`));
    return name;
  };
  const every = column(everySignal);
  const selection = [bitsOf(regular, column), ...daysBits(days, column)].filter((part) => part !== 'TRUE');
  const selected = [every, ...selection].join(' & ');
  const pivot = [...columns].map(
    ([text, name]) =>
      `coalesce(bit_or(bits) FILTER (WHERE lexeme = ${parameters.add(text, 'text')}), repeat('0', 8192)::bit(8192)) AS ${name}`,
  );
  return `(SELECT coalesce(sum(bit_count(${selected})), 0) FROM (
    SELECT ${pivot.join(', ')} FROM catalog.bitmap WHERE lexeme = ANY(${parameters.add([...columns.keys()], 'text[]')}) GROUP BY chunk
  ) b)`;
}

/** The expression over bit columns; TRUE for {@link always}. */
function bitsOf(expression: Expression, column: (lexeme: string) => string): string {
  switch (expression.kind) {
    case 'constant':
      if (expression.value) return 'TRUE';
      break;
    case 'lexeme':
      return column(expression.lexeme);
    case 'not':
      return `(~ ${bitsOf(expression.part, column)})`;
    case 'and':
      return `(${expression.parts.map((part) => bitsOf(part, column)).join(' & ')})`;
    case 'or':
      return `(${expression.parts.map((part) => bitsOf(part, column)).join(' | ')})`;
    case 'uncertain':
      break;
  }
  throw new Error(`no bits for a ${expression.kind} expression`);
}

/** Days as bit-sliced comparisons: each bit of the day's number is a bitmap. */
function daysBits(days: Intervals, column: (lexeme: string) => string): string[] {
  if (isAllDays(days)) return [];
  const slice = (bit: number) => column(dateLexeme(bit));
  const intervals = days.map(({ from, to }) => {
    const ends: string[] = [];
    if (from !== firstDay) ends.push(atLeast(dayNumber(from), slice));
    if (to !== lastDay) ends.push(atMost(dayNumber(to), slice));
    return `(${ends.join(' & ')})`;
  });
  return [`(${intervals.join(' | ')})`];
}

const largest = 2 ** dateBits - 1;

function atLeast(number: number, slice: (bit: number) => string): string {
  if (number <= 0) return '(b0 | ~ b0)';
  if (number > largest) return '(b0 & ~ b0)';
  // From the lowest bit up; above trailing zeros of the bound everything is at least it.
  let sql = '';
  for (let bit = 0; bit < dateBits; bit++) {
    if ((number >> bit) & 1) sql = sql === '' ? slice(bit) : `(${slice(bit)} & ${sql})`;
    else if (sql !== '') sql = `(${slice(bit)} | ${sql})`;
  }
  return sql;
}

const atMost = (number: number, slice: (bit: number) => string) =>
  number >= largest ? '(b0 | ~ b0)' : `(~ ${atLeast(number + 1, slice)})`;
