import { firstDay, lastDay, type Interval, type Intervals } from './days';
import type { Expression } from './expression';

/** What the choice of plans goes by. Stale figures cost time, never correctness. */
export interface StatisticsFigures {
  /** Share of the signals that hold a lexeme, for common ones. */
  shares: ReadonlyMap<string, number>;
  /** Signals a day, in ascending order of days. */
  days: readonly { day: string; signals: number }[];
  /** Lexemes that have bitmaps. */
  bitmaps: ReadonlySet<string>;
}

/** Assumed of a lexeme that is in no list: somewhat below what the lists begin with. */
const unlistedShare = 0.0001;

export class Statistics {
  readonly #shares: ReadonlyMap<string, number>;
  readonly #bitmaps: ReadonlySet<string>;
  readonly #days: string[];
  /** #before[i]: signals of the days before #days[i]; one longer than #days. */
  readonly #before: number[] = [0];

  static readonly none = new Statistics({ shares: new Map(), days: [], bitmaps: new Set() });

  constructor(figures: StatisticsFigures) {
    this.#shares = figures.shares;
    this.#bitmaps = figures.bitmaps;
    this.#days = figures.days.map(({ day }) => day);
    for (const { signals } of figures.days) this.#before.push((this.#before.at(-1) ?? 0) + signals);
  }

  get signals(): number {
    return this.#before.at(-1) ?? 0;
  }

  /** The latest day that has signals. */
  get latestDay(): string | undefined {
    return this.#days.at(-1);
  }

  hasBitmap(lexeme: string): boolean {
    return this.#bitmaps.has(lexeme);
  }

  share(lexeme: string): number {
    return this.#shares.get(lexeme) ?? (this.signals < 2000 ? 0.01 : unlistedShare);
  }

  /** Index of the first day that is not before `day`. */
  #indexOf(day: string): number {
    let low = 0;
    let high = this.#days.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#days[middle] as string) < day) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  signalsIn({ from, to }: Interval): number {
    const end = to === lastDay ? this.#days.length : this.#indexOf(`${to}~`);
    const start = from === firstDay ? 0 : this.#indexOf(from);
    return Math.max(0, (this.#before[end] ?? 0) - (this.#before[start] ?? 0));
  }

  signalsInAll(intervals: Intervals): number {
    return intervals.reduce((sum, interval) => sum + this.signalsIn(interval), 0);
  }

  /** The latest day from which to `to` there are at least so many signals; undefined when there are not. */
  startOfLatest(to: string, signals: number): string | undefined {
    const end = this.#indexOf(`${to}~`);
    const wanted = (this.#before[end] ?? 0) - signals;
    if (wanted < 0) return undefined;
    let low = 0;
    let high = end;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#before[middle] as number) <= wanted) low = middle;
      else high = middle - 1;
    }
    return this.#days[Math.min(low, this.#days.length - 1)];
  }

  /** The share of signals that match, taking lexemes as independent of each other. */
  estimate(expression: Expression): number {
    switch (expression.kind) {
      case 'constant':
        return expression.value ? 1 : 0;
      case 'lexeme':
        return this.share(expression.lexeme);
      case 'not':
        return 1 - this.estimate(expression.part);
      case 'and':
        return expression.parts.reduce((product, part) => product * this.estimate(part), 1);
      case 'or':
        return 1 - expression.parts.reduce((product, part) => product * (1 - this.estimate(part)), 1);
      case 'uncertain':
        return this.estimate(expression.upper);
    }
  }

  /** The share of signals that the inverted index goes through to list the matches: of an AND, those of its rarest part. */
  shareGoneThrough(expression: Expression): number {
    switch (expression.kind) {
      case 'and':
        return Math.min(...expression.parts.map((part) => this.shareGoneThrough(part)));
      case 'or':
        return Math.min(
          1,
          expression.parts.reduce((sum, part) => sum + this.shareGoneThrough(part), 0),
        );
      case 'not':
        return 1;
      case 'uncertain':
        return this.shareGoneThrough(expression.upper);
      default:
        return this.estimate(expression);
    }
  }
}
