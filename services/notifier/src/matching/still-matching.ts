import {
  allRows,
  dayOfTime,
  idOf,
  ofSignalsAlone,
  readQuery,
  type CatalogSignal,
  type SignalFilters,
  type Slices,
} from '@heliograph/read-model';
import { snapshotOf } from './snapshot-of';

/**
 * The signals of a delivery that match its saved search, both as they are now.
 *
 * Relative days count from when a signal matched, so waiting loses nothing. Company-scoped groups are not checked
 * again: that would mean reading all of a company's signals for each delivery.
 *
 * @param matchedAt by signal; by default, now.
 */
export function stillMatching<Signal extends CatalogSignal>(
  filters: SignalFilters,
  signals: readonly Signal[],
  matchedAt: ReadonlyMap<string, Date>,
): Signal[] {
  if (signals.length === 0) return [];
  const snapshot = snapshotOf(signals);
  const dayOf = ({ id }: Signal) => dayOfTime(matchedAt.get(id)?.getTime() ?? Date.now());
  const matchingOn = new Map<number, ReadonlySet<string>>();
  for (const day of new Set(signals.map(dayOf))) {
    const found = finished(allRows(ofSignalsAlone(readQuery(filters, day)), snapshot));
    matchingOn.set(day, new Set(found.map(idOf)));
  }
  return signals.filter((signal) => matchingOn.get(dayOf(signal))?.has(signal.id));
}

/** Runs in one go: a delivery has few signals. */
function finished<Result>(work: Slices<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
