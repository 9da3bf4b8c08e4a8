import { onDatabase } from '@heliograph/postgres';
import type { ledger } from '@heliograph/proto';
import type { Context } from '../context';
import { PAYMENT_OUTCOMES, planPaymentFromRequest } from './convert-plan';
import { planToResponse } from './plan-to-response';

/** Records the payment of a plan's period, and starts its records. Idempotent, in any order. */
export async function payPlan(
  context: Context,
  request: ledger.PayPlanRequest,
): Promise<ledger.PayPlanResponse> {
  const payment = planPaymentFromRequest(request, Date.now());
  return onDatabase(async () => {
    const { verdict, plan } = await context.plans.pay(payment);
    return { outcome: PAYMENT_OUTCOMES[verdict], plan: plan && planToResponse(plan) };
  });
}
