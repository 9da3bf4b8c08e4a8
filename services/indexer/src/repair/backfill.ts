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
  /** Changes that were not published, and events that were not handled. */
  lag(): Promise<number>;
  addDeadLetters(
    rejected: readonly { message: EventMessage & { topic: string }; reason: string }[],
  ): Promise<void>;
}

/** Signals looked at in one statement. */
const LOOKED_AT = 5_000;
/** Signals indexed together. */
const PAGE = 512;
const LAG_POLL_MS = 250;
const LOWEST = '0';

/**
 * Embeds the signals of the catalog that have no vector of their version: of a new model, or whose events are gone. Events under way
 * go first, and their signals are left to them.
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
    const page = await catalog.unembeddedPage(collection.id, after, LOOKED_AT);
    if (!page) return;
    after = page.last;
    const ids = page.ids.filter((id) => !indexing.isUnderWay(id));
    for (let at = 0; at < ids.length; at += PAGE) {
      await untilQuiet(parts, signal);
      const signals = await catalog.readSignals(ids.slice(at, at + PAGE));
      const refused = await indexing.index(collection, signals, signal);
      if (refused.length > 0) await layAside(parts, signals, refused);
    }
  }
}

/** @throws the signal's reason. */
async function untilQuiet({ lag }: BackfillParts, signal: AbortSignal): Promise<void> {
  while ((await lag()) > 0) await delay(LAG_POLL_MS, undefined, { signal });
  signal.throwIfAborted();
}

/** As the events that they might have been. */
async function layAside(
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
