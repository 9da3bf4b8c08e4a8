import { ServiceError } from '@heliograph/runtime';
import { DatabaseError } from 'pg';

/** The server became a standby, and the connection is about to be closed. */
const READ_ONLY = '25006';

/**
 * SQLSTATE classes where waiting may help: connection exception, rolled back, out of resources, not in the right state,
 * operator or timeout intervened, system error.
 */
const passing = ['08', '40', '53', '55', '57', '58', READ_ONLY];

/**
 * Runs work on the database for a service's caller. Where waiting may help (no connection, a timeout, a full disk) it
 * fails with the ServiceError `unavailable`; other driver errors pass through and become `internal` at the edge.
 */
export async function onDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!mayPass(error)) throw error;
    throw new ServiceError('unavailable', 'The service is temporarily unavailable. Try again shortly.', {
      cause: error,
      retryAfterSeconds: 1,
    });
  }
}

function mayPass(error: unknown): boolean {
  if (error instanceof ServiceError) return false;
  if (error instanceof DatabaseError) return passing.some((group) => error.code?.startsWith(group));
  // The driver's own errors are about the connection, unless they are bugs in the program.
  return !(error instanceof TypeError || error instanceof RangeError);
}
