import { plainArray } from '@heliograph/postgres';
import type { Pool } from 'pg';
import {
  RECEIVED_WINDOW_SECONDS,
  type SignalCharge,
  type SignalChargeOutcome,
} from '../domain/signal-charge';
import { answerParameters, digestsOf, outcomeFromRow, rulesOfCharges, type ChargeRow } from './charge-store';
import { NO_CAP } from './mapping';

const CHARGE_SIGNALS = {
  name: 'charge_signals',
  text: `SELECT verdict, remaining, retry_after, month_used, budget_used, receipt, records FROM ledger.charge_signals(
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
    $17, make_interval(secs => $18), $19, $20, $21, $22, $23, make_interval(secs => $24),
    $25, $26, $27, make_interval(secs => $28), $29)`,
};

/** Signals that accounts were charged for; see migrations/0012_received_signals.sql and 0013. */
export class SignalStore {
  constructor(private readonly pool: Pick<Pool, 'query'>) {}

  /**
   * Charges each item for the signals that are new to its account, all in one transaction; one outcome per item, in
   * order. Repeated, it returns the same.
   *
   * @param charges no two with the same event id or claim.
   * @throws the driver's error; nothing was committed then, unless the connection broke.
   */
  async charge(charges: readonly SignalCharge[]): Promise<SignalChargeOutcome[]> {
    const { rows } = await this.pool.query<[...charge: ChargeRow, records: number]>({
      ...CHARGE_SIGNALS,
      rowMode: 'array',
      values: [
        plainArray(charges.map((charge) => charge.eventId)),
        charges.map((charge) => charge.accountId),
        charges.map((charge) => charge.credentialId),
        charges.map((charge) => charge.channel),
        charges.map((charge) => charge.operation),
        charges.map((charge) => charge.mode),
        charges.map((charge) => charge.requestId),
        plainArray(charges.map((charge) => charge.monthlyCapRecords ?? NO_CAP)),
        ...answerParameters(charges),
        ...rulesOfCharges(charges),
        charges.map((charge) => charge.lineageId ?? null),
        plainArray(charges.map((charge) => charge.maximumRecords ?? null)),
        charges.map((charge) => plainArray(charge.signalIds)),
        RECEIVED_WINDOW_SECONDS,
        digestsOf(charges),
      ],
    });
    return rows.map(([verdict, remaining, retryAfter, monthUsed, budgetUsed, receipt, records]) => ({
      ...outcomeFromRow([verdict, remaining, retryAfter, monthUsed, budgetUsed, receipt]),
      records,
    }));
  }

  /** Removes up to `limit` expired rows; returns how many. */
  async removeOld(limit: number): Promise<number> {
    const { rows } = await this.pool.query<{ removed: number }>(
      'SELECT ledger.remove_received_signals(make_interval(secs => $1), $2) AS removed',
      [RECEIVED_WINDOW_SECONDS, limit],
    );
    return rows[0]?.removed ?? 0;
  }
}
