import { search } from '@heliograph/proto';
import type { QueryChange } from '../domain/saved-search';
import type { PublishedSignal } from '../storage/catalog-reader';
import type { FoundMatch } from '../storage/match-store';
import { stillMatching } from './still-matching';

interface OlderMatches {
  change: QueryChange;
  signalIds: Set<string>;
}

/**
 * Leaves out matches that a changed query found among older signals: those that the query until then did not match. Of
 * several changes before a signal is read, only the last counts.
 *
 * @param signals those of the matches.
 * @param matchedAt by signal; relative days count from it, by default from now.
 */
export async function withoutOlder<Found extends FoundMatch>(
  found: readonly Found[],
  signals: readonly PublishedSignal[],
  changeOf: (savedSearchId: string) => QueryChange | undefined,
  matchedAt: ReadonlyMap<string, Date> = new Map(),
): Promise<readonly Found[]> {
  const older = new Map<string, OlderMatches>();
  for (const { savedSearchId, signalId, ownVersion } of found) {
    const change = changeOf(savedSearchId);
    if (!change || BigInt(ownVersion) > change.after) continue;
    const known = older.get(savedSearchId);
    if (known) known.signalIds.add(signalId);
    else older.set(savedSearchId, { change, signalIds: new Set([signalId]) });
  }
  if (older.size === 0) return found;
  for (const { change, signalIds } of older.values()) {
    const filters = search.Filters.decode(change.previousFilters);
    const ofSearch = signals.filter(({ id }) => signalIds.has(id));
    for (const { id } of stillMatching(filters, ofSearch, matchedAt)) signalIds.delete(id);
    await new Promise(setImmediate);
  }
  return found.filter(({ savedSearchId, signalId }) => !older.get(savedSearchId)?.signalIds.has(signalId));
}
