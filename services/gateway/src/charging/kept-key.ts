import { ledger } from '@heliograph/proto';
import { backendOf } from '../backends';
import type { GatewayContext } from '../context';
import { fingerprintOfRequest } from '../domain/idempotency';
import type { Exchange } from '../http/exchange';
import { beginWithKey, keyConflict, releaseClaim } from './idempotency-keys';

const { NEW, CONFLICT } = ledger.BeginResponse_Outcome;

/**
 * Runs a free request whose service returns the first result to repetitions, and has the ledger keep its
 * Idempotency-Key from every other request for 24 hours. If this process dies before that, the key is free for another
 * request within 60 s; a repetition still gets the first result, and keeps the key.
 *
 * @param idempotencyKey '' without one.
 * @throws ServiceError `idempotency_conflict` if the key belongs to another request; those of `run`, which free it.
 */
export async function withKeptKey<Result>(
  context: GatewayContext,
  exchange: Exchange,
  idempotencyKey: string,
  run: () => Promise<Result>,
): Promise<Result> {
  if (idempotencyKey === '') return run();
  const fingerprint = fingerprintOfRequest(exchange.method, exchange.path, '');
  const begun = await beginWithKey(context, exchange, idempotencyKey, fingerprint);
  if (begun.outcome === CONFLICT) throw keyConflict();
  // Otherwise the same request is running or has succeeded.
  const claim = begun.outcome === NEW ? { idempotencyKey, claim: begun.claim } : undefined;
  let result: Result;
  try {
    result = await run();
  } catch (error) {
    if (claim) await releaseClaim(context, exchange, claim, true);
    throw error;
  }
  if (claim) {
    const { credentialId } = exchange.credential!;
    await backendOf(context, exchange).releases.keep({ credentialId, ...claim }, (timeoutMs) =>
      exchange.call(timeoutMs),
    );
  }
  return result;
}
