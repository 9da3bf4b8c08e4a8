import type { ledger } from '@heliograph/proto';
import { Faults } from '@heliograph/runtime';
import type { Budget } from '../domain/budget';
import { isSignalId, MAXIMUM_SIGNALS, type SignalCharge } from '../domain/signal-charge';
import { checkBudget } from './convert-budget';
import { chargeFromRequest, type Uncoded } from './convert';

/** @throws ServiceError `invalid_parameter` naming every fault. */
export function signalChargeFromRequest({
  charge,
  signalIds,
  budget,
  maxRecords: maximumRecords,
}: ledger.ChargeSignalsRequest): Uncoded<SignalCharge> & { budget: Budget | undefined } {
  const faults = new Faults();
  faults.require(signalIds.length <= MAXIMUM_SIGNALS, 'signal_ids', `must be at most ${MAXIMUM_SIGNALS}`);
  faults.require(
    signalIds.every(isSignalId),
    'signal_ids',
    'must be whole numbers above 0 of at most 19 digits',
  );
  if (budget) checkBudget(budget, faults);
  const { records: _, ...rest } = chargeFromRequest(charge && { ...charge, records: 0 }, faults);
  return { ...rest, budget, signalIds, maximumRecords };
}
