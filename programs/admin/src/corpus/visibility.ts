import { catalogVersion, waitForReaders, type LaggingReader, type WaitOptions } from '@heliograph/catalog';
import { withDatabase } from '../system/query';

/**
 * Waits until every process that answers searches has all that is committed now, by this command or another: a command that was killed while it waited is
 * run again.
 * @returns those that do not have it although the time is over, or the signal came
 */
export function untilSearchesHaveIt(
  connectionString: string,
  options: WaitOptions,
): Promise<readonly LaggingReader[]> {
  return withDatabase(connectionString, async (pool) =>
    waitForReaders(pool, await catalogVersion(pool), options),
  );
}
