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
import { afterSql, conjunction, daysSql, matchesSql, newestFirst, unindexed, type Parameters } from './sql';
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

/**
 * Costs in microseconds of CPU, with everything in memory: of a match that the index lists, most often from a page of its own; of finding out of a
 * signal that the index goes through whether it is within a window of days; of a row of a walk when signals lie in the order of time, as they do after a first import (several times that otherwise).
 */
const costs = { listed: 3, windowed: 0.8, walked: 0.5 };
/** A window holds so many times the rows in which the wanted are expected. */
const windowMargin = 1.5;
const windowGrowth = 8;

export const powerOfTwoFrom = (number: number) => 2 ** Math.ceil(Math.log2(Math.max(64, number)));

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
  // Rows among which the wanted are expected.
  let rows = (wanted.count * statistics.signalsIn(hull)) / matches;
  const everywhere = statistics.signals * statistics.estimate(wanted.expression);
  const windowing = statistics.signals * statistics.shareGoneThrough(wanted.expression) * costs.windowed;
  const listing =
    everything.from === undefined ? everywhere * costs.listed : matches * costs.listed + windowing;
  const window = windowMargin * wanted.count * costs.listed + windowing;
  const walk = rows * costs.walked;
  if (!(Math.min(window, walk) < listing)) return [everything];

  const stages: Stage[] = [];
  if (walk <= window) {
    rows = powerOfTwoFrom(2 * rows + 200);
    stages.push({ kind: 'walk', rows });
    rows *= windowGrowth;
  } else rows *= windowMargin;
  for (; ; rows *= windowGrowth) {
    const from = statistics.startOfLatest(hull.to, rows);
    if (from === undefined || from <= hull.from || rows > statistics.signals / 2) break;
    stages.push({ kind: 'index', from });
  }
  return [...stages, everything];
}

const columns = 's.id, s.activity_date, s.company_id, s.funding_amount, s.lexemes';

/**
 * The SELECT of a stage: up to `wanted.count` newest matches among the published.
 * @param selected what to select of the row `s`
 * @param extra joined tables, further conditions on each match, and one on the whole stage
 */
export function stageSql(
  stage: Stage,
  wanted: Wanted,
  selected: string,
  statistics: Statistics,
  parameters: Parameters,
  extra: { join: string; where?: readonly string[]; gate?: string } = { join: '' },
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
      ...(extra.where ?? []),
    ];
    if (stage.rows === undefined)
      return `SELECT ${selected} FROM catalog.signal s ${extra.join} WHERE ${conjunction([...inOrder, ...matching, ...gate])} ${order}`;
    const walked = `SELECT ${columns} FROM catalog.signal s WHERE ${conjunction([...inOrder, ...gate])} ORDER BY ${newestFirst('s')} LIMIT ${stage.rows}`;
    return `SELECT ${selected} FROM (${walked}) s ${extra.join} WHERE ${conjunction(matching)} ${order}`;
  }
  const conditions = (expression: Expression, walked = false) => [
    'NOT s.pending',
    walked ? `(${matchesSql(expression, 's', parameters)}) IS TRUE` : matchesSql(expression, 's', parameters),
    ...unindexed(daysSql(wanted.days, 's', parameters)),
    ...unindexed(afterSql(wanted.after, 's', parameters)),
    ...(extra.where ?? []),
    ...gate,
  ];
  const window = windowOf(stage, wanted, statistics);
  const inWindow = window ? and(wanted.expression, window.expression) : wanted.expression;
  const listed = `SELECT ${selected} FROM catalog.signal s ${extra.join} WHERE ${conjunction(conditions(inWindow))}`;
  // OFFSET 0 keeps the planner from walking the order instead of asking the index.
  if (!window?.newerThan) return `SELECT * FROM (${listed} OFFSET 0) s ${order}`;
  const newer = `SELECT ${selected} FROM catalog.signal s ${extra.join}
    WHERE s.activity_date > ${parameters.add(window.newerThan, 'date')} AND ${conjunction(conditions(wanted.expression, true))}`;
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
