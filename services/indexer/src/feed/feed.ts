import { BackOff, readAhead } from '@heliograph/runtime';
import { SIGNALS_PUBLISHED_TOPIC, type EventMessage } from '@heliograph/event-log';
import { setTimeout as delay } from 'node:timers/promises';
import type { FeedChange, Withdrawal } from '../domain/signal';
import type { CatalogSession } from '../leader/catalog-session';
import { PartFailure, type Blockers } from '../blockers';
import { messageOf } from './signal-event';

interface FeedOptions {
  publish(topic: string, messages: readonly EventMessage[]): Promise<void>;
  /** Called for withdrawals before they are published. */
  onWithdrawn(withdrawals: readonly Withdrawal[]): Promise<void>;
  /** Pause between two checks of the catalog while nothing is new. */
  pollIntervalMs: number;
  /** Maximum changes published together. */
  maximumBatch: number;
  blockers: Blockers;
  metrics: { published(events: number): void };
}

/** The longest that a hanging index holds up the events. */
const WITHDRAWAL_WAIT_MS = 2_000;

type FeedSession = Pick<
  CatalogSession,
  'catalogVersion' | 'readPosition' | 'readChanges' | 'movePosition' | 'noteKnown'
>;

/**
 * Publishes the catalog's changes. Writers take turns and commit a version's changes together, so versions become
 * visible in order, and everything up to the position has been published: the catalog is its own outbox.
 */
export class Feed {
  private readonly backOff = new BackOff();

  constructor(private readonly options: FeedOptions) {}

  /** @throws when the session is lost. */
  async run(session: FeedSession, signal: AbortSignal): Promise<void> {
    let seen: string | undefined;
    while (!signal.aborted) {
      const version = await session.catalogVersion();
      if (version === seen || (await this.publishAll(session, signal))) {
        seen = version;
        await pause(this.options.pollIntervalMs, signal);
      } else {
        await this.backOff.pause(signal);
      }
    }
  }

  /**
   * Publishes everything there is.
   *
   * @returns false if the event log failed, or if it was asked to stop.
   */
  private async publishAll(session: FeedSession, signal: AbortSignal): Promise<boolean> {
    const { maximumBatch, metrics } = this.options;
    const { knownVersion, ...start } = await session.readPosition();
    let next = readAhead(session.readChanges(start, maximumBatch, knownVersion));
    for (;;) {
      const changes = await next;
      const last = changes.at(-1);
      if (!last) {
        await session.noteKnown();
        return true;
      }
      const position = { version: String(last.version), id: last.id };
      // The database reads the next changes while the log stores these.
      next = readAhead(session.readChanges(position, maximumBatch, knownVersion));
      await this.expediteWithdrawals(changes);
      if (signal.aborted || !(await this.publish(changes))) return false;
      // If the process dies before this line, the next leader publishes the changes again.
      await session.movePosition(position);
      metrics.published(changes.length);
    }
  }

  private async publish(changes: readonly FeedChange[]): Promise<boolean> {
    const time = new Date();
    try {
      await this.options.blockers.watch('event log', () =>
        this.options.publish(
          SIGNALS_PUBLISHED_TOPIC,
          changes.map((change) => messageOf(change, time)),
        ),
      );
      this.backOff.reset();
      return true;
    } catch (error) {
      if (!(error instanceof PartFailure)) throw error;
      return false;
    }
  }

  /**
   * Events may wait for hours behind a large import being embedded, but withdrawn signals leave the index immediately.
   * If that fails, it happens when the event's turn comes.
   */
  private async expediteWithdrawals(changes: readonly FeedChange[]): Promise<void> {
    const withdrawals = changes.flatMap((change): Withdrawal[] => (change.withdrawn ? [change] : []));
    if (withdrawals.length === 0) return;
    const waiting = new AbortController();
    const removing = this.options.onWithdrawn(withdrawals).catch(() => undefined);
    await Promise.race([removing, pause(WITHDRAWAL_WAIT_MS, waiting.signal)]);
    waiting.abort();
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined);
}
