import type { Pool } from 'pg';
import type { Charge, ChargeOutcome, ChargeVerdict } from '../domain/charge';
import { MICROS_PER_RECORD, ONE_TIME_API_RECORDS, ONE_TIME_CLI_RECORDS } from '../domain/funds';
import { REPLAY_WINDOW_SECONDS } from '../domain/idempotency';

/** Where the events of charges go once they are published. */
export const USAGE_TOPIC = 'usage.recorded.v1';

const CHARGE_RECORDS = {
  name: 'charge_records',
  text: `SELECT verdict, remaining, retry_after FROM ledger.charge_records(
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
    $17, make_interval(secs => $18), $19, $20, $21)`,
};

type Row = [verdict: ChargeVerdict, remaining: string, retryAfter: number];

/** Charges in one statement and therefore one transaction; see migrations/0002_functions.sql. */
export class ChargeStore {
  constructor(private readonly pool: Pool) {}

  /**
   * Commits a batch, all or nothing; one outcome for each item, in order. Sent again it answers as before.
   *
   * @param charges no two with the same event id or claim.
   * @throws the driver's error; then nothing was committed, unless the connection broke.
   */
  async charge(charges: readonly Charge[]): Promise<ChargeOutcome[]> {
    const { rows } = await this.pool.query<Row>({
      ...CHARGE_RECORDS,
      rowMode: 'array',
      values: chargeParameters(charges),
    });
    return rows.map(([verdict, remaining, retryAfter]) => ({
      verdict,
      remainingRecords: BigInt(remaining),
      retryAfterSeconds: retryAfter,
    }));
  }
}

function chargeParameters(charges: readonly Charge[]): unknown[] {
  const answers = charges.map((charge) => charge.idempotency?.answer);
  let end = 0;
  const bodyEnds = answers.map((answer) => (end += answer?.body.length ?? 0));
  return [
    charges.map((charge) => charge.eventId),
    charges.map((charge) => charge.accountId),
    charges.map((charge) => charge.credentialId),
    charges.map((charge) => charge.channel),
    charges.map((charge) => charge.operation),
    charges.map((charge) => charge.mode),
    charges.map((charge) => charge.records),
    charges.map((charge) => charge.requestId),
    charges.map((charge) => charge.idempotency?.key ?? null),
    charges.map((charge) => charge.idempotency?.claim ?? null),
    answers.map((answer) => answer?.status ?? null),
    answers.map((answer) => answer?.contentType ?? null),
    answers.map((answer) => answer?.encoding ?? null),
    bodyEnds,
    answers.map((answer) => answer?.body.length ?? 0),
    // One string for all: the driver sends it as bytes, an array of bodies it would send as hexadecimal text.
    Buffer.concat(answers.flatMap((answer) => answer?.body ?? [])),
    USAGE_TOPIC,
    REPLAY_WINDOW_SECONDS,
    MICROS_PER_RECORD,
    ONE_TIME_API_RECORDS,
    ONE_TIME_CLI_RECORDS,
  ];
}
