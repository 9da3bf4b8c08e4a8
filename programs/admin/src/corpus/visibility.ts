import { catalogVersion, waitForReaders, type LaggingReader, type WaitOptions } from '@heliograph/catalog';
import { withDatabase } from '../system/query';

/**
 * Waits until every search process has everything committed by now, by this command or another: a command killed while
 * waiting can be run again.
 * @returns those that still lack it when the time is up, or the signal came
 */
export function untilSearchesHaveIt(
  connectionString: string,
  options: WaitOptions,
): Promise<readonly LaggingReader[]> {
  return withDatabase(connectionString, async (pool) =>
    waitForReaders(pool, await catalogVersion(pool), options),
  );
}
