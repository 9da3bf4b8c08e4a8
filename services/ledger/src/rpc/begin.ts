import { ledger } from '@heliograph/proto';
import { uuidv7, type CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { decodeAnswer } from '../domain/stored-answer';
import { keyRequestFromRequest } from './convert';

const { NEW, REPLAY, CONFLICT, IN_PROGRESS } = ledger.BeginResponse_Outcome;

/** Claims an idempotency key for a request that is about to run, or says what became of an earlier one. */
export async function begin(
  context: Context,
  request: ledger.BeginRequest,
  call: CallContext,
): Promise<ledger.BeginResponse> {
  const wanted = keyRequestFromRequest(request, request.claim || uuidv7());
  const outcome = await context.claims.submit(wanted, call.deadline);
  switch (outcome.outcome) {
    case 'new':
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
        answer: await decodeAnswer(outcome.answer),
        remainingRecords: outcome.remainingRecords,
      });
  }
}
