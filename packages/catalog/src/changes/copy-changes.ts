import type { Client } from 'pg';
import { copyOut, numberOf } from '../feed/copy-out';
import type { BatchHandler } from '../feed/delivery';
import { CHANGE_COLUMN_COUNT, CHANGE_COLUMNS, CHANGES, ChangeRows, type ChangeRow } from './change-rows';

/** Receives the log's newest changes, newest first. */
export interface ChangeReader {
  /** Maximum number to deliver. */
  limit: number;
  onChanges: BatchHandler<ChangeRow>;
  /**
   * Receives withdrawals among the changes beyond that maximum, newest first, up to the same maximum. Their signals are
   * gone, so nothing else tells whose filters they matched.
   */
  onOlderWithdrawals?: BatchHandler<ChangeRow>;
}

/**
 * Delivers the newest changes after a version.
 *
 * @returns the oldest one delivered, if there may be more.
 */
export async function copyChanges(
  client: Client,
  after: number,
  { limit, onChanges }: ChangeReader,
): Promise<ChangeRow | undefined> {
  let count = 0;
  let oldest: ChangeRow | undefined;
  await copyLog(client, `change.version > ${after}`, limit, (rows) => {
    count += rows.length;
    oldest = rows.at(-1) ?? oldest;
    return onChanges(rows);
  });
  return count < limit ? undefined : oldest;
}

/** Delivers the withdrawals after a version and before a change, newest first. */
export async function copyOlderWithdrawals(
  client: Client,
  after: number,
  { version, id }: ChangeRow,
  { limit, onOlderWithdrawals }: ChangeReader,
): Promise<void> {
  if (!onOlderWithdrawals) return;
  const older = `(change.version, change.id) < (${version}, ${numberOf(id)})`;
  const where = `change.version > ${after} AND ${older} AND change.document IS NOT NULL`;
  await copyLog(client, where, limit, onOlderWithdrawals);
}

/** Delivers changes, newest first. */
function copyLog(
  client: Client,
  where: string,
  limit: number,
  onChanges: BatchHandler<ChangeRow>,
): Promise<void> {
  return copyOut(
    client,
    `SELECT ${CHANGE_COLUMNS} FROM ${CHANGES} WHERE ${where}
     ORDER BY change.version DESC, change.id DESC LIMIT ${Math.trunc(limit)}`,
    CHANGE_COLUMN_COUNT,
    new ChangeRows(onChanges),
  );
}
