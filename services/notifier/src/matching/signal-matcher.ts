import { InvalidEventError, parseCloudEvent, type StoredEvent } from '@heliograph/event-log';
import { SIGNAL_ID } from '@heliograph/contract';
import { signals } from '@heliograph/proto';
import { dayOfTime, idOf, type Match, type Slices } from '@heliograph/read-model';
import type { CatalogReader, PublishedSignal } from '../storage/catalog-reader';
import type { FoundMatch, MatchStore } from '../storage/match-store';
import type { HeldSearches } from './held-searches';
import { snapshotOf } from './snapshot-of';

interface SignalMatcherParts {
  held: HeldSearches;
  catalog: CatalogReader;
  matches: MatchStore;
  metrics: { matched(signals: number, matches: number, seconds: number): void };
  /** Called when matches wait for delivery. */
  onMatches(): void;
}

/** The longest that the process's other work waits. */
const SLICE_MS = 10;

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
    const found = changed.length === 0 ? [] : await this.match(changed, signal);
    const added = await matches.add(found);
    if (added > 0) this.parts.onMatches();
    metrics.matched(changed.length, added, (performance.now() - startedAt) / 1000);
  }

  private async match(changed: readonly PublishedSignal[], signal: AbortSignal): Promise<FoundMatch[]> {
    const { percolator } = this.parts.held;
    const today = dayOfTime(Date.now());
    const versions = new Map(changed.map(({ id, version }) => [id, version]));
    const { matches, undecided } = await inSlices(percolator.match(snapshotOf(changed), today), signal);
    const settled = undecided.length === 0 ? [] : await this.settle(changed, undecided, today, signal);
    return [...matches, ...settled].flatMap(({ id: savedSearchId, found }) =>
      found.map((each) => {
        const signalId = idOf(each);
        return { savedSearchId, signalId, version: versions.get(signalId)! };
      }),
    );
  }

  /** Company-scoped groups depend on all of a company's signals. */
  private async settle(
    changed: readonly PublishedSignal[],
    undecided: readonly Match[],
    today: number,
    signal: AbortSignal,
  ): Promise<Match[]> {
    const asked = new Set(undecided.flatMap(({ found }) => found.map(idOf)));
    const companies = new Set(changed.filter(({ id }) => asked.has(id)).map(({ companyId }) => companyId));
    const all = await this.parts.catalog.ofCompanies([...companies]);
    if (all.length === 0) return [];
    return inSlices(this.parts.held.percolator.settle(undecided, snapshotOf(all), today), signal);
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

async function inSlices<Result>(work: Slices<Result>, signal: AbortSignal): Promise<Result> {
  for (let startedAt = performance.now(); ;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - startedAt < SLICE_MS) continue;
    await new Promise(setImmediate);
    signal.throwIfAborted();
    startedAt = performance.now();
  }
}
