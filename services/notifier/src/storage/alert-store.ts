import { inTransaction } from '@heliograph/postgres';
import { uuidv7 } from '@heliograph/runtime';
import type { Pool, PoolClient } from 'pg';
import { changedSettings, type Alert, type AlertChange, type AlertSettings } from '../domain/alert';
import { LeaseLostError } from './delivery-store';
import { tryAgain } from './try-again';

/** An account leased to this process. */
export interface AlertLease extends AlertSettings {
  accountId: string;
  wasAbove: boolean;
  /** Consecutive failures. */
  attempts: number;
  token: string;
}

interface Row {
  account_id: string;
  usage: boolean;
  /** A PostgreSQL bigint, which arrives as text. */
  balance_below_micros: string | null;
  was_above: boolean;
  attempts: number;
}

/** Which accounts want alerts, and which alerts they were sent. */
export class AlertStore {
  constructor(
    private readonly pool: Pool,
    private readonly leaseSeconds: number,
  ) {}

  async find(accountId: string): Promise<AlertSettings | undefined> {
    const { rows } = await this.pool.query<Row>(
      'SELECT usage, balance_below_micros FROM notifier.alert WHERE account_id = $1',
      [accountId],
    );
    return rows[0] && settingsFromRow(rows[0]);
  }

  /**
   * Changes the settings, and has a refused address tried again. A new amount alerts only after the balance was above
   * it.
   *
   * @returns all settings.
   */
  set(accountId: string, change: AlertChange): Promise<AlertSettings> {
    return inTransaction(this.pool, async (client) => {
      // Without a row to lock, two members' first changes would each erase the other.
      await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('notifier.alert ' || $1, 0))`, [
        accountId,
      ]);
      const { rows } = await client.query<Row>(
        'SELECT usage, balance_below_micros FROM notifier.alert WHERE account_id = $1 FOR UPDATE',
        [accountId],
      );
      const settings = changedSettings(rows[0] && settingsFromRow(rows[0]), change);
      const isNone = !settings.usage && settings.balanceBelowMicros === undefined;
      await (isNone ? endAlerts(client, accountId) : storeSettings(client, accountId, settings));
      await tryAgain(client, accountId);
      return settings;
    });
  }

  /**
   * Ends all alerts, including emails not sent yet, except those that are sent {@link tell whatever the settings}.
   * Occasions already alerted to stay so.
   */
  end(accountId: string): Promise<void> {
    return inTransaction(this.pool, (client) => endAlerts(client, accountId));
  }

  /** Leases up to this many due accounts, longest waiting first. */
  async claim(limit: number, token: string): Promise<AlertLease[]> {
    const { rows } = await this.pool.query<Row>(
      `UPDATE notifier.alert SET lease = $1, lease_until = now() + make_interval(secs => $3)
       FROM (
         SELECT account_id FROM notifier.alert
         WHERE next_at <= now() AND (lease_until IS NULL OR lease_until < now())
         ORDER BY next_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS due
       WHERE alert.account_id = due.account_id
       RETURNING alert.account_id, usage, balance_below_micros, was_above, attempts`,
      [token, limit, this.leaseSeconds],
    );
    return rows.map((row) => ({
      ...settingsFromRow(row),
      accountId: row.account_id,
      wasAbove: row.was_above,
      attempts: row.attempts,
      token,
    }));
  }

  /**
   * Stores the emails of alerts not sent yet, and records them as sent, together. If the process dies before the commit,
   * the alerts are found again.
   *
   * @param isAbove whether the balance is now at or above the amount.
   * @returns the number of emails.
   * @throws LeaseLostError also when the settings changed meanwhile.
   */
  finish(lease: AlertLease, alerts: readonly Alert[], isAbove: boolean, nextInMs: number): Promise<number> {
    const { accountId, token } = lease;
    return inTransaction(this.pool, async (client) => {
      const { rowCount } = await client.query(
        `UPDATE notifier.alert SET was_above = $3, next_at = now() + make_interval(secs => $4), attempts = 0,
           lease = NULL, lease_until = NULL
         WHERE account_id = $1 AND lease = $2`,
        [accountId, token, isAbove, nextInMs / 1_000],
      );
      if (!rowCount) throw new LeaseLostError('the lease of the alert was lost');
      let mails = 0;
      for (const alert of alerts) {
        if (await storeMail(client, accountId, alert)) {
          mails += 1;
        } else if (alert.content.about === 'balance') {
          // A second fall in a month is reported in the next one.
          await client.query('UPDATE notifier.alert SET was_above = true WHERE account_id = $1', [accountId]);
        }
      }
      return mails;
    });
  }

  /** Stores an email whatever the account's settings, once per occasion. */
  tell(accountId: string, alert: Alert): Promise<boolean> {
    return inTransaction(this.pool, (client) => storeMail(client, accountId, alert));
  }

  /** Checks the account again later. */
  async postpone({ accountId, token }: AlertLease, inMs: number): Promise<void> {
    await this.pool.query(
      `UPDATE notifier.alert SET next_at = now() + make_interval(secs => $3), attempts = attempts + 1,
         lease = NULL, lease_until = NULL
       WHERE account_id = $1 AND lease = $2`,
      [accountId, token, inMs / 1_000],
    );
  }
}

async function storeSettings(
  client: PoolClient,
  accountId: string,
  { usage, balanceBelowMicros: below }: AlertSettings,
): Promise<void> {
  await client.query(
    `INSERT INTO notifier.alert AS before (account_id, usage, balance_below_micros) VALUES ($1, $2, $3)
     ON CONFLICT (account_id) DO UPDATE SET usage = $2, balance_below_micros = $3, next_at = now(), attempts = 0,
       lease = NULL, lease_until = NULL,
       was_above = before.was_above AND before.balance_below_micros IS NOT DISTINCT FROM $3`,
    [accountId, usage, below?.toString() ?? null],
  );
}

async function endAlerts(client: PoolClient, accountId: string): Promise<void> {
  await client.query('DELETE FROM notifier.alert WHERE account_id = $1', [accountId]);
  await client.query(
    `UPDATE notifier.mail SET state = 'canceled'
     WHERE account_id = $1 AND kind = 'alert' AND state = 'pending' AND content->>'about' <> 'top_up'`,
    [accountId],
  );
}

/** @returns false if the account was already alerted to the occasion. */
async function storeMail(
  client: PoolClient,
  accountId: string,
  { occasion, covers, content }: Alert,
): Promise<boolean> {
  const { rows } = await client.query<{ occasion: string }>(
    `INSERT INTO notifier.alert_occasion (account_id, occasion)
     SELECT $1, occasion FROM unnest($2::text[]) AS occasion ON CONFLICT DO NOTHING RETURNING occasion`,
    [accountId, [occasion, ...covers]],
  );
  if (!rows.some((row) => row.occasion === occasion)) return false;
  await client.query(
    `INSERT INTO notifier.mail (mail_id, kind, account_id, content, occasion) VALUES ($1, 'alert', $2, $3, $4)`,
    [uuidv7(), accountId, content, occasion],
  );
  return true;
}

function settingsFromRow({
  usage,
  balance_below_micros: below,
}: Pick<Row, 'usage' | 'balance_below_micros'>): AlertSettings {
  return { usage, balanceBelowMicros: below === null ? undefined : BigInt(below) };
}
