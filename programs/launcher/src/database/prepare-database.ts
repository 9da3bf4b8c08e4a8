import { setTimeout as delay } from 'node:timers/promises';
import { bootstrapDatabase, byRoleName, describeDatabase, roleConnectionString } from '@heliograph/postgres';
import { migrateCatalog } from '@heliograph/catalog';
import type { Logger } from '@heliograph/runtime';
import type { Secrets } from '../home/secrets';
import { StartFailure } from '../start-failure';

/** How long to wait for a database that starts together with this program. */
const TIMEOUT_MS = 10_000;
const RETRY_MS = 500;

/** System and PostgreSQL codes of a server that may be up in a moment. */
const TRANSIENT_CODES = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'ECONNRESET',
  'ETIMEDOUT',
  'EAI_AGAIN',
  '57P03',
  '53300',
  'NO_PRIMARY',
]);

/**
 * Creates roles and schemas and migrates the catalog; each service migrates its own schema when it starts.
 *
 * @throws StartFailure naming the cause, without the connection string's password.
 */
export async function prepareDatabase(
  connectionString: string,
  passwords: Secrets['rolePasswords'],
  logger: Logger,
): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  for (;;) {
    try {
      await bootstrapDatabase({
        adminConnectionString: connectionString,
        rolePassword: byRoleName(passwords),
      });
      break;
    } catch (error) {
      if (!isTransient(error) || performance.now() > end) throw unusable(connectionString, error);
      logger.warn({ err: error }, 'the database is not reachable yet');
      await delay(RETRY_MS);
    }
  }
  await migrateCatalog(roleConnectionString(connectionString, 'catalog', passwords.catalog), logger);
}

function isTransient(error: unknown): boolean {
  const failures = error instanceof AggregateError ? error.errors : [error];
  return failures.some((failure: NodeJS.ErrnoException) => TRANSIENT_CODES.has(String(failure.code)));
}

function unusable(connectionString: string, error: unknown): StartFailure {
  const failure = error instanceof AggregateError ? error.errors[0] : error;
  const remedy = isTransient(error) ? 'Start it or correct' : 'Correct';
  const reason = failure instanceof Error ? failure.message : String(failure);
  return new StartFailure(
    `the database ${describeDatabase(connectionString)} cannot be used: ${reason}. ${remedy} DATABASE_URL; unset it to use the embedded one`,
    true,
    { cause: error },
  );
}
