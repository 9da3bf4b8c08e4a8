import { chunkBits, dateBits } from '@heliograph/catalog';
import { isAllDays, type Intervals } from './days';
import {
  isCertain,
  isIndexable,
  lexemesOf,
  lowerBound,
  openParts,
  or,
  upperBound,
  type Expression,
} from './expression';
import type { Stage, Wanted } from './stages';
import type { Statistics } from './statistics';

/**
 * What a plan costs, told from statistics before it runs. The unit is a microsecond of a processor of 2024, with everything in memory. Figures are
 * fitted to measurements (README.md), and err by what the statistics cannot know: which words avoid each other.
 */
export const costs = {
  /** A match that the index lists, most often from a page of its own. */
  listed: 3,
  /** Finding out of a signal that the index goes through whether it is listed. */
  gone: 0.06,
  /** A signal of a walk, in the order of time. */
  walked: 0.5,
  /** A condition on the lexemes of a signal, and each lexeme in it. */
  condition: 0.05,
  lexeme: 0.08,
  /** A look at the text of a title or name. */
  check: 4,
  /** A signal that is grouped by company, for each group. */
  grouped: 0.6,
  /** A chunk of a bitmap. */
  chunk: 3,
  /** A company's other signals, asked for one term. */
  lookedUp: 12,
  /** An item of a page. */
  item: 8,
  /** Reading and planning a statement, whatever it finds. */
  statement: 2_000,
};

const lexemesIn = (expression: Expression) => lexemesOf(expression).size;

const conditionCost = (expression: Expression) =>
  expression.kind === 'constant' ? 0 : costs.condition + costs.lexeme * lexemesIn(expression);

/** Finding out of one signal whether it matches, as `matchesSql` asks it. */
export function matchCost(expression: Expression, statistics: Statistics): number {
  const upper = upperBound(expression);
  if (isCertain(expression)) return conditionCost(upper);
  const open = Math.min(1, statistics.estimate(or(...openParts(expression))));
  return conditionCost(upper) + conditionCost(lowerBound(expression)) + open * costs.check;
}

/** Having the inverted index list all matches of an expression that it can list. */
export function listCost(
  expression: Expression,
  statistics: Statistics,
  signals = statistics.signals,
): number {
  const upper = upperBound(expression);
  const gone = statistics.signals * statistics.shareGoneThrough(upper) * costs.gone * (1 + lexemesIn(upper));
  const listed = signals * statistics.estimate(upper);
  return gone + listed * (costs.listed + matchCost(expression, statistics));
}

/** Walking the order by date over so many signals. */
export const walkCost = (rows: number, expression: Expression, statistics: Statistics) =>
  rows * (costs.walked + matchCost(expression, statistics));

/** The stages of a page as they are expected to go: the first finds what is wanted unless lexemes that are asked for together avoid each other. */
export function stagesCost(stages: readonly Stage[], wanted: Wanted, statistics: Statistics): number {
  const possible = statistics.signalsInAll(wanted.days);
  const share = Math.max(statistics.estimate(wanted.expression), 1e-9);
  const rowsWanted = Math.min(possible, wanted.count / share);
  const items = wanted.count * costs.item;
  const [first] = stages;
  if (!first) return items;
  if (first.kind === 'walk') {
    const rows = Math.min(first.rows ?? Infinity, 1.5 * rowsWanted);
    return items + walkCost(rows, wanted.expression, statistics);
  }
  const signals = stages.length > 1 ? Math.min(possible, 2 * rowsWanted) : possible;
  return items + listCost(wanted.expression, statistics, signals);
}

/** ANDing the bitmaps of lexemes, and of days, over all signals. */
export function bitmapsCost(lexemes: number, days: Intervals, statistics: Statistics): number {
  const columns = 1 + lexemes + (isAllDays(days) ? 0 : dateBits);
  return Math.ceil(statistics.signals / chunkBits) * columns * costs.chunk;
}

/** A count by looking at each match. */
export function lookCost(expression: Expression, days: Intervals, statistics: Statistics): number {
  return isIndexable(upperBound(expression))
    ? listCost(expression, statistics)
    : walkCost(statistics.signalsInAll(days), expression, statistics);
}
