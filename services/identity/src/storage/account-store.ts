import { inTransaction } from '@heliograph/postgres';
import { DatabaseError, type Pool } from 'pg';
import {
  changePlan,
  type Account,
  type AccountChanges,
  type AccountStatus,
  type Plan,
  type PlanGiver,
} from '../domain/account';
import { emailKey, emailKeys } from '../domain/email';
import { writeAudit, writeEdit, type Actor } from './audit';
import { ACCOUNT_COLUMNS as COLUMNS, accountFromRow, USERS, type AccountRow } from './mapping';

const holds = (column: string, texts: string) =>
  `EXISTS (SELECT FROM unnest(${texts}::text[]) AS part WHERE strpos(${column}, part) > 0)`;

export class AccountStore {
  constructor(private readonly pool: Pool) {}

  /** @returns undefined when the address already has an account, however it is spelled. */
  async create(id: string, email: string, plan: Plan, actor: Actor): Promise<Account | undefined> {
    try {
      return await inTransaction(this.pool, async (client) => {
        const taken = await client.query('SELECT FROM identity.account WHERE email_key = ANY($1)', [
          emailKeys(email),
        ]);
        if (taken.rowCount) return undefined;
        const { rows } = await client.query<AccountRow>(
          `INSERT INTO identity.account (account_id, email, email_key, plan, plan_given_by)
           VALUES ($1, $2, $3, $4, 'command') RETURNING ${COLUMNS}`,
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

  /**
   * Accounts, newest first.
   *
   * @param query part of a member's address or of a name, or an account's id; empty for all.
   * @param before an account's id: older ones only.
   */
  async list(query: string, limit: number, before: string | undefined): Promise<Account[]> {
    const { rows } = await this.pool.query<AccountRow>(
      `SELECT ${COLUMNS} FROM identity.account
       WHERE ($1 = '' OR ${holds('email_key', '$2')} OR strpos(lower(email), lower($1)) > 0
           OR strpos(lower(name), lower($1)) > 0 OR account_id::text = lower($1)
           OR account_id IN (
             SELECT membership.account_id FROM identity.membership JOIN (${USERS}) ON person.user_id = membership.user_id
             WHERE ${holds('home.email_key', '$2')}))
         AND ($3::uuid IS NULL OR account_id < $3)
       ORDER BY account_id DESC LIMIT $4`,
      [query, emailKeys(query), before ?? null, limit],
    );
    return rows.map(accountFromRow);
  }

  /** Applies the given changes. Unchanged values are not logged. @param by who gives the plan. */
  async update(
    id: string,
    changes: AccountChanges,
    reason: string,
    actor: Actor,
    by: PlanGiver,
  ): Promise<Account | undefined> {
    return inTransaction(this.pool, async (client) => {
      const found = await client.query<AccountRow & { plan_given_by: PlanGiver }>(
        `SELECT ${COLUMNS}, plan_given_by FROM identity.account WHERE account_id = $1 FOR UPDATE`,
        [id],
      );
      const before = found.rows[0];
      if (!before) return undefined;
      const { name = before.name, role = before.role } = changes;
      const given = { plan: before.plan, givenBy: before.plan_given_by };
      const { plan, givenBy } = changes.plan === undefined ? given : changePlan(given, changes.plan, by);
      const { logsQueries = before.logs_queries } = changes;
      const detail = {
        ...(name !== before.name && { name: { from: before.name, to: name } }),
        ...(plan !== before.plan && { plan: { from: before.plan, to: plan } }),
        ...(role !== before.role && { role: { from: before.role, to: role } }),
        ...(logsQueries !== before.logs_queries && {
          logsQueries: { from: before.logs_queries, to: logsQueries },
        }),
      };
      if (changes.role !== undefined) {
        // Even for an unchanged role: it now counts as granted by a command, which the issuer's claim does not revoke.
        await client.query(
          `UPDATE identity.account SET role_given_by = 'command' WHERE account_id = $1 AND role_given_by <> 'command'`,
          [id],
        );
      }
      if (givenBy !== before.plan_given_by) {
        await client.query('UPDATE identity.account SET plan_given_by = $2 WHERE account_id = $1', [
          id,
          givenBy,
        ]);
      }
      if (Object.keys(detail).length === 0) return accountFromRow(before);
      const { rows } = await client.query<AccountRow>(
        `UPDATE identity.account SET name = $2, plan = $3, role = $4, logs_queries = $5
         WHERE account_id = $1 RETURNING ${COLUMNS}`,
        [id, name, plan, role, logsQueries],
      );
      // An account's only member shares its name.
      await client.query(
        `UPDATE identity.user AS person SET name = $2 WHERE home_account_id = $1 AND name <> $2 AND NOT EXISTS (
           SELECT FROM identity.membership WHERE account_id = $1 AND user_id <> person.user_id)`,
        [id, name],
      );
      const onlyRemoves = detail.logsQueries?.to === false && Object.keys(detail).length === 1;
      await (onlyRemoves ? writeAudit : writeEdit)(client, actor, {
        action: 'account.update',
        accountId: id,
        detail: { ...detail, ...(reason !== '' && { reason }) },
      });
      return accountFromRow(rows[0]!);
    });
  }

  /** Setting the same status changes nothing and is not logged. */
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
