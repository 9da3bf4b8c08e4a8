import { AUTO_TOP_UP, type TopUpPause } from '@heliograph/contract';
import type { Pool } from 'pg';
import { ONE_TIME_API_RECORDS, ONE_TIME_CLI_RECORDS } from '../domain/funds';
import {
  REPLACED_CARDS_LISTED,
  TOP_UP_LEASE_SECONDS,
  TOP_UPS_PER_LEASE,
  type AutoTopUp,
  type AutoTopUpChoice,
  type CardRemoval,
  type SavedCard,
  type TopUp,
  type TopUpResult,
} from '../domain/top-up';

/** PostgreSQL bigints arrive as text. */
interface SettingRow {
  is_on: boolean;
  below_micros: string;
  amount_micros: string;
  monthly_cap_micros: string;
  month_micros: string;
  card: string | null;
  pause: TopUpPause | null;
  set_at: Date;
}

interface TopUpRow {
  top_up_id: string;
  account_id: string;
  micros: string;
  customer_id: string;
  payment_method_id: string;
  tries: number;
  age_seconds: number;
  is_wanted: boolean;
}

/** Delay between two tries of a purchase: 10 s, doubled each time, up to half an hour. */
const RETRY_SECONDS = 'least(1800, 10 * 2 ^ least(tries - 1, 10))';

/** Automatic top-ups and their purchases; see migrations/0014_top_ups.sql, 0016, and 0017. */
export class TopUpStore {
  constructor(private readonly pool: Pool) {}

  async find(accountId: string): Promise<AutoTopUp> {
    const { rows } = await this.pool.query<SettingRow>(
      `SELECT is_on, below_micros, amount_micros, monthly_cap_micros, card, pause, set_at,
         ledger.topped_up_in_month(account_id) AS month_micros
       FROM ledger.auto_top_up WHERE account_id = $1`,
      [accountId],
    );
    return settingFromRow(rows[0]);
  }

  /**
   * Sets the amounts and ends a pause; turning off keeps the amounts. Creates an unknown account. A purchase that began
   * before continues only if it may have reached the provider.
   *
   * @param onlyIfOn changes nothing if they are off.
   * @returns false if nothing was changed: turned on without a card, or off.
   */
  async set(accountId: string, choice: AutoTopUpChoice, onlyIfOn: boolean): Promise<boolean> {
    const { isOn, belowMicros, amountMicros, monthlyCapMicros } = choice;
    await this.pool.query('SELECT ledger.open_accounts($1, $2, $3)', [
      [accountId],
      ONE_TIME_API_RECORDS,
      ONE_TIME_CLI_RECORDS,
    ]);
    // Not now(): a purchase may begin while this waits for the setting's lock.
    const { rowCount } = await this.pool.query(
      `INSERT INTO ledger.auto_top_up AS before (account_id, below_micros, amount_micros, monthly_cap_micros)
       SELECT $1::text, $3::bigint, $4::bigint, $5::bigint
       WHERE NOT $2::boolean OR EXISTS (
         SELECT FROM ledger.auto_top_up WHERE account_id = $1 AND payment_method_id IS NOT NULL)
       ON CONFLICT (account_id) DO UPDATE
       SET is_on = $2, pause = NULL, set_at = clock_timestamp(),
         below_micros = CASE WHEN $2 THEN $3 ELSE before.below_micros END,
         amount_micros = CASE WHEN $2 THEN $4 ELSE before.amount_micros END,
         monthly_cap_micros = CASE WHEN $2 THEN $5 ELSE before.monthly_cap_micros END
       WHERE (NOT $2 OR before.payment_method_id IS NOT NULL) AND (NOT $6::boolean OR before.is_on)`,
      [accountId, isOn, belowMicros, amountMicros, monthlyCapMicros, onlyIfOn],
    );
    return rowCount === 1;
  }

  /**
   * Keeps the newest card, to the second: messages about two cards may arrive in any order, and the message of a
   * removed or replaced card may arrive again. The other card must be detached.
   *
   * If the process dies before the last statement, the message is repeated, and the card is again the older one.
   */
  async saveCard({ accountId, customerId, paymentMethodId, card, savedAt }: SavedCard): Promise<void> {
    const { rowCount } = await this.pool.query(
      `INSERT INTO ledger.auto_top_up AS before (account_id, customer_id, payment_method_id, card, card_saved_at)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (account_id) DO UPDATE
       SET customer_id = $2, payment_method_id = $3, card = $4, card_saved_at = $5
       WHERE (before.card_saved_at IS NULL OR before.card_saved_at < $5
           OR (before.card_saved_at = $5 AND before.card IS NOT NULL))
         AND NOT EXISTS (SELECT FROM ledger.replaced_card WHERE payment_method_id = $3)`,
      [accountId, customerId, paymentMethodId, card, savedAt],
    );
    if (rowCount === 1) return;
    await this.pool.query(
      `INSERT INTO ledger.replaced_card (payment_method_id)
       SELECT $2 WHERE NOT EXISTS (
         SELECT FROM ledger.auto_top_up WHERE account_id = $1 AND payment_method_id = $2)
       ON CONFLICT DO NOTHING`,
      [accountId, paymentMethodId],
    );
  }

  /** Turns top-ups off. Open purchases are then only looked up, and canceled if the provider has no payment. */
  async beginCardRemoval(accountId: string): Promise<CardRemoval> {
    const { rows: cards } = await this.pool.query<
      Record<'card' | 'customer_id' | 'payment_method_id', string>
    >(
      `UPDATE ledger.auto_top_up SET is_on = false, pause = NULL
       WHERE account_id = $1 AND payment_method_id IS NOT NULL
       RETURNING card, customer_id, payment_method_id`,
      [accountId],
    );
    // A separate statement, to see a purchase that began while the first one waited for the setting's lock.
    const { rows: purchases } = await this.pool.query<{ payment_method_id: string }>(
      `SELECT payment_method_id FROM ledger.top_up WHERE account_id = $1 AND state = 'open'`,
      [accountId],
    );
    return {
      card: cards[0]?.card,
      customerId: cards[0]?.customer_id ?? '',
      paymentMethodIds: [...new Set([...cards, ...purchases].map((row) => row.payment_method_id))],
    };
  }

  /** `card_saved_at` stays, so that a repeated message does not bring the card back. */
  async removeCard(accountId: string, customerId: string): Promise<void> {
    await this.pool.query(
      `UPDATE ledger.auto_top_up
       SET is_on = false, pause = NULL, customer_id = NULL, payment_method_id = NULL, card = NULL
       WHERE account_id = $1 AND customer_id = $2`,
      [accountId, customerId],
    );
  }

  /** Cards to detach, in random order, so that one that cannot be detached does not block others. */
  async listReplacedCards(): Promise<string[]> {
    const { rows } = await this.pool.query<{ payment_method_id: string }>(
      `SELECT payment_method_id FROM ledger.replaced_card
       WHERE detached_at IS NULL AND NOT EXISTS (
         SELECT FROM ledger.top_up
         WHERE state = 'open' AND top_up.payment_method_id = replaced_card.payment_method_id)
       ORDER BY random() LIMIT $1`,
      [REPLACED_CARDS_LISTED],
    );
    return rows.map((row) => row.payment_method_id);
  }

  async noteCardDetached(paymentMethodId: string): Promise<void> {
    await this.pool.query(
      'UPDATE ledger.replaced_card SET detached_at = now() WHERE payment_method_id = $1 AND detached_at IS NULL',
      [paymentMethodId],
    );
  }

  /**
   * Purchases that began before the settings were last set are not wanted: the next one has the new terms.
   *
   * Committed when it returns. If the holder of a purchase dies, the next one sends the same request.
   */
  async lease(): Promise<TopUp[]> {
    const { rows } = await this.pool.query<TopUpRow>(
      `SELECT leased.*, extract(epoch FROM now() - leased.created_at)::integer AS age_seconds,
         coalesce(
           setting.is_on AND setting.customer_id = leased.customer_id AND setting.set_at < leased.created_at, false
         ) AS is_wanted
       FROM ledger.lease_top_ups($1, make_interval(secs => $2), $3) AS leased
       LEFT JOIN ledger.auto_top_up AS setting ON setting.account_id = leased.account_id`,
      [TOP_UPS_PER_LEASE, TOP_UP_LEASE_SECONDS, AUTO_TOP_UP.perDay],
    );
    return rows.map(topUpFromRow);
  }

  /**
   * Does nothing if the outcome is known. Holders need no token: all of them send the provider the same key, so what
   * one learns holds for the others. A failure turns off only top-ups that still use its customer. Canceled purchases
   * are kept for a day.
   *
   * @returns whether the outcome was unknown.
   */
  async settle(id: string, result: TopUpResult): Promise<boolean> {
    if (result.state === 'retry') {
      const { rowCount } = await this.pool.query(
        `UPDATE ledger.top_up SET leased_until = now() + make_interval(secs => ${RETRY_SECONDS})
         WHERE top_up_id = $1 AND state = 'open'`,
        [id],
      );
      return rowCount === 1;
    }
    const { rows } = await this.pool.query(
      `WITH settled AS (
         UPDATE ledger.top_up SET state = $2 WHERE top_up_id = $1 AND state = 'open' RETURNING account_id, customer_id
       ), paused AS (
         UPDATE ledger.auto_top_up SET is_on = false, pause = $3
         WHERE $3::text IS NOT NULL AND is_on AND (account_id, customer_id) IN (SELECT * FROM settled)
       ), forgotten AS (
         DELETE FROM ledger.top_up
         WHERE $2 = 'canceled' AND account_id IN (SELECT account_id FROM settled)
           AND state = 'canceled' AND created_at < now() - interval '24 hours'
       )
       SELECT FROM settled`,
      [id, result.state, result.state === 'failed' ? result.pause : null],
    );
    return rows.length === 1;
  }

  /** Age of the oldest purchase without an outcome, in seconds; 0 without one. */
  async oldestOpenSeconds(): Promise<number> {
    const { rows } = await this.pool.query<{ seconds: number | null }>(
      `SELECT extract(epoch FROM clock_timestamp() - min(created_at))::float8 AS seconds
       FROM ledger.top_up WHERE state = 'open'`,
    );
    return Math.max(0, rows[0]?.seconds ?? 0);
  }

  /** Turns top-ups off if they are on. */
  async pause(accountId: string, pause: TopUpPause): Promise<void> {
    await this.pool.query(
      'UPDATE ledger.auto_top_up SET is_on = false, pause = $2 WHERE account_id = $1 AND is_on',
      [accountId, pause],
    );
  }
}

function settingFromRow(row: SettingRow | undefined): AutoTopUp {
  return {
    isOn: row?.is_on ?? false,
    belowMicros: BigInt(row?.below_micros ?? 0),
    amountMicros: BigInt(row?.amount_micros ?? 0),
    monthlyCapMicros: BigInt(row?.monthly_cap_micros ?? 0),
    monthMicros: BigInt(row?.month_micros ?? 0),
    card: row?.card ?? undefined,
    pause: row?.pause ?? undefined,
    setAt: row?.set_at,
  };
}

function topUpFromRow(row: TopUpRow): TopUp {
  return {
    id: row.top_up_id,
    accountId: row.account_id,
    micros: BigInt(row.micros),
    customerId: row.customer_id,
    paymentMethodId: row.payment_method_id,
    tries: row.tries - 1,
    ageSeconds: row.age_seconds,
    isWanted: row.is_wanted,
  };
}
