import { IDEMPOTENCY_HOURS } from '@heliograph/contract';
import { onDatabase } from '@heliograph/postgres';
import { ledger } from '@heliograph/proto';
import { ServiceError, uuidv7, type CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { secondsToNextHour } from '../domain/response-bound';
import type { ChargedKeys } from '../domain/charge';
import type { KeyRequest } from '../domain/idempotency';
import { decodeResponse } from '../domain/stored-response';
import { keyRequestFromRequest } from './convert';

const { NEW, REPLAY, CONFLICT, IN_PROGRESS } = ledger.BeginResponse_Outcome;

/**
 * Claims an idempotency key for a request that is about to run, or returns the state of an earlier one.
 *
 * @throws ServiceError `rate_limited` when the account's stored responses have reached their limit; replays still work.
 */
export async function begin(
  context: Context,
  request: ledger.BeginRequest,
  call: CallContext,
  keys: ChargedKeys = 'live',
): Promise<ledger.BeginResponse> {
  const wanted = keyRequestFromRequest(request, request.claim || uuidv7());
  const outcome = await context.claims.submit(wanted, call.deadline);
  switch (outcome.outcome) {
    case 'new':
      if (!context.responseBound.hasRoom(call.accountId, keys)) await refuse(context, wanted);
      return ledger.BeginResponse.create({ outcome: NEW, claim: wanted.claim });
    case 'conflict':
      return ledger.BeginResponse.create({ outcome: CONFLICT });
    case 'in_progress':
      return ledger.BeginResponse.create({
        outcome: IN_PROGRESS,
        retryAfterSeconds: outcome.retryAfterSeconds,
      });
    case 'replay':
      return ledger.BeginResponse.create({
        outcome: REPLAY,
        response: await decodeResponse(outcome.response),
        remainingRecords: outcome.remainingRecords,
        receipt: outcome.receipt,
      });
  }
}

/** If the process dies before the release, the key is free when its lease ends. */
async function refuse({ keys, metrics, responseBound }: Context, wanted: KeyRequest): Promise<never> {
  await onDatabase(() => keys.release(wanted.credentialId, wanted.key, wanted.claim));
  metrics.refusedForStoredResponses();
  throw new ServiceError(
    'rate_limited',
    `The stored responses for this account's Idempotency-Keys have reached ${responseBound.bytes / 1_000_000} MB in ${IDEMPOTENCY_HOURS} hours. Send requests without a key, ask for smaller pages, or wait: earlier responses are still replayed.`,
    { retryAfterSeconds: secondsToNextHour(Date.now()) },
  );
}
