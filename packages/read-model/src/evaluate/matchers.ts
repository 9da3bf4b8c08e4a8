import type { Interval } from '../query/days';
import type { Segment } from '../segment/segment';
import { lowerBound } from '../segment/lower-bound';
import {
  add,
  collectRows,
  copyBit,
  drop,
  isEmpty,
  keepBoth,
  keepCompanies,
  keepRows,
  keepWhere,
  setRange,
  WINDOW_ROWS,
  withScratch,
  type Window,
} from './window';

/** A condition, prepared for one segment's rows. For a single scan: windows must come in ascending order. */
export abstract class Matcher {
  /** Clears the bits of rows that do not match. */
  abstract filter(window: Window, start: number): void;
  /** A row at or after this one, with no match in between; `segment.rows` or more if no row matches. */
  abstract seek(row: number): number;
  /** Expected number of matching rows. */
  abstract readonly expected: number;
  /** Expected nanoseconds to scan all rows. */
  abstract readonly cost: number;

  /** Adds to `found` the rows of the window that match. */
  collect(found: Window, window: Window, start: number): void {
    withScratch((left) => {
      left.set(window);
      drop(left, found);
      this.filter(left, start);
      add(found, left);
    });
  }
}

/** Nanoseconds per window, number in a list, amount, and individually checked row. */
const COSTS = { window: 1_000, number: 2, amount: 8, row: 40 };

/** Nanoseconds to check whether a row's company is in a set. */
export const COMPANY_OF_ROW_COST = 4;

const windowsOf = (rows: number) => Math.ceil(rows / WINDOW_ROWS);

/** Expected nanoseconds to scan a list of this length. */
export const listCost = (length: number, rows: number, numberCost = COSTS.number) =>
  length * numberCost + Math.min(length, windowsOf(rows)) * COSTS.window;

/** Rows out of an ascending list. */
abstract class RowsMatcher extends Matcher {
  readonly expected: number;
  readonly cost: number;
  private place = 0;

  constructor(
    readonly rows: Uint32Array,
    private readonly end: number,
    numberCost = COSTS.number,
  ) {
    super();
    this.expected = rows.length;
    this.cost = listCost(rows.length, end, numberCost);
  }

  seek(row: number): number {
    return this.rows[this.placeOf(row)] ?? this.end;
  }

  filter(window: Window, start: number): void {
    withScratch((found) => {
      this.collect(found, window, start);
      window.set(found);
    });
  }

  /** The place in the list of the first row at or after this one. */
  protected placeOf(row: number): number {
    return (this.place = lowerBound(this.rows, row, this.place));
  }
}

/** All rows of an ascending list. */
export class ListMatcher extends RowsMatcher {
  override collect(found: Window, window: Window, start: number): void {
    const { rows } = this;
    const end = start + WINDOW_ROWS;
    for (let place = this.placeOf(start); place < rows.length && rows[place]! < end; place++)
      copyBit(found, window, rows[place]! - start);
  }
}

/** Rows whose amount is in a range, inclusive. Reads only the amounts in the windows it filters. */
export class AmountMatcher extends RowsMatcher {
  constructor(
    rows: Uint32Array,
    private readonly values: Float64Array,
    private readonly range: { minimum: number; maximum: number },
    end: number,
  ) {
    super(rows, end, COSTS.amount);
  }

  override collect(found: Window, window: Window, start: number): void {
    const { rows, values } = this;
    const { minimum, maximum } = this.range;
    const end = start + WINDOW_ROWS;
    for (let place = this.placeOf(start); place < rows.length && rows[place]! < end; place++) {
      const isInRange = minimum <= values[place]! && values[place]! <= maximum;
      if (isInRange) copyBit(found, window, rows[place]! - start);
    }
  }
}

/** Creates its matcher only when a scan begins: an estimate must not cost as much as the search. */
export class LazyMatcher extends Matcher {
  private created: Matcher | undefined;

  constructor(
    readonly expected: number,
    readonly cost: number,
    private readonly create: () => Matcher,
  ) {
    super();
  }

  seek(row: number): number {
    return this.matcher.seek(row);
  }

  filter(window: Window, start: number): void {
    this.matcher.filter(window, start);
  }

  override collect(found: Window, window: Window, start: number): void {
    this.matcher.collect(found, window, start);
  }

  private get matcher(): Matcher {
    return (this.created ??= this.create());
  }
}

/** Rows whose bit is set in a bitmap over all rows. */
export class BitmapMatcher extends Matcher {
  readonly cost: number;

  constructor(
    private readonly bits: Uint32Array,
    readonly expected: number,
    rows: number,
  ) {
    super();
    this.cost = windowsOf(rows) * COSTS.window;
  }

  seek(row: number): number {
    return row;
  }

  filter(window: Window, start: number): void {
    keepRows(window, this.bits, start);
  }

  override collect(found: Window, window: Window, start: number): void {
    collectRows(found, window, this.bits, start);
  }
}

/** Rows in the ranges, which are ascending; `to` is exclusive. */
export class RangesMatcher extends Matcher {
  readonly expected: number;
  readonly cost: number;

  constructor(
    private readonly ranges: readonly Interval[],
    private readonly end: number,
  ) {
    super();
    this.expected = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
    this.cost = windowsOf(this.expected) * COSTS.window;
  }

  seek(row: number): number {
    const range = this.ranges.find(({ to }) => to > row);
    return range ? Math.max(row, range.from) : this.end;
  }

  filter(window: Window, start: number): void {
    withScratch((own) => {
      for (const { from, to } of this.ranges) setRange(own, start, from, to);
      keepBoth(window, own);
    });
  }
}

/** All rows, or none. */
export class ConstantMatcher extends Matcher {
  readonly expected: number;
  readonly cost: number;

  constructor(
    private readonly matches: boolean,
    private readonly rows: number,
  ) {
    super();
    this.expected = matches ? rows : 0;
    this.cost = matches ? windowsOf(rows) * COSTS.window : 0;
  }

  seek(row: number): number {
    return this.matches ? row : this.rows;
  }

  filter(window: Window): void {
    if (!this.matches) window.fill(0);
  }
}

/** Rows whose title contains the words, adjacent and in order. */
export class PhraseMatcher extends Matcher {
  readonly expected: number;
  readonly cost: number;

  /**
   * @param words their numbers in the segment.
   * @param holding matches the rows that contain all of them.
   */
  constructor(
    private readonly titles: Segment['titles'],
    private readonly words: Uint32Array,
    private readonly holding: Matcher,
  ) {
    super();
    // A guess: words that occur together are often adjacent.
    this.expected = holding.expected / 2;
    this.cost = holding.cost + holding.expected * COSTS.row;
  }

  seek(row: number): number {
    return this.holding.seek(row);
  }

  filter(window: Window, start: number): void {
    this.holding.filter(window, start);
    const { words } = this;
    const { starts, words: title } = this.titles;
    keepWhere(window, (bit) => {
      const row = start + bit;
      const last = starts[row + 1]! - words.length;
      for (let place = starts[row]!; place <= last; place++) {
        let length = 0;
        while (length < words.length && title[place + length] === words[length]) length += 1;
        if (length === words.length) return true;
      }
      return false;
    });
  }
}

/** Rows whose company is one of a set. */
export class CompaniesMatcher extends Matcher {
  readonly cost: number;

  /** @param companies a bit for each company number of the catalog. */
  constructor(
    private readonly segment: Segment,
    private readonly companies: Uint32Array,
    readonly expected: number,
  ) {
    super();
    this.cost = segment.rows * COMPANY_OF_ROW_COST;
  }

  seek(row: number): number {
    return row;
  }

  filter(window: Window, start: number): void {
    keepCompanies(window, this.segment.companies, this.companies, start);
  }
}

/** Rows that match all. */
export class AndMatcher extends Matcher {
  readonly expected: number;
  readonly cost: number;
  private readonly matchers: readonly Matcher[];

  constructor(matchers: readonly Matcher[], rows: number) {
    super();
    // Most selective first, so the rest have little to do.
    this.matchers = [...matchers].sort((a, b) => a.expected - b.expected || a.cost - b.cost);
    this.expected = this.matchers.reduce(
      (share, { expected }) => (share * expected) / Math.max(1, rows),
      rows,
    );
    const fewest = this.matchers[0]?.expected ?? rows;
    const windows = Math.min(windowsOf(rows), fewest);
    const share = windows / Math.max(1, windowsOf(rows));
    this.cost = this.matchers.reduce((sum, { cost }) => sum + cost * share, windows * COSTS.window);
  }

  seek(row: number): number {
    let found = row;
    for (const matcher of this.matchers) found = Math.max(found, matcher.seek(found));
    return found;
  }

  filter(window: Window, start: number): void {
    for (const matcher of this.matchers) {
      matcher.filter(window, start);
      if (isEmpty(window)) return;
    }
  }
}

/** Rows that match any. */
export class OrMatcher extends Matcher {
  readonly expected: number;
  readonly cost: number;

  constructor(
    private readonly matchers: readonly Matcher[],
    rows: number,
  ) {
    super();
    const sum = (of: (matcher: Matcher) => number) => matchers.reduce((total, each) => total + of(each), 0);
    this.expected = Math.min(
      rows,
      sum(({ expected }) => expected),
    );
    this.cost = sum(({ cost }) => cost + windowsOf(rows) * COSTS.window);
  }

  seek(row: number): number {
    return this.matchers.reduce((nearest, matcher) => Math.min(nearest, matcher.seek(row)), Infinity);
  }

  filter(window: Window, start: number): void {
    withScratch((found) => {
      this.collect(found, window, start);
      window.set(found);
    });
  }

  override collect(found: Window, window: Window, start: number): void {
    for (const matcher of this.matchers) matcher.collect(found, window, start);
  }
}

/** Rows that do not match. */
export class NotMatcher extends Matcher {
  readonly expected: number;
  readonly cost: number;

  constructor(
    private readonly matcher: Matcher,
    rows: number,
  ) {
    super();
    this.expected = Math.max(0, rows - matcher.expected);
    this.cost = matcher.cost + windowsOf(rows) * COSTS.window;
  }

  seek(row: number): number {
    return row;
  }

  filter(window: Window, start: number): void {
    withScratch((own) => {
      own.set(window);
      this.matcher.filter(own, start);
      drop(window, own);
    });
  }
}
