import type { ledger } from '@heliograph/proto';
import type { Context } from '../context';
import { toCallerError } from '../storage/database-failure';
import { checkAccountId } from './convert-plan';
import { planToResponse } from './plan-to-response';

/** Makes an active plan past due if its allowance has run out. */
export async function lapsePlan(
  context: Context,
  request: ledger.LapsePlanRequest,
): Promise<ledger.ChangePlanResponse> {
  checkAccountId(request);
  try {
    const { hasChanged, plan } = await context.plans.lapse(request.accountId);
    return { changed: hasChanged, plan: plan && planToResponse(plan) };
  } catch (error) {
    throw toCallerError(error);
  }
}
