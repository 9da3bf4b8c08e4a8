import type { ledger } from '@heliograph/proto';
import type { Context } from '../context';
import { toCallerError } from '../storage/database-failure';
import { planChangeFromRequest } from './convert-plan';
import { planToResponse } from './plan-to-response';

/** Records a plan's new state; if it is over, or its renewal failed, its records end. */
export async function changePlan(
  context: Context,
  request: ledger.ChangePlanRequest,
): Promise<ledger.ChangePlanResponse> {
  const change = planChangeFromRequest(request, Date.now());
  try {
    const { hasChanged, plan } = await context.plans.change(change);
    return { changed: hasChanged, plan: plan && planToResponse(plan) };
  } catch (error) {
    throw toCallerError(error);
  }
}
