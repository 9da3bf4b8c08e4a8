import { dayOf, formatDay } from '../query/days';
import type { PageRequest, Position } from '../query/search-request';
import { firstRowAfter, isAfter } from '../segment/segment';
import { formatSignalId, parseSignalId } from '../segment/signal-id';
import type { SegmentView, Snapshot } from '../snapshot';
import type { SignalId } from '../segment/signal-id';
import { matcherOf } from './matcher-of';
import { AndMatcher } from './matchers';
import { matchersOf, type ReadQuery } from './plan';
import { countRows, firstRows, type Slices } from './scan';

/** A found signal. */
export interface Found {
  view: SegmentView;
  row: number;
}

/** The exact number of matches. */
export function* countMatches(query: ReadQuery, snapshot: Snapshot): Slices<number> {
  const matchers = yield* matchersOf(query, snapshot);
  let total = 0;
  for (const [index, view] of snapshot.views.entries()) total += yield* countRows(view, matchers[index]!);
  return total;
}

/** All matches, unordered. */
export function* allRows(query: ReadQuery, snapshot: Snapshot): Slices<Found[]> {
  const matchers = yield* matchersOf(query, snapshot);
  const found: Found[] = [];
  for (const [index, view] of snapshot.views.entries()) {
    const rows = yield* firstRows(view, matchers[index]!, 0, Infinity);
    for (const row of rows) found.push({ view, row });
  }
  return found;
}

/** The given signals that match, unordered. Evidence about companies comes from all signals. */
export function* matchesAmong(
  query: ReadQuery,
  ids: readonly SignalId[],
  snapshot: Snapshot,
): Slices<Found[]> {
  const matchers = yield* matchersOf(query, snapshot);
  const found: Found[] = [];
  for (const [index, view] of snapshot.views.entries()) {
    const { segment } = view;
    const asked = matcherOf({ kind: 'ids', ids }, segment);
    const matcher = new AndMatcher([asked, matchers[index]!], segment.rows);
    for (const row of yield* firstRows(view, matcher, 0, Infinity)) found.push({ view, row });
    yield;
  }
  return found;
}

interface FoundPage {
  found: Found[];
  /** The position of the last one if more follow. */
  next: Position | null;
}

/** A page of matches, newest first. */
export function* findPage(
  query: ReadQuery,
  { after, page, limit }: PageRequest,
  snapshot: Snapshot,
): Slices<FoundPage> {
  const skipped = page === undefined ? 0 : (page - 1) * limit;
  // One extra row tells whether there is a next page.
  const maximum = skipped + limit + 1;
  const matchers = yield* matchersOf(query, snapshot);
  const lists: FoundRows[] = [];
  for (const [index, view] of snapshot.views.entries()) {
    const from = after ? firstRowAfterPosition(view, after) : 0;
    lists.push({ view, rows: yield* firstRows(view, matchers[index]!, from, maximum), place: 0 });
  }
  const found = newestOf(lists, skipped, maximum);
  const hasNext = found.length > limit;
  if (hasNext) found.pop();
  const last = found.at(-1);
  return { found, next: last && hasNext ? positionOf(last) : null };
}

/** Matching rows of one view, newest first, and how many were taken. */
interface FoundRows {
  view: SegmentView;
  rows: readonly number[];
  place: number;
}

/** Merges the lists: up to `maximum` rows, newest first, without the first `skipped`. */
function newestOf(lists: readonly FoundRows[], skipped: number, maximum: number): Found[] {
  const found: Found[] = [];
  for (let taken = 0; taken < maximum;) {
    const [newest, next] = newestTwo(lists);
    if (!newest) break;
    const { view, rows, place } = newest;
    const end = Math.min(rows.length, place + maximum - taken);
    const run = next ? endOfNewer(newest, next, end) : end;
    for (let index = Math.max(place, place + skipped - taken); index < run; index++)
      found.push({ view, row: rows[index]! });
    taken += run - place;
    newest.place = run;
  }
  return found;
}

/** The list whose next row is the newest, and the one after it. */
function newestTwo(lists: readonly FoundRows[]): (FoundRows | undefined)[] {
  let [newest, next]: (FoundRows | undefined)[] = [];
  for (const list of lists) {
    if (list.place === list.rows.length) continue;
    if (!newest || isNewer(list, newest)) [newest, next] = [list, newest];
    else if (!next || isNewer(list, next)) next = list;
  }
  return [newest, next];
}

const isNewer = (a: FoundRows, b: FoundRows) => endOfNewer(a, b, a.place + 1) > a.place;

/** The place, up to `end`, at which a list's rows are no longer newer than the other list's next one. */
function endOfNewer({ view, rows, place }: FoundRows, other: FoundRows, end: number): number {
  const { segment } = other.view;
  const row = other.rows[other.place]!;
  const { days, ids } = view.segment;
  while (
    place < end &&
    isAfter(segment, row, days[rows[place]!]!, ids.high[rows[place]!]!, ids.low[rows[place]!]!)
  )
    place += 1;
  return place;
}

function firstRowAfterPosition({ segment }: SegmentView, { activityDate, id }: Position): number {
  const parsed = parseSignalId(id);
  // Greater than every id: all of that day comes after.
  const { high, low } = parsed ?? { high: 0xffff_ffff, low: 0xffff_ffff };
  return firstRowAfter(segment, dayOf(activityDate), high, low);
}

function positionOf({ view: { segment }, row }: Found): Position {
  return { activityDate: formatDay(segment.days[row]!), id: idOf({ view: { segment }, row }) };
}

/** A signal's id, in decimal digits. */
export function idOf({
  view: { segment },
  row,
}: {
  view: Pick<SegmentView, 'segment'>;
  row: number;
}): string {
  return formatSignalId(segment.ids.high[row]!, segment.ids.low[row]!);
}
