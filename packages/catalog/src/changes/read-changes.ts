import type { Pool } from 'pg';
import { CHANGE_COLUMNS, CHANGES, type ChangeKind, type ChangeRow } from './change-rows';
import { POSITION_VALID_DAYS } from './change-retention';

/** A position in the order of changes: after the change of this version and id, which need not exist. */
export interface ChangePosition {
  version: number;
  /** Decimal digits; 0 means before all changes of the version. */
  id: string;
}

interface StoredChange {
  version: string;
  id: string;
  kind: ChangeKind;
  at: Date;
  document: string | null;
  company_id: number | null;
  employee_count: string | null;
}

/**
 * Changes after a position, in order.
 *
 * @param through the last version wanted.
 * @param limit maximum number to return.
 */
export async function readChanges(
  pool: Pool,
  after: ChangePosition,
  through: number,
  limit: number,
): Promise<ChangeRow[]> {
  const { rows } = await pool.query<StoredChange>(
    `SELECT ${CHANGE_COLUMNS} FROM ${CHANGES}
     WHERE (change.version, change.id) > ($1, $2::numeric) AND change.version <= $3
     ORDER BY change.version, change.id LIMIT $4`,
    [after.version, after.id, through, limit],
  );
  return rows.map((row) => ({
    version: Number(row.version),
    id: row.id,
    kind: row.kind,
    atMs: row.at.getTime(),
    ...(row.document !== null && {
      was: {
        document: Buffer.from(row.document),
        companyId: row.company_id!,
        employeeCount: row.employee_count === null ? undefined : Number(row.employee_count),
      },
    }),
  }));
}

/**
 * Whether changes after a position may have been removed. Call it after reading them.
 *
 * The versions committed since then decide, by `catalog.history`, which keeps the newest of those that are too old. It
 * lacks versions from before its migration and, while the previous release may still remove changes after 31 days,
 * others: then the log, which loses its oldest versions first, must still have a change that old. Version 0 has no
 * changes.
 */
export async function isTooFarBack(pool: Pool, { version }: ChangePosition): Promise<boolean> {
  const { rows } = await pool.query<{ too_far: boolean }>(
    `SELECT coalesce((SELECT at < now() - interval '${POSITION_VALID_DAYS} days' FROM catalog.history
         WHERE version >= $1 ORDER BY version LIMIT 1), false)
       OR (greatest($1, 1) <= (SELECT min(version) FROM catalog.history)
         AND NOT EXISTS (SELECT FROM catalog.change WHERE version <= $1)) AS too_far`,
    [version],
  );
  return rows[0]!.too_far;
}

/**
 * Whether the catalog never had a position: it was restored to an earlier state, or lost commits in a failover. False on a
 * standby, which may only be behind.
 */
export async function isLost(pool: Pool, { version, id }: ChangePosition): Promise<boolean> {
  const { rows } = await pool.query<{ is_lost: boolean }>(
    `SELECT ($1::bigint, $2::numeric) > (version + 1, 0) AND NOT pg_is_in_recovery() AS is_lost FROM catalog.state`,
    [version, id],
  );
  return rows[0]?.is_lost ?? false;
}

/** The first version committed at or after a time; undefined if there is none. */
export async function firstVersionSince(pool: Pool, atMs: number): Promise<number | undefined> {
  const { rows } = await pool.query<{ version: string | null }>(
    'SELECT catalog.first_change_at($1) AS version',
    [new Date(atMs).toISOString()],
  );
  const version = rows[0]!.version;
  return version === null ? undefined : Number(version);
}
