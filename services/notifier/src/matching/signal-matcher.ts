import { parseCloudEvent, type StoredEvent } from '@heliograph/event-log';
import { SIGNAL_ID } from '@heliograph/contract';
import { signals } from '@heliograph/proto';
import { dayOfTime } from '@heliograph/read-model';
import type { Logger } from '@heliograph/runtime';
import type { CatalogReader } from '../storage/catalog-reader';
import { CatalogBehindError, PATIENCE_MS } from '../storage/current-database';
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
  logger: Logger;
  /** How long a batch waits for a catalog that has its changes; default 30 s. */
  patienceMs?: number;
}

/** A batch that waits for its changes. */
interface Waiting {
  offset: bigint;
  since: number;
}

/** Matches changed signals against all saved searches with webhooks. */
export class SignalMatcher {
  /** By partition. */
  private readonly waiting = new Map<number, Waiting>();
  private lostUntil = 0;

  constructor(private readonly parts: SignalMatcherParts) {}

  /**
   * Processes a batch. The caller commits the group's offset only after this resolves.
   *
   * Signals are matched as they are now, not as in the events, so late and repeated events do no harm. A match is a
   * unique row, so a redelivered batch adds nothing. If the process dies before the rows commit, the batch is
   * redelivered. If it dies between that commit and the offset's, the batch is redelivered and finds its rows.
   *
   * @throws CatalogBehindError if the database lacks the batch's changes: it may be a former primary. If it still does
   * after half a minute, they were lost, as by a restore, and the batch is matched without them.
   */
  async handle(messages: readonly StoredEvent[], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { partition, offset } = messages[0]!;
    const { ids, version } = changesOf(messages);
    try {
      await this.match(ids, performance.now() < this.lostUntil ? 0n : version, signal);
      this.waiting.delete(partition);
    } catch (error) {
      if (!(error instanceof CatalogBehindError) || !this.hasWaited(partition, offset)) throw error;
      this.parts.logger.warn({ err: error, partition }, 'a batch is matched without changes that were lost');
      await this.match(ids, 0n, signal);
    }
  }

  /** If so, other batches needn't wait for a while. */
  private hasWaited(partition: number, offset: bigint): boolean {
    const { patienceMs = PATIENCE_MS } = this.parts;
    const now = performance.now();
    const waiting = this.waiting.get(partition);
    if (waiting?.offset !== offset) this.waiting.set(partition, { offset, since: now });
    else if (now - waiting.since >= patienceMs) {
      this.lostUntil = now + patienceMs;
      return true;
    }
    return false;
  }

  private async match(ids: readonly string[], atLeast: bigint, signal: AbortSignal): Promise<void> {
    const startedAt = performance.now();
    const { held, catalog, matches, metrics } = this.parts;
    const changed = await catalog.published(ids, atLeast);
    // After reading the signals, so that they are matched with everything saved until then.
    await held.refresh();
    const found = await matchSignals(held.percolator, changed, dayOfTime(Date.now()), catalog, signal);
    const added = await matches.add(await withoutOlder(found, changed, (id) => held.queryChanges.get(id)));
    if (added > 0) this.parts.onMatches();
    metrics.matched(changed.length, added, (performance.now() - startedAt) / 1000);
  }
}

/**
 * The ids of the messages' signals, each once, and the highest version. The indexer dead-letters messages that are not
 * signal events.
 */
function changesOf(messages: readonly StoredEvent[]): { ids: string[]; version: bigint } {
  const ids = new Set<string>();
  let version = 0n;
  for (const message of messages) {
    const event = decoded(message);
    if (!event || event.withdrawn || event.sameItem || !SIGNAL_ID.test(event.id)) continue;
    ids.add(event.id);
    if (event.version > version) ({ version } = event);
  }
  return { ids: [...ids], version };
}

function decoded(message: StoredEvent): signals.SignalPublished | undefined {
  try {
    return signals.SignalPublished.decode(parseCloudEvent(message).data);
  } catch {
    return undefined;
  }
}
