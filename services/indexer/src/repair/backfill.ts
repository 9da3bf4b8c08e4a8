import type { EventMessage } from '@heliograph/event-log';
import { SIGNALS_PUBLISHED_TOPIC } from '@heliograph/event-log';
import { setTimeout as delay } from 'node:timers/promises';
import type { ActiveCollection } from '../collections/active-collection';
import type { CatalogSignal } from '../domain/signal';
import { messageOf } from '../feed/signal-event';
import type { RefusedSignal, SignalIndexing } from '../indexing/signal-indexing';
import type { CatalogReader } from '../storage/catalog-reader';

export interface BackfillParts {
  catalog: CatalogReader;
  indexing: SignalIndexing;
  /** Changes not yet published, and events not yet processed. */
  lag(): Promise<number>;
  addDeadLetters(
    rejected: readonly { message: EventMessage & { topic: string }; reason: string }[],
  ): Promise<void>;
}

/** Signals read per statement. */
const SIGNALS_PER_READ = 5_000;
/** Signals indexed together. */
const PAGE = 512;
const LAG_POLL_MS = 250;
const LOWEST = '0';

/**
 * Embeds the catalog's signals that have no vector of their version: for a new model, or after lost events. Events in
 * flight go first, and their signals are left to them.
 */
export async function backfill(
  parts: BackfillParts,
  collection: ActiveCollection,
  signal: AbortSignal,
): Promise<void> {
  const { catalog, indexing } = parts;
  let after = LOWEST;
  for (;;) {
    await untilQuiet(parts, signal);
    const page = await catalog.unembeddedPage(collection.id, after, SIGNALS_PER_READ);
    if (!page) return;
    after = page.last;
    const ids = page.ids.filter((id) => !indexing.isUnderWay(id));
    for (let at = 0; at < ids.length; at += PAGE) {
      await untilQuiet(parts, signal);
      const signals = await catalog.readSignals(ids.slice(at, at + PAGE));
      const refused = await indexing.index(collection, signals, signal);
      if (refused.length > 0) await deadLetter(parts, signals, refused);
    }
  }
}

/** @throws the signal's reason. */
async function untilQuiet({ lag }: BackfillParts, signal: AbortSignal): Promise<void> {
  while ((await lag()) > 0) await delay(LAG_POLL_MS, undefined, { signal });
  signal.throwIfAborted();
}

/** Dead-letters refused signals in the form of the events they might have been. */
async function deadLetter(
  { addDeadLetters }: BackfillParts,
  signals: readonly CatalogSignal[],
  refused: readonly RefusedSignal[],
): Promise<void> {
  const byId = new Map(signals.map((signal) => [signal.id, signal]));
  const time = new Date();
  await addDeadLetters(
    refused.map(({ id, reason }) => ({
      message: {
        ...messageOf({ ...byId.get(id)!, withdrawn: false }, time),
        topic: SIGNALS_PUBLISHED_TOPIC,
      },
      reason,
    })),
  );
}
