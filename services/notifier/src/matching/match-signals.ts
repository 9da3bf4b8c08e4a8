import { idOf, type Match, type Percolator, type Slices } from '@heliograph/read-model';
import type { CatalogReader, PublishedSignal } from '../storage/catalog-reader';
import type { FoundMatch } from '../storage/match-store';
import { snapshotOf } from './snapshot-of';

/** The longest that the process's other work waits. */
const SLICE_MS = 10;

/**
 * Matches signals against a percolator's saved searches.
 *
 * @param today relative days count from it.
 */
export async function matchSignals(
  percolator: Percolator,
  changed: readonly PublishedSignal[],
  today: number,
  catalog: CatalogReader,
  signal?: AbortSignal,
): Promise<FoundMatch[]> {
  if (changed.length === 0) return [];
  const byId = new Map(changed.map((each) => [each.id, each]));
  /** Company-scoped groups depend on all of a company's signals. */
  const settle = async (undecided: readonly Match[]): Promise<Match[]> => {
    const asked = undecided.flatMap(({ found }) => found.map((each) => byId.get(idOf(each))!.companyId));
    const all = await catalog.ofCompanies([...new Set(asked)]);
    if (all.length === 0) return [];
    return inSlices(percolator.settle(undecided, snapshotOf(all), today), signal);
  };
  const { matches, undecided } = await inSlices(percolator.match(snapshotOf(changed), today), signal);
  const settled = undecided.length === 0 ? [] : await settle(undecided);
  return [...matches, ...settled].flatMap(({ id: savedSearchId, found }) =>
    found.map((each) => {
      const { id: signalId, version, ownVersion } = byId.get(idOf(each))!;
      return { savedSearchId, signalId, version, ownVersion };
    }),
  );
}

async function inSlices<Result>(work: Slices<Result>, signal?: AbortSignal): Promise<Result> {
  for (let startedAt = performance.now(); ;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - startedAt < SLICE_MS) continue;
    await new Promise(setImmediate);
    signal?.throwIfAborted();
    startedAt = performance.now();
  }
}
