import { onDatabase } from '@heliograph/postgres';
import type { ledger } from '@heliograph/proto';
import type { Context } from '../context';
import { planChangeFromRequest } from './convert-plan';
import { planToResponse } from './plan-to-response';

/** Records a plan's new state; if it is over, or its renewal failed, its records end. */
export async function changePlan(
  context: Context,
  request: ledger.ChangePlanRequest,
): Promise<ledger.ChangePlanResponse> {
  const change = planChangeFromRequest(request, Date.now());
  return onDatabase(async () => {
    const { hasChanged, plan } = await context.plans.change(change);
    return { changed: hasChanged, plan: plan && planToResponse(plan) };
  });
}
