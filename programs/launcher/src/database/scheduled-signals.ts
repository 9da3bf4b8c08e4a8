import { publishScheduledSignals } from '@heliograph/catalog';
import { createPool } from '@heliograph/postgres';
import type { Logger } from '@heliograph/runtime';

const INTERVAL_MS = 60_000;

/**
 * Marks signals whose time has come as published, now and every minute. Searches find them at their second also
 * without; marked, they are found faster. A failure is logged and the next minute tries again.
 *
 * @param connectionString of the role that owns the catalog.
 * @returns stops it, waiting for what is running.
 */
export function publishRegularly(connectionString: string, logger: Logger): () => Promise<void> {
  const pool = createPool({ connectionString, applicationName: 'heliograph-publish', max: 1 }, logger);
  const publish = () =>
    publishScheduledSignals(pool).then(
      (count) => {
        if (count > 0) logger.info({ count }, 'signals were published');
      },
      (error: unknown) => logger.warn({ err: error }, 'scheduled signals could not be published'),
    );
  let running = publish();
  const timer = setInterval(() => {
    running = running.then(publish);
  }, INTERVAL_MS);
  return async () => {
    clearInterval(timer);
    await running;
    await pool.end();
  };
}
