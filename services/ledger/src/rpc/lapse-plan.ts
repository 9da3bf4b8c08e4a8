import { onDatabase } from '@heliograph/postgres';
import type { ledger } from '@heliograph/proto';
import type { Context } from '../context';
import { accountFromRequest } from './convert';
import { planToResponse } from './plan-to-response';

/** Makes an active plan past due if its allowance has run out. */
export async function lapsePlan(
  context: Context,
  request: ledger.LapsePlanRequest,
): Promise<ledger.ChangePlanResponse> {
  const accountId = accountFromRequest(request);
  return onDatabase(async () => {
    const { hasChanged, plan } = await context.plans.lapse(accountId);
    return { changed: hasChanged, plan: plan && planToResponse(plan) };
  });
}
