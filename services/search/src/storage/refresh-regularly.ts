import type { Context } from '../context';

/**
 * Keeps the statistics, and what is known of the vector index, fresh. A failure is only logged: stale statistics cost time, never
 * correctness, and a collection that is not known to be complete is asked for at each semantic search.
 *
 * @returns stops it, waiting for a refresh that is running.
 */
export function refreshRegularly(
  { store, collections, logger }: Context,
  intervalMs: number,
): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const failed = (what: string) => (error: unknown) =>
    logger.warn({ err: error }, `${what} could not be refreshed`);
  const timer = setInterval(() => {
    running = Promise.all([
      store.refreshStatistics().catch(failed('search statistics')),
      collections.refresh().catch(failed('vector collections')),
    ]);
  }, intervalMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
