import type { ledger } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { budgetLeft } from '../domain/budget';
import type { ChargedKeys } from '../domain/charge';
import type { SignalChargeOutcome } from '../domain/signal-charge';
import { withEncodedResponse, refuseUncharged, settle } from './charge';
import { signalChargeFromRequest } from './convert-signals';

/**
 * Like {@link charge}, but only for those of the signals that this call did not charge the account for within the last
 * 30 days. Repeated with the same event id it returns the first outcome, with the budget's current remainder.
 *
 * @throws ServiceError as {@link charge}; `budget_reached` when more signals are new than the request's maximum or the
 *   budget's remainder.
 */
export async function chargeSignals(
  context: Context,
  request: ledger.ChargeSignalsRequest,
  call: CallContext,
): Promise<ledger.ChargeSignalsResponse> {
  const asked = signalChargeFromRequest(request);
  const outcome = await context.signalCharges.submit(await withEncodedResponse(asked), call.deadline);
  refuseUncharged({ ...asked, records: outcome.records }, outcome, 'live');
  return responseOf(asked, outcome);
}

/** For test keys every signal is new: the ones they got are not stored. */
export async function chargeTestSignals(
  context: Context,
  request: ledger.ChargeSignalsRequest,
  call: CallContext,
): Promise<ledger.ChargeSignalsResponse> {
  const keys: ChargedKeys = 'test';
  const { signalIds, maximumRecords, ...rest } = signalChargeFromRequest(request);
  const asked = { ...rest, records: new Set(signalIds).size };
  if (asked.records > (maximumRecords ?? Infinity)) {
    refuseUncharged({ ...asked, maximumRecords }, { ...NOTHING_CHARGED, verdict: 'over_maximum' }, keys);
  }
  const outcome = await settle(context, asked, call, keys);
  return responseOf(asked, { ...outcome, records: asked.records });
}

const NOTHING_CHARGED = {
  remainingRecords: 0n,
  retryAfterSeconds: 0,
  monthUsedRecords: 0n,
  budgetUsedRecords: 0n,
};

function responseOf(
  { budget }: Pick<ledger.ChargeSignalsRequest, 'budget'>,
  { remainingRecords, records: chargedRecords, budgetUsedRecords, receipt }: SignalChargeOutcome,
): ledger.ChargeSignalsResponse {
  return {
    remainingRecords,
    chargedRecords,
    budgetRemainingRecords: budget && budgetLeft(budget, budgetUsedRecords),
    receipt,
  };
}
