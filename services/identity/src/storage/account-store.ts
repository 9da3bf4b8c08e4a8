import { DatabaseError, type Pool } from 'pg';
import type { Account, AccountStatus, Plan } from '../domain/account';
import { emailKey } from '../domain/email';
import { writeAudit, type Actor } from './audit';
import { accountFromRow, type AccountRow } from './mapping';
import { inTransaction } from './transaction';

const COLUMNS = 'account_id, email, plan, status, created_at';

export class AccountStore {
  constructor(private readonly pool: Pool) {}

  /** @returns undefined when the address has an account, in whatever case it is written. */
  async create(id: string, email: string, plan: Plan, actor: Actor): Promise<Account | undefined> {
    try {
      return await inTransaction(this.pool, async (client) => {
        const { rows } = await client.query<AccountRow>(
          `INSERT INTO identity.account (account_id, email, email_key, plan) VALUES ($1, $2, $3, $4)
           RETURNING ${COLUMNS}`,
          [id, email, emailKey(email), plan],
        );
        await writeAudit(client, actor, { action: 'account.create', accountId: id, detail: { email, plan } });
        return accountFromRow(rows[0]!);
      });
    } catch (error) {
      if (error instanceof DatabaseError && error.constraint === 'account_email_once') return undefined;
      throw error;
    }
  }

  async find(id: string): Promise<Account | undefined> {
    const { rows } = await this.pool.query<AccountRow>(
      `SELECT ${COLUMNS} FROM identity.account WHERE account_id = $1`,
      [id],
    );
    return rows[0] && accountFromRow(rows[0]);
  }

  /** Setting the status that it has changes nothing and is not logged. */
  async setStatus(
    id: string,
    status: AccountStatus,
    reason: string,
    actor: Actor,
  ): Promise<Account | undefined> {
    return inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<AccountRow>(
        `SELECT ${COLUMNS} FROM identity.account WHERE account_id = $1 FOR UPDATE`,
        [id],
      );
      const before = rows[0];
      if (!before || before.status === status) return before && accountFromRow(before);
      await client.query('UPDATE identity.account SET status = $2 WHERE account_id = $1', [id, status]);
      await writeAudit(client, actor, {
        action: 'account.status',
        accountId: id,
        detail: { from: before.status, to: status, reason },
      });
      return accountFromRow({ ...before, status });
    });
  }
}
