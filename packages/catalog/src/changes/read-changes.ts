import type { Pool } from 'pg';
import { CHANGE_COLUMNS, CHANGES, type ChangeKind, type ChangeRow } from './change-rows';

/** A place in the order of changes: after the change of this version and id, if there is one. */
export interface ChangePosition {
  version: number;
  /** Decimal digits. */
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
 * Changes after a place, in order.
 *
 * @param through the last version wanted.
 * @param limit the most to return.
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

/** The first version committed at a time or later; undefined if there isn't one. */
export async function firstVersionSince(pool: Pool, atMs: number): Promise<number | undefined> {
  const { rows } = await pool.query<{ version: string | null }>(
    'SELECT catalog.first_change_at($1) AS version',
    [new Date(atMs).toISOString()],
  );
  const version = rows[0]!.version;
  return version === null ? undefined : Number(version);
}
