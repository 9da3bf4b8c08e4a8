import { DatabaseError } from 'pg';
import type { FailureKind } from '../domain/commit-batch';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
/** Another account was just charged for this event; sending the batch again detects it. */
const EVENT_RACE = 'entry_pkey';
/** Raised by ledger.charge_all. */
const CLAIM_LOST = 'HL001';

/**
 * What a database driver's error means for its batch. An error without a SQLSTATE is the driver's own: the connection
 * broke or was unavailable, and whether the batch was committed is unknown.
 */
export function classifyFailure(error: unknown): FailureKind {
  if (isProgrammingError(error)) return 'batch';
  const code = sqlState(error);
  if (code === undefined) return 'retry';
  if (code === SERIALIZATION_FAILURE || code === DEADLOCK) return 'retry';
  if (isServerGone(code) || constraintOf(error) === EVENT_RACE) return 'retry';
  // Data exceptions and constraint violations.
  if (code.startsWith('22') || code.startsWith('23')) return 'item';
  return 'batch';
}

/** Whether a batch charged as a whole failed because some item needs its own verdict. */
export function needsSettling(error: unknown): boolean {
  return sqlState(error) === CLAIM_LOST || constraintOf(error) === EVENT_RACE;
}

function isProgrammingError(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError;
}

function sqlState(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}

function constraintOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.constraint : undefined;
}

/** Connection exceptions; the server is shutting down, crashed, starting, or a standby since a failover. */
function isServerGone(code: string): boolean {
  return code.startsWith('08') || ['57P01', '57P02', '57P03', '25006'].includes(code);
}
