import { hasScheduledSignals, publishScheduledSignals, pruneChanges } from '@heliograph/catalog';
import { BackOff, type Logger } from '@heliograph/runtime';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';

/**
 * Searches show a scheduled signal on time by themselves; followers of changes get it once it is marked, within a
 * second.
 */
const PUBLICATION_POLL_MS = 250;
const PRUNE_INTERVAL_MS = 600_000;

interface PublicationLoopParts {
  pool: Pool;
  metrics: { marked(signals: number): void };
  logger: Logger;
}

/**
 * Runs on the leader: marks scheduled signals as published when they are due, and removes changes that are too old to
 * request.
 */
export class PublicationLoop {
  constructor(private readonly parts: PublicationLoopParts) {}

  async run(signal: AbortSignal): Promise<void> {
    const { pool, metrics, logger } = this.parts;
    const backOff = new BackOff();
    const publish = async () => {
      signal.throwIfAborted();
      if (await hasScheduledSignals(pool)) metrics.marked(await publishScheduledSignals(pool));
    };
    let pruneAt = 0;
    while (!signal.aborted) {
      try {
        await publish();
        if (performance.now() >= pruneAt) {
          // What is due meanwhile is not held up by it.
          await pruneChanges(pool, publish);
          pruneAt = performance.now() + PRUNE_INTERVAL_MS;
        }
        backOff.reset();
        await delay(PUBLICATION_POLL_MS, undefined, { signal });
      } catch (error) {
        if (signal.aborted) return;
        logger.warn({ err: error }, 'scheduled signals could not be published; retrying');
        await backOff.pause(signal);
      }
    }
  }
}
