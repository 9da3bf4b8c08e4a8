import type { Context } from '../context';

/**
 * Keeps the statistics fresh. A failure is only logged: stale ones cost time, never correctness.
 *
 * @returns stops it, waiting for a refresh that is running.
 */
export function refreshRegularly({ store, logger }: Context, intervalMs: number): () => Promise<void> {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = store
      .refreshStatistics()
      .catch((error: unknown) => logger.warn({ err: error }, 'search statistics could not be refreshed'));
  }, intervalMs);
  return () => {
    clearInterval(timer);
    return running;
  };
}
