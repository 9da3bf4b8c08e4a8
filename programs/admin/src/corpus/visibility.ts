import { catalogVersion, waitForReaders, type LaggingReader, type WaitOptions } from '@heliograph/catalog';
import { withDatabase } from '../system/query';

/**
 * Waits until every search process has everything committed so far, by this command or any other, so a command killed
 * while waiting can simply be run again.
 * @returns those that still lack it when time is up or the signal aborts
 */
export function untilSearchesHaveIt(
  connectionString: string,
  options: WaitOptions,
): Promise<readonly LaggingReader[]> {
  return withDatabase(connectionString, async (pool) =>
    waitForReaders(pool, await catalogVersion(pool), options),
  );
}
