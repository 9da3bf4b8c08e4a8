import { ledger } from '@heliograph/proto';
import type { Plan, PlanStatus } from '../domain/plan';

const STATUS_NUMBERS: Readonly<Record<PlanStatus, ledger.PlanStatus>> = {
  active: ledger.PlanStatus.ACTIVE,
  past_due: ledger.PlanStatus.PAST_DUE,
  ended: ledger.PlanStatus.ENDED,
};

export function planToResponse(plan: Plan): ledger.Plan {
  const { accountId, subscriptionId, customerId, cliRecords, priceMicros, cancels, period } = plan;
  return {
    accountId,
    subscriptionId,
    customerId,
    cliRecords,
    priceMicros,
    status: STATUS_NUMBERS[plan.status],
    cancels,
    periodStart: period?.startsAt,
    periodEnd: period?.endsAt,
    allowanceEnd: period?.allowanceEndsAt,
  };
}
