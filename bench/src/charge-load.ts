import { ledger } from '@heliograph/proto';
import { uuidv7 } from '@heliograph/runtime';
import { randomBytes } from 'node:crypto';
import type { LedgerClient } from './benched-ledger';
import { percentiles, round, type Latency } from './percentiles';

export interface ChargeLoadOptions {
  accounts: number;
  seconds: number;
  /** Charges under way at a time. */
  inFlight: number;
  /** Of the answer that is kept with each charge. */
  answerBytes: number;
}

export interface ChargeLoadResult extends Latency {
  chargesPerSecond: number;
}

/** Charges one record each, with all that a request with an Idempotency-Key does: `Begin`, then `Charge` with its answer. */
export async function chargeLoad(
  client: LedgerClient,
  options: ChargeLoadOptions,
): Promise<ChargeLoadResult> {
  const body = answerBody(options.answerBytes);
  const fingerprint = randomBytes(32);
  const run = randomBytes(4).toString('hex');
  const times: number[] = [];
  let sent = 0;
  const chargeOnce = async () => {
    sent += 1;
    const number = sent;
    const account = `bench-${options.accounts}-${number % options.accounts}`;
    const call = { requestId: `bench-${number}` };
    const key = { credentialId: `key-of-${account}`, idempotencyKey: `${run}-${number}` };
    const began = performance.now();
    const { claim } = await client.begin({ ...key, fingerprint, monthlyCapRecords: 0n }, call);
    await client.charge(
      {
        eventId: uuidv7(),
        accountId: account,
        credentialId: key.credentialId,
        channel: ledger.Channel.API,
        operation: 'searchSignals',
        mode: ledger.Mode.KEYWORD,
        records: 1,
        requestId: call.requestId,
        monthlyCapRecords: 0n,
        idempotency: {
          idempotencyKey: key.idempotencyKey,
          claim,
          answer: { status: 200, contentType: 'application/json', body },
        },
      },
      call,
    );
    times.push(performance.now() - began);
  };
  const started = performance.now();
  const deadline = started + options.seconds * 1000;
  await Promise.all(
    Array.from({ length: options.inFlight }, async () => {
      while (performance.now() < deadline) await chargeOnce();
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  return { chargesPerSecond: round(times.length / seconds), ...percentiles(times) };
}

/** Credits every account enough for whatever follows. */
export async function fundAccounts(client: LedgerClient, accounts: number): Promise<void> {
  for (let first = 0; first < accounts; first += 100) {
    await Promise.all(
      Array.from({ length: Math.min(100, accounts - first) }, (_, index) =>
        client.credit(
          {
            accountId: `bench-${accounts}-${first + index}`,
            micros: 1_000_000_000_000n,
            reference: 'bench',
            reason: '',
          },
          { requestId: 'bench' },
        ),
      ),
    );
  }
}

/** As compressible as pages of signals are. */
function answerBody(bytes: number): Buffer {
  const items = Array.from(
    { length: Math.ceil(bytes / 120) },
    () =>
      `{"id":"${randomBytes(5).readUIntBE(0, 5)}","title":"Acme opens an office in ${randomBytes(6).toString('hex')}"}`,
  );
  return Buffer.from(`{"data":{"items":[${items.join(',')}],"nextCursor":null}}`).subarray(0, bytes);
}
