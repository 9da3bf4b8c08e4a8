import { ServiceError, unavailable } from '@heliograph/runtime';
import { DatabaseError } from 'pg';

/** The server became a standby. */
const READ_ONLY = '25006';
/** The server ended the session: its transaction was idle, or took, for too long. */
const TRANSACTION_TIMEOUTS = ['25P03', '25P04'];

/**
 * SQLSTATE classes where waiting may help: connection exception, rolled back, out of resources, not in the right state,
 * operator or timeout intervened, system error.
 */
const TRANSIENT_CLASSES = ['08', '40', '53', '55', '57', '58', READ_ONLY, ...TRANSACTION_TIMEOUTS];

/** Runs work on the database for a service's caller. @throws see {@link toCallerError}. */
export async function onDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toCallerError(error);
  }
}

/**
 * The error for a service's caller: the ServiceError `unavailable` where waiting may help (no connection, a timeout, a
 * full disk), else the error unchanged; a driver's becomes `internal` at the edge.
 */
export function toCallerError(error: unknown): unknown {
  return isTransient(error) ? unavailable(error) : error;
}

/** Whether the connection leads to a server that accepts no writes. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === READ_ONLY;
}

function isTransient(error: unknown): boolean {
  if (error instanceof ServiceError) return false;
  if (error instanceof DatabaseError) return TRANSIENT_CLASSES.some((group) => error.code?.startsWith(group));
  // The driver's own errors are about the connection, unless they are bugs in the program.
  return !(error instanceof TypeError || error instanceof RangeError);
}
