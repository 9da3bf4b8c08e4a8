import type { ChangePosition, ChangeRow } from '@heliograph/catalog';
import {
  matchesAmong,
  ofSignalsAlone,
  parseSignalId,
  type Found,
  type ReadQuery,
  type SignalId,
  type Slices,
  type Snapshot,
} from '@heliograph/read-model';
import { WithdrawnStates } from './withdrawn-states';

/** A matching change. */
export interface FoundChange {
  row: ChangeRow;
  /** The signal's current state; undefined when it was withdrawn. */
  found: Found | undefined;
}

export interface FoundChanges {
  changes: FoundChange[];
  /** The position after the last change checked. */
  next: ChangePosition;
  /** Whether all rows were checked. */
  isAll: boolean;
}

/** Rows checked together: few at first, because feeds without filters fill their page quickly. */
const FIRST_ROWS = 256;
const ROWS_AT_ONCE = 2_048;

/**
 * The matching changes, in order. A signal is matched in its current state, and skipped when it is no longer shown; a
 * withdrawn one in its last state, without company-scoped groups.
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
  // Gathering evidence about companies takes longest, so it is done once for all rows.
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
  const shown = new Map<string, Found>();
  const there = rows.filter(({ kind }) => kind !== 'withdrawn').map(idOf);
  if (there.length > 0) {
    for (const each of yield* matchesAmong(query, there, snapshot)) shown.set(keyOf(each), each);
  }
  const withdrawn = yield* matchingWithdrawals(
    query,
    rows.filter(({ kind }) => kind === 'withdrawn'),
    snapshot,
  );
  return (row) => {
    if (row.kind === 'withdrawn') return withdrawn.has(row) ? 'withdrawn' : undefined;
    const { high, low } = idOf(row);
    return shown.get(`${high} ${low}`);
  };
}

/** Withdrawals whose signals match in their last state. */
function* matchingWithdrawals(
  query: ReadQuery,
  rows: readonly ChangeRow[],
  snapshot: Snapshot,
): Slices<ReadonlySet<ChangeRow>> {
  if (rows.length === 0) return new Set();
  const states = new WithdrawnStates();
  const viewIndexes = yield* states.addAll(rows);
  const views = states.finish();
  const found = yield* matchesAmong(ofSignalsAlone(query), rows.map(idOf), { ...snapshot, views });
  const matching = new Set(found.map((each) => `${views.indexOf(each.view)} ${keyOf(each)}`));
  return new Set(
    rows.filter((row, index) => {
      const { high, low } = idOf(row);
      return matching.has(`${viewIndexes[index]} ${high} ${low}`);
    }),
  );
}

const keyOf = ({ view: { segment }, row }: Found) => `${segment.ids.high[row]} ${segment.ids.low[row]}`;
const idOf = ({ id }: ChangeRow): SignalId => parseSignalId(id)!;
