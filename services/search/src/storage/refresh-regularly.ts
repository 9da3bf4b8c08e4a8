import type { Context } from '../context';

/**
 * Keeps what is known of the vector index fresh. A failure is only logged: a collection that is not known to be complete is asked for at each semantic search.
 *
 * @returns stops it, waiting for a refresh that is running.
 */
export function refreshRegularly(
  { collections, logger }: Pick<Context, 'collections' | 'logger'>,
  intervalMs: number,
): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = collections
      .refresh()
      .catch((error: unknown) => logger.warn({ err: error }, 'vector collections could not be refreshed'));
  }, intervalMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
