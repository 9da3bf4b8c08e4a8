import type { ledger } from '@heliograph/proto';
import { isUnavailable, retryUnavailable, ServiceError, uuidv7 } from '@heliograph/runtime';
import { backendOf } from '../backends';
import type { GatewayContext } from '../context';
import type { Exchange } from '../http/exchange';
import type { Claim } from './metered-request';

const BEGIN_ATTEMPT_MS = 2_000;
const BEGIN_TOTAL_MS = 4_000;

/** Claims a request's Idempotency-Key, or returns the state of an earlier request. @throws ServiceError */
export async function beginWithKey(
  context: GatewayContext,
  exchange: Exchange,
  idempotencyKey: string,
  fingerprint: Buffer,
): Promise<ledger.BeginResponse> {
  const { credentialId, monthlyCapRecords } = exchange.credential!;
  const { replaySeconds } = exchange;
  // One claim for all attempts: if its confirmation was lost, we recognize it as ours.
  const claim = uuidv7();
  try {
    return await retryUnavailable(
      (timeoutMs) =>
        backendOf(context, exchange).ledger.begin(
          { credentialId, idempotencyKey, fingerprint, monthlyCapRecords, claim, replaySeconds },
          exchange.call(timeoutMs),
        ),
      { totalMs: BEGIN_TOTAL_MS, attemptMs: BEGIN_ATTEMPT_MS, isUnwanted: () => exchange.isAbandoned },
    );
  } catch (error) {
    if (isUnavailable(error)) await releaseClaim(context, exchange, { idempotencyKey, claim }, false);
    throw error;
  }
}

/** @param isClaimCertain whether the ledger has confirmed the claim. */
export function releaseClaim(
  context: GatewayContext,
  exchange: Exchange,
  claim: Claim,
  isClaimCertain: boolean,
): Promise<void> {
  return backendOf(context, exchange).releases.free(
    { credentialId: exchange.credential!.credentialId, ...claim },
    (timeoutMs) => exchange.call(timeoutMs),
    isClaimCertain,
  );
}

export const keyConflict = () =>
  new ServiceError(
    'idempotency_conflict',
    'This Idempotency-Key was used for another request: the path or the query differs. Use a new key for each new request.',
  );
