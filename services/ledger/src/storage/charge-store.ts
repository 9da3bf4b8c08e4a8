import { USAGE_RECORDED_TOPIC } from '@heliograph/event-log';
import type { Pool } from 'pg';
import type { Charge, ChargeOutcome, ChargeVerdict } from '../domain/charge';
import { batchOf, type ChargeBatch } from '../domain/charge-batch';
import { MICROS_PER_RECORD, ONE_TIME_API_RECORDS, ONE_TIME_CLI_RECORDS } from '../domain/funds';
import { REPLAY_WINDOW_SECONDS } from '../domain/idempotency';
import { BUDGET_WINDOW_SECONDS } from '../domain/budget';
import { needsSettling } from './database-failure';
import { NO_CAP } from './mapping';
import { plainArray } from '@heliograph/postgres';

const CHARGE_ALL = {
  name: 'charge_all',
  text: `SELECT remaining, budget_used, receipt FROM ledger.charge_all(
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25,
    $26, $27, $28, $29, $30, $31, make_interval(secs => $32), $33, $34, $35, $36, $37, $38, make_interval(secs => $39), $40)`,
};

const CHARGE_RECORDS = {
  name: 'charge_records',
  text: `SELECT verdict, remaining, retry_after, month_used, budget_used, receipt FROM ledger.charge_records(
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
    $18, make_interval(secs => $19), $20, $21, $22, $23, $24, make_interval(secs => $25), $26)`,
};

/** The database's outcome of a charge. */
export type ChargeRow = [
  verdict: ChargeVerdict,
  remaining: string,
  retryAfter: number,
  monthUsed: string,
  budgetUsed: string,
  receipt: string | null,
];

/**
 * Charges in one statement and therefore one transaction; see migrations/0013_receipts.sql. A batch is charged as a
 * whole if possible; otherwise a second statement settles it item by item.
 */
export class ChargeStore {
  /** @param pool the pool, or a client within a transaction. */
  constructor(private readonly pool: Pick<Pool, 'query'>) {}

  /**
   * Commits a batch, all or nothing; one outcome per item, in order. Repeated, it returns the same.
   *
   * @param charges no two with the same event id or claim.
   * @throws the driver's error; nothing was committed then, unless the connection broke.
   */
  async charge(charges: readonly Charge[]): Promise<ChargeOutcome[]> {
    return (await this.chargeAll(charges)) ?? (await this.settle(charges));
  }

  /** @returns undefined, with nothing changed, when an item needs its own verdict. */
  private async chargeAll(charges: readonly Charge[]): Promise<ChargeOutcome[] | undefined> {
    const batch = batchOf(charges);
    let remaining: string[] | null;
    let budgetUsed: string[] | null;
    let receipts: string[] | null;
    try {
      const { rows } = await this.pool.query<[string[] | null, string[] | null, string[] | null]>({
        ...CHARGE_ALL,
        rowMode: 'array',
        values: batchParameters(batch),
      });
      [remaining, budgetUsed, receipts] = rows[0]!;
    } catch (error) {
      if (!needsSettling(error)) throw error;
      return undefined;
    }
    if (!remaining) return undefined;
    const outcomes: ChargeOutcome[] = [];
    batch.items.forEach(({ charge, index, budget, budgetBefore }, place) => {
      outcomes[index] = {
        verdict: 'charged',
        remainingRecords: BigInt(remaining[place]!),
        retryAfterSeconds: 0,
        monthUsedRecords: 0n,
        budgetUsedRecords:
          budget === undefined ? 0n : BigInt(budgetUsed![budget]!) + budgetBefore + BigInt(charge.records),
        receipt: receipts![place]!,
      };
    });
    return outcomes;
  }

  /** Settles each item separately; like {@link charge}. */
  async settle(charges: readonly Charge[]): Promise<ChargeOutcome[]> {
    if (charges.length === 0) return [];
    const { rows } = await this.pool.query<ChargeRow>({
      ...CHARGE_RECORDS,
      rowMode: 'array',
      values: itemParameters(charges),
    });
    return rows.map(outcomeFromRow);
  }
}

export function outcomeFromRow([
  verdict,
  remaining,
  retryAfterSeconds,
  monthUsed,
  budgetUsed,
  receipt,
]: ChargeRow): ChargeOutcome {
  return {
    verdict,
    remainingRecords: BigInt(remaining),
    retryAfterSeconds,
    monthUsedRecords: BigInt(monthUsed),
    budgetUsedRecords: BigInt(budgetUsed),
    receipt: receipt ?? undefined,
  };
}

function batchParameters({ accounts, keys, totals, budgets, items }: ChargeBatch): unknown[] {
  const charges = items.map(({ charge }) => charge);
  return [
    accounts.map(({ id }) => id),
    plainArray(accounts.map(({ records }) => records.api)),
    plainArray(accounts.map(({ records }) => records.cli)),
    // The database counts from 1.
    plainArray(keys.map(({ account }) => account + 1)),
    keys.map(({ credentialId }) => credentialId),
    keys.map(({ isCapped }) => isCapped),
    plainArray(totals.map(({ key }) => key + 1)),
    totals.map(({ channel }) => channel),
    totals.map(({ operation }) => operation),
    plainArray(totals.map(({ requests }) => requests)),
    plainArray(totals.map(({ records }) => records)),
    plainArray(charges.map((charge) => charge.eventId)),
    plainArray(items.map(({ key }) => key + 1)),
    charges.map((charge) => charge.channel),
    charges.map((charge) => charge.operation),
    charges.map((charge) => charge.mode),
    plainArray(charges.map((charge) => charge.records)),
    charges.map((charge) => charge.requestId),
    plainArray(charges.map((charge) => charge.monthlyCapRecords ?? NO_CAP)),
    plainArray(items.map(({ before }) => before)),
    plainArray(items.map(({ keyBefore }) => keyBefore)),
    charges.filter((charge) => charge.idempotency).length,
    ...answerParameters(charges),
    USAGE_RECORDED_TOPIC,
    REPLAY_WINDOW_SECONDS,
    MICROS_PER_RECORD,
    plainArray(budgets.map(({ account }) => account + 1)),
    budgets.map(({ id }) => id),
    plainArray(budgets.map(({ records }) => records)),
    plainArray(budgets.map(({ room }) => room)),
    budgets.length === 0
      ? '{}'
      : plainArray(items.map(({ budget }) => (budget === undefined ? null : budget + 1))),
    BUDGET_WINDOW_SECONDS,
    digestsOf(charges),
  ];
}

function itemParameters(charges: readonly Charge[]): unknown[] {
  return [
    plainArray(charges.map((charge) => charge.eventId)),
    charges.map((charge) => charge.accountId),
    charges.map((charge) => charge.credentialId),
    charges.map((charge) => charge.channel),
    charges.map((charge) => charge.operation),
    charges.map((charge) => charge.mode),
    plainArray(charges.map((charge) => charge.records)),
    charges.map((charge) => charge.requestId),
    plainArray(charges.map((charge) => charge.monthlyCapRecords ?? NO_CAP)),
    ...answerParameters(charges),
    ...rulesOfCharges(charges),
    digestsOf(charges),
  ];
}

/** Hashes of responses, for the charges that have them. */
export const digestsOf = (charges: readonly Pick<Charge, 'answerSha256'>[]) =>
  plainArray(charges.map(({ answerSha256 }) => answerSha256 ?? null));

/** The items to settle, and the budgets of those that have one. */
export function rulesOfCharges(charges: readonly Pick<Charge, 'budget'>[]): unknown[] {
  return [
    USAGE_RECORDED_TOPIC,
    REPLAY_WINDOW_SECONDS,
    MICROS_PER_RECORD,
    ONE_TIME_API_RECORDS,
    ONE_TIME_CLI_RECORDS,
    charges.map((charge) => charge.budget?.id ?? null),
    plainArray(charges.map((charge) => charge.budget?.records ?? null)),
    BUDGET_WINDOW_SECONDS,
  ];
}

/** Keys, claims, and responses, for the charges that have them. */
export function answerParameters(charges: readonly Pick<Charge, 'idempotency'>[]): unknown[] {
  const responses = charges.map((charge) => charge.idempotency?.response);
  let end = 0;
  const bodyEnds = responses.map((response) => (end += response?.body.length ?? 0));
  return [
    charges.map((charge) => charge.idempotency?.key ?? null),
    plainArray(charges.map((charge) => charge.idempotency?.claim ?? null)),
    plainArray(responses.map((response) => response?.status ?? null)),
    responses.map((response) => response?.contentType ?? null),
    responses.map((response) => response?.encoding ?? null),
    plainArray(bodyEnds),
    plainArray(responses.map((response) => response?.body.length ?? 0)),
    // One buffer for all: the driver sends it as bytes, but an array of buffers as hexadecimal text.
    Buffer.concat(responses.flatMap((response) => response?.body ?? [])),
  ];
}
