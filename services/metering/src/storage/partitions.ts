import { DatabaseError } from 'pg';

/** Days that partitions are created ahead: how long creating them may fail before a row finds none. */
export const AHEAD_DAYS = 3;

/** PostgreSQL's check_violation. */
const CHECK_VIOLATION = '23514';

/** Whether no partition of a table accepts the row. */
export function isMissingPartition(error: unknown, table: string): boolean {
  return error instanceof DatabaseError && error.code === CHECK_VIOLATION && error.table === table;
}
