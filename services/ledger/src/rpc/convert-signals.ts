import type { ledger } from '@heliograph/proto';
import { Issues } from '@heliograph/runtime';
import type { Budget } from '../domain/budget';
import { isSignalId, MAXIMUM_SIGNALS, type SignalCharge } from '../domain/signal-charge';
import { checkBudget } from './convert-budget';
import { chargeFromRequest, type Uncompressed } from './convert';

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function signalChargeFromRequest({
  charge,
  signalIds,
  budget,
  maxRecords: maximumRecords,
}: ledger.ChargeSignalsRequest): Uncompressed<SignalCharge> & { budget: Budget | undefined } {
  const issues = new Issues();
  issues.require(signalIds.length <= MAXIMUM_SIGNALS, 'signal_ids', `must be at most ${MAXIMUM_SIGNALS}`);
  issues.require(
    signalIds.every(isSignalId),
    'signal_ids',
    'must be whole numbers above 0 of at most 19 digits',
  );
  if (budget) checkBudget(budget, issues);
  const { records: _, ...rest } = chargeFromRequest(charge && { ...charge, records: 0 }, issues);
  return { ...rest, budget, signalIds, maximumRecords };
}
