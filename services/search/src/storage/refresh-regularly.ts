import type { Context } from '../context';

/**
 * Refreshes what is known about the vector index. A failure is only logged: a collection not known to be complete is
 * read at each semantic search.
 *
 * @returns a function that stops it and waits for a running refresh.
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
