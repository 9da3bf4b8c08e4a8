import type { ChangePosition, ChangeRow } from '@heliograph/catalog';
import {
  matchesAmong,
  ofSignalsAlone,
  parseSignalId,
  SegmentBuilder,
  viewOfAll,
  type Found,
  type ReadQuery,
  type SignalId,
  type Slices,
  type Snapshot,
} from '@heliograph/read-model';

/** A matching change. */
export interface FoundChange {
  row: ChangeRow;
  /** The signal's current state; undefined when it was withdrawn. */
  found: Found | undefined;
}

export interface FoundChanges {
  changes: FoundChange[];
  /** After the last change checked. */
  next: ChangePosition;
  /** Whether all rows were checked. */
  isAll: boolean;
}

/** Rows checked together: few at first, because feeds without filters fill their page soon. */
const FIRST_ROWS = 256;
const ROWS_AT_ONCE = 2_048;
/** Documents of withdrawn signals read before others get their turn. */
const DOCUMENTS_AT_ONCE = 32;

/**
 * The matching changes, in order. A signal is matched in its current state, and skipped when it is no longer shown; a
 * withdrawn one in its last state, ignoring conditions of groups on companies.
 *
 * @param rows the rows to check, after `after`.
 */
export function* findChanges(
  query: ReadQuery,
  rows: readonly ChangeRow[],
  after: ChangePosition,
  limit: number,
  snapshot: Snapshot,
): Slices<FoundChanges> {
  const changes: FoundChange[] = [];
  let next = after;
  // Gathering evidence about companies takes longer than anything else.
  let size = query.groups ? rows.length : Math.min(FIRST_ROWS, rows.length);
  for (let from = 0; from < rows.length; from += size, size = ROWS_AT_ONCE) {
    const part = rows.slice(from, from + size);
    const matches = yield* matchesOf(query, part, snapshot);
    for (const row of part) {
      next = { version: row.version, id: row.id };
      const match = matches(row);
      if (!match) continue;
      changes.push({ row, found: match === 'withdrawn' ? undefined : match });
      if (changes.length === limit) return { changes, next, isAll: row === rows.at(-1) };
    }
    yield;
  }
  return { changes, next, isAll: true };
}

type Match = Found | 'withdrawn' | undefined;

function* matchesOf(
  query: ReadQuery,
  rows: readonly ChangeRow[],
  snapshot: Snapshot,
): Slices<(row: ChangeRow) => Match> {
  const [there, gone] = [idsOf(rows, 'there'), idsOf(rows, 'withdrawn')];
  const shown = new Map<string, Found>();
  if (there.length > 0) {
    for (const each of yield* matchesAmong(query, there, snapshot)) shown.set(keyOf(each), each);
  }
  const withdrawn = new Set<string>();
  if (gone.length > 0) {
    const former = yield* formerSnapshot(rows, snapshot);
    for (const each of yield* matchesAmong(ofSignalsAlone(query), gone, former)) withdrawn.add(keyOf(each));
  }
  return (row) => {
    const id = parseSignalId(row.id)!;
    const key = `${id.high} ${id.low}`;
    if (row.kind !== 'withdrawn') return shown.get(key);
    return withdrawn.has(key) ? 'withdrawn' : undefined;
  };
}

const keyOf = ({ view: { segment }, row }: Found) => `${segment.ids.high[row]} ${segment.ids.low[row]}`;

function idsOf(rows: readonly ChangeRow[], wanted: 'there' | 'withdrawn'): SignalId[] {
  return rows
    .filter(({ kind }) => (kind === 'withdrawn') === (wanted === 'withdrawn'))
    .map(({ id }) => parseSignalId(id)!);
}

/** The withdrawn signals among the rows, in their last state. An id is withdrawn only once. */
function* formerSnapshot(rows: readonly ChangeRow[], snapshot: Snapshot): Slices<Snapshot> {
  const builder = new SegmentBuilder();
  for (const { id, was, atMs } of rows) {
    if (!was) continue;
    builder.add({ ...was, id, ordinal: 0, publishedAtMs: atMs });
    if (builder.rows % DOCUMENTS_AT_ONCE === 0) yield;
  }
  return { ...snapshot, views: [viewOfAll(builder.finish())] };
}
