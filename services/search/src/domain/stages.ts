import {
  dayCover,
  endOfMonth,
  firstDay,
  intersectionOf,
  lastDay,
  type Interval,
  type Intervals,
} from './days';
import { and, isIndexable, lexeme, or, upperBound, type Expression } from './expression';
import type { Position } from './query';
import { afterSql, conjunction, daysSql, matchesSql, newestFirst, type Parameters } from './sql';
import type { Statistics } from './statistics';

/** The matches wanted: newest first, after a place. Unpublished signals are another matter (see `dueSql`). */
export interface Wanted {
  expression: Expression;
  days: Intervals;
  after?: Position;
  /** How many of the newest matches. */
  count: number;
}

/**
 * A way to find the newest matches. `walk` reads the order from its newest end and stops after `rows` rows (never, when undefined);
 * `index` asks the inverted index for all matches, of the days from `from` on if given, and sorts them. Either may find too few although there are
 * more, unless it is the last of the list, which is complete.
 */
export type Stage = { kind: 'walk'; rows?: number } | { kind: 'index'; from?: string };

/** So many matches are cheaper listed and sorted than found any other way. */
const fewMatches = 1_500;
/**
 * Walks that are expected to be longer are left to the index and a window of days. A row costs a walk 0.4 us when signals lie in the order of time, as
 * they do after a first import; several times that when they were imported in any order.
 */
const longestWalk = 16_000;
/** The same when many matches are wanted: listing those of a window costs more, too. */
const longestDeepWalk = 60_000;
const deepFrom = 500;
const windowGrowth = 8;

const powerOfTwoFrom = (number: number) => 2 ** Math.ceil(Math.log2(Math.max(64, number)));

/** The days that can hold wanted signals: the hull, cut at the place to continue after. */
function hullOf({ days, after }: Wanted): Interval {
  const from = days[0]?.from ?? firstDay;
  const to = days.at(-1)?.to ?? lastDay;
  return { from, to: after && after.activityDate < to ? after.activityDate : to };
}

/** Chooses the stages, in the order in which they are tried. */
export function chooseStages(wanted: Wanted, statistics: Statistics): Stage[] {
  const hull = hullOf(wanted);
  const possible = statistics.signalsInAll(intersectionOf(wanted.days, [hull]));
  const matches = possible * statistics.estimate(wanted.expression);
  const indexable = isIndexable(upperBound(wanted.expression));
  if (!indexable) return [{ kind: 'walk' }];
  const everything: Stage = { kind: 'index', from: hull.from === firstDay ? undefined : hull.from };
  if (matches <= fewMatches) return [everything];

  const stages: Stage[] = [];
  let rows = (wanted.count * statistics.signalsIn(hull)) / matches;
  if (rows <= (wanted.count < deepFrom ? longestWalk : longestDeepWalk)) {
    rows = powerOfTwoFrom(2 * rows + 200);
    stages.push({ kind: 'walk', rows });
    rows *= windowGrowth;
  } else if (matches <= windowGrowth * wanted.count) return [everything];
  else rows *= 2;
  for (; ; rows *= windowGrowth) {
    const from = statistics.startOfLatest(hull.to, rows);
    if (from === undefined || from <= hull.from || rows > statistics.signals / 3) break;
    stages.push({ kind: 'index', from });
  }
  return [...stages, everything];
}

const columns = 's.id, s.activity_date, s.company_id, s.funding_amount, s.lexemes';

/**
 * The SELECT of a stage: up to `wanted.count` newest matches among the published.
 * @param selected what to select of the row `s`
 * @param joins joined tables and further conditions
 */
export function stageSql(
  stage: Stage,
  wanted: Wanted,
  selected: string,
  statistics: Statistics,
  parameters: Parameters,
  extra: { join: string; gate?: string } = { join: '' },
): string {
  const order = `ORDER BY ${newestFirst('s')} LIMIT ${wanted.count}`;
  const gate = extra.gate ? [extra.gate] : [];
  if (stage.kind === 'walk') {
    const hull = hullOf(wanted);
    const inOrder = [
      'NOT s.pending',
      ...daysSql([{ from: hull.from, to: wanted.after ? lastDay : hull.to }], 's', parameters),
      ...afterSql(wanted.after, 's', parameters),
    ];
    // IS TRUE keeps the lexeme index out of it: the planner knows nothing of a set of lexemes, and one that only
    // excludes would have it read the whole index.
    const matching = [
      `(${matchesSql(wanted.expression, 's', parameters)}) IS TRUE`,
      ...gapsSql(wanted, parameters),
    ];
    if (stage.rows === undefined)
      return `SELECT ${selected} FROM catalog.signal s ${extra.join} WHERE ${conjunction([...inOrder, ...matching, ...gate])} ${order}`;
    const walked = `SELECT ${columns} FROM catalog.signal s WHERE ${conjunction([...inOrder, ...gate])} ORDER BY ${newestFirst('s')} LIMIT ${stage.rows}`;
    return `SELECT ${selected} FROM (${walked}) s ${extra.join} WHERE ${conjunction(matching)} ${order}`;
  }
  const conditions = (expression: Expression) => [
    'NOT s.pending',
    matchesSql(expression, 's', parameters),
    ...daysSql(wanted.days, 's', parameters),
    ...afterSql(wanted.after, 's', parameters),
    ...gate,
  ];
  const window = windowOf(stage, wanted, statistics);
  const inWindow = window ? and(wanted.expression, window.expression) : wanted.expression;
  const listed = `SELECT ${selected} FROM catalog.signal s ${extra.join} WHERE ${conjunction(conditions(inWindow))}`;
  // OFFSET 0 keeps the planner from walking the order instead of asking the index.
  if (!window?.newerThan) return `SELECT * FROM (${listed} OFFSET 0) s ${order}`;
  const newer = `SELECT ${selected} FROM catalog.signal s ${extra.join}
    WHERE s.activity_date > ${parameters.add(window.newerThan, 'date')} AND ${conjunction(conditions(wanted.expression))}`;
  return `SELECT * FROM (${listed} UNION ALL ${newer}) s ORDER BY ${newestFirst('s')} LIMIT ${wanted.count}`;
}

/** Days that a walk passes over although they are not wanted. */
function gapsSql({ days }: Wanted, parameters: Parameters): string[] {
  return days.length > 1 ? daysSql(days, 's', parameters) : [];
}

/**
 * The lexemes of a window of days, for the index. When it has no end, it is closed with the month of the latest known day, and what is
 * newer (`newerThan`) is to be listed apart: figures may be stale, answers not.
 */
function windowOf(
  stage: Stage & { kind: 'index' },
  wanted: Wanted,
  statistics: Statistics,
): { expression: Expression; newerThan?: string } | undefined {
  const hull = hullOf(wanted);
  const from = stage.from;
  const latest = statistics.latestDay;
  if (from === undefined || latest === undefined) return undefined;
  const open = hull.to > endOfMonth(latest);
  const lexemes = dayCover({ from, to: open ? endOfMonth(latest) : hull.to });
  if (!lexemes) return undefined;
  return { expression: or(...lexemes.map(lexeme)), newerThan: open ? endOfMonth(latest) : undefined };
}

/** Signals whose time came but that are not in the indexes of the published yet: few, and looked at one by one. */
export function dueSql(wanted: Omit<Wanted, 'count'>, selected: string, parameters: Parameters): string {
  const conditions = [
    's.pending',
    's.published_at <= now()',
    matchesSql(wanted.expression, 's', parameters),
    ...daysSql(wanted.days, 's', parameters),
    ...afterSql(wanted.after, 's', parameters),
  ];
  return `SELECT ${selected} FROM catalog.signal s WHERE ${conjunction(conditions)}`;
}
