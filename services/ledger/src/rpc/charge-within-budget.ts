import type { ledger } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { budgetLeft } from '../domain/budget';
import type { ChargedKeys } from '../domain/charge';
import { settle } from './charge';
import { budgetedChargeFromRequest } from './convert-budget';

/**
 * Like {@link charge}, within a budget. Repeated with the same event id it returns the budget's current remainder.
 *
 * @throws ServiceError as {@link charge}; `budget_reached` when the budget does not cover the charge.
 */
export async function chargeWithinBudget(
  context: Context,
  request: ledger.ChargeWithinBudgetRequest,
  call: CallContext,
  keys: ChargedKeys = 'live',
): Promise<ledger.ChargeWithinBudgetResponse> {
  const asked = budgetedChargeFromRequest(request);
  const { remainingRecords, budgetUsedRecords, receipt } = await settle(context, asked, call, keys);
  return { remainingRecords, budgetRemainingRecords: budgetLeft(asked.budget, budgetUsedRecords), receipt };
}
