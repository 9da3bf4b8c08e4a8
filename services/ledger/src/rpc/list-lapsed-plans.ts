import { onDatabase } from '@heliograph/postgres';
import type { ledger } from '@heliograph/proto';
import type { Context } from '../context';
import { limitOfLapsed } from './convert-plan';
import { planToResponse } from './plan-to-response';

/** Active plans whose allowance has ended: a renewal is due, or the provider's message is missing. */
export async function listLapsedPlans(
  context: Context,
  request: ledger.ListLapsedPlansRequest,
): Promise<ledger.ListLapsedPlansResponse> {
  const limit = limitOfLapsed(request);
  return onDatabase(async () => ({ plans: (await context.plans.listLapsed(limit)).map(planToResponse) }));
}
