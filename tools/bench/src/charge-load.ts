import { ledger } from '@heliograph/proto';
import { uuidv7 } from '@heliograph/runtime';
import { randomBytes } from 'node:crypto';
import type { LedgerClient } from './benched-ledger';
import { percentiles, round, type Latency } from './percentiles';

interface ChargeLoadOptions {
  accounts: number;
  /** Number of charges. */
  charges: number;
  /** Concurrent calls. */
  inFlight: number;
  /** Size of the response stored with each charge. */
  answerBytes: number;
}

/** Latencies are for `Charge` alone. */
interface ChargeLoadResult extends Latency {
  /** Each charge completes its idempotency record and writes its response, entry, and outbox row. */
  chargesPerSecond: number;
  /** Includes claiming the key first: everything the ledger does for a request. */
  requestsPerSecond: number;
}

/**
 * Charges one record per request, with the same calls as a request with an Idempotency-Key: `Begin`, then `Charge` with
 * the response. Claims all keys before charging any, so that each call can be measured separately.
 */
export async function chargeLoad(
  client: LedgerClient,
  options: ChargeLoadOptions,
): Promise<ChargeLoadResult> {
  const body = answerBody(options.answerBytes);
  const fingerprint = randomBytes(32);
  const run = randomBytes(4).toString('hex');
  const account = (number: number) => accountIdOf(number, options.accounts);
  const call = (number: number) => ({ requestId: `bench-${number}` });
  const key = (number: number) => ({
    credentialId: `key-of-${account(number)}`,
    idempotencyKey: `${run}-${number}`,
  });
  const claims: string[] = [];
  const claimSeconds = await eachOf(options, async (number) => {
    const begun = await client.begin(
      { ...key(number), fingerprint, monthlyCapRecords: undefined, claim: '' },
      call(number),
    );
    claims[number] = begun.claim;
  });
  const times: number[] = [];
  const chargeSeconds = await eachOf(options, async (number) => {
    const { credentialId, idempotencyKey } = key(number);
    const began = performance.now();
    await client.charge(
      {
        eventId: uuidv7(),
        accountId: account(number),
        credentialId,
        channel: ledger.Channel.API,
        operation: 'searchSignals',
        mode: ledger.Mode.KEYWORD,
        records: 1,
        requestId: call(number).requestId,
        monthlyCapRecords: undefined,
        idempotency: {
          idempotencyKey,
          claim: claims[number]!,
          response: { status: 200, contentType: 'application/json', body },
        },
      },
      call(number),
    );
    times.push(performance.now() - began);
  });
  return {
    chargesPerSecond: round(options.charges / chargeSeconds),
    requestsPerSecond: round(options.charges / (claimSeconds + chargeSeconds)),
    ...percentiles(times),
  };
}

/** The account for a request; requests are spread over this many accounts. */
export function accountIdOf(number: number, accounts: number): string {
  return `bench-${accounts}-${number % accounts}`;
}

/** Does the work for each number with bounded concurrency. @returns seconds. */
async function eachOf(
  { charges, inFlight }: ChargeLoadOptions,
  work: (number: number) => Promise<void>,
): Promise<number> {
  const started = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (next < charges) await work(next++);
    }),
  );
  return (performance.now() - started) / 1000;
}

/** About as compressible as pages of signals. */
function answerBody(bytes: number): Buffer {
  const items = Array.from(
    { length: Math.ceil(bytes / 120) },
    () =>
      `{"id":"${randomBytes(5).readUIntBE(0, 5)}","title":"Acme opens an office in ${randomBytes(6).toString('hex')}"}`,
  );
  return Buffer.from(`{"data":{"items":[${items.join(',')}],"nextCursor":null}}`).subarray(0, bytes);
}
