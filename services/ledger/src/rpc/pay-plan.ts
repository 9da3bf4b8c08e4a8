import type { ledger } from '@heliograph/proto';
import type { Context } from '../context';
import { toCallerError } from '../storage/database-failure';
import { PAYMENT_OUTCOMES, planPaymentFromRequest } from './convert-plan';
import { planToResponse } from './plan-to-response';

/** Records the payment of a plan's period, and starts its records. Idempotent, in any order. */
export async function payPlan(
  context: Context,
  request: ledger.PayPlanRequest,
): Promise<ledger.PayPlanResponse> {
  const payment = planPaymentFromRequest(request, Date.now());
  try {
    const { verdict, plan } = await context.plans.pay(payment);
    return { outcome: PAYMENT_OUTCOMES[verdict], plan: plan && planToResponse(plan) };
  } catch (error) {
    throw toCallerError(error);
  }
}
