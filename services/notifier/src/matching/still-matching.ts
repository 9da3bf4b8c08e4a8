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
 * Those of a delivery's signals that match its saved search as both are now.
 *
 * Relative days count from when a signal matched, so that waiting loses nothing. What company-scoped groups require of
 * a company is not asked again: it would take reading all its signals for each delivery.
 *
 * @param matchedAt by signal; now by default.
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

/** Of a delivery's few signals at once. */
function finished<Result>(work: Slices<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
