import { InvalidEventError, parseCloudEvent, type StoredEvent } from '@heliograph/event-log';
import { SIGNAL_ID } from '@heliograph/contract';
import { signals } from '@heliograph/proto';
import { dayOfTime } from '@heliograph/read-model';
import type { CatalogReader } from '../storage/catalog-reader';
import type { MatchStore } from '../storage/match-store';
import type { HeldSearches } from './held-searches';
import { matchSignals } from './match-signals';
import { withoutOlder } from './query-changes';

interface SignalMatcherParts {
  held: HeldSearches;
  catalog: CatalogReader;
  matches: MatchStore;
  metrics: { matched(signals: number, matches: number, seconds: number): void };
  /** Called when matches wait for delivery. */
  onMatches(): void;
}

/** Matches changed signals against all saved searches with webhooks. */
export class SignalMatcher {
  constructor(private readonly parts: SignalMatcherParts) {}

  /**
   * Processes a batch. The caller commits the group's offset only after this resolves.
   *
   * Signals are matched as they are now, not as in the events, so late and repeated events do no harm. A match is a
   * unique row, so a redelivered batch adds nothing. If the process dies before the rows commit, the batch is
   * redelivered. If it dies between that commit and the offset's, the batch is redelivered and finds its rows.
   */
  async handle(messages: readonly StoredEvent[], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const startedAt = performance.now();
    const { held, catalog, matches, metrics } = this.parts;
    const changed = await catalog.published(idsOf(messages));
    // After reading the signals, so that they are matched with everything saved until then.
    await held.refresh();
    const found = await matchSignals(held.percolator, changed, dayOfTime(Date.now()), catalog, signal);
    const added = await matches.add(await withoutOlder(found, changed, (id) => held.queryChanges.get(id)));
    if (added > 0) this.parts.onMatches();
    metrics.matched(changed.length, added, (performance.now() - startedAt) / 1000);
  }
}

/** The ids of the messages' signals, each once. The indexer dead-letters messages that are not signal events. */
function idsOf(messages: readonly StoredEvent[]): string[] {
  const ids = new Set<string>();
  for (const message of messages) {
    const event = decoded(message);
    if (event && !event.withdrawn && !event.sameItem && SIGNAL_ID.test(event.id)) ids.add(event.id);
  }
  return [...ids];
}

function decoded(message: StoredEvent): signals.SignalPublished | undefined {
  try {
    return signals.SignalPublished.decode(parseCloudEvent(message).data);
  } catch (error) {
    // A protobuf reader throws its own errors for truncated or invalid data.
    if (error instanceof InvalidEventError || error instanceof Error) return undefined;
    throw error;
  }
}
