import { inTransaction } from '@heliograph/postgres';
import type { Pool } from 'pg';
import type { AccessRestriction } from '../domain/restriction';
import { writeAudit, type Actor } from './audit';
import { restrictionFromRow, type RestrictionRow } from './mapping';

const COLUMNS = 'active, message, changed_at';

export class RestrictionStore {
  constructor(private readonly pool: Pool) {}

  async read(): Promise<AccessRestriction> {
    const { rows } = await this.pool.query<RestrictionRow>(
      `SELECT ${COLUMNS} FROM identity.access_restriction`,
    );
    return restrictionFromRow(rows[0]!);
  }

  /** Setting the same value changes nothing and is not logged. */
  async set(active: boolean, message: string, actor: Actor): Promise<AccessRestriction> {
    return inTransaction(this.pool, async (client) => {
      const before = await client.query<RestrictionRow>(
        `SELECT ${COLUMNS} FROM identity.access_restriction FOR UPDATE`,
      );
      const from = restrictionFromRow(before.rows[0]!);
      if (from.active === active && from.message === message) return from;
      const { rows } = await client.query<RestrictionRow>(
        `UPDATE identity.access_restriction SET active = $1, message = $2, changed_at = now() RETURNING ${COLUMNS}`,
        [active, message],
      );
      await writeAudit(client, actor, {
        action: 'restriction.set',
        accountId: undefined,
        detail: { active: { from: from.active, to: active }, message },
      });
      return restrictionFromRow(rows[0]!);
    });
  }
}
