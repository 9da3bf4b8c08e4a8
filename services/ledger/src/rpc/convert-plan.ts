import { ledger } from '@heliograph/proto';
import { Issues, isIdentifier, isText, IDENTIFIER_RULE } from '@heliograph/runtime';
import { MAXIMUM_CREDIT_MICROS, MAXIMUM_SUBSCRIPTION_RECORDS } from '../domain/funds';
import {
  DEFAULT_LAPSED,
  MAXIMUM_LAPSED,
  type PaymentVerdict,
  type PlanChange,
  type PlanPayment,
  type PlanStatus,
  type PlanTerms,
} from '../domain/plan';
import { isName, isReason, NAME_RULE, REASON_RULE, TEN_YEARS_MS } from './convert';

const STATUSES: ReadonlyMap<ledger.PlanStatus, PlanStatus> = new Map([
  [ledger.PlanStatus.ACTIVE, 'active'],
  [ledger.PlanStatus.PAST_DUE, 'past_due'],
  [ledger.PlanStatus.ENDED, 'ended'],
]);

export const PAYMENT_OUTCOMES: Readonly<Record<PaymentVerdict, ledger.PayPlanResponse_Outcome>> = {
  started: ledger.PayPlanResponse_Outcome.STARTED,
  repeated: ledger.PayPlanResponse_Outcome.REPEATED,
  superseded: ledger.PayPlanResponse_Outcome.SUPERSEDED,
  over: ledger.PayPlanResponse_Outcome.OVER,
  other_plan: ledger.PayPlanResponse_Outcome.OTHER_PLAN,
};

/**
 * @param now milliseconds since the Unix epoch.
 * @throws ServiceError `invalid_parameter` naming every issue.
 */
export function planPaymentFromRequest(request: ledger.PayPlanRequest, now: number): PlanPayment {
  const issues = new Issues();
  const terms = termsFromRequest(request, issues);
  const { invoice, reason, periodStart, periodEnd, allowanceEnd, occurredAt } = request;
  issues.require(isName(invoice), 'invoice', NAME_RULE);
  issues.require(isReason(reason), 'reason', REASON_RULE);
  issues.require(
    Number(periodStart) > 0 &&
      Number(periodEnd) > Number(periodStart) &&
      Number(periodEnd) <= now + TEN_YEARS_MS,
    'period_end',
    'must come after its start, within ten years',
  );
  issues.require(
    Number(allowanceEnd) >= Number(periodEnd) && Number(allowanceEnd) <= now + TEN_YEARS_MS,
    'allowance_end',
    'must not come before the end of the period',
  );
  requireTime(occurredAt, now, issues);
  issues.throwIfAny();
  return {
    ...terms,
    invoice,
    reason,
    period: {
      startsAt: periodStart!,
      endsAt: periodEnd!,
      allowanceEndsAt: allowanceEnd!,
    },
    occurredAt: occurredAt!,
  };
}

/**
 * @param now milliseconds since the Unix epoch.
 * @throws ServiceError `invalid_parameter` naming every issue.
 */
export function planChangeFromRequest(request: ledger.ChangePlanRequest, now: number): PlanChange {
  const issues = new Issues();
  const terms = termsFromRequest(request, issues);
  const status = STATUSES.get(request.status);
  issues.require(status !== undefined, 'status', 'must be ACTIVE, PAST_DUE or ENDED');
  requireTime(request.occurredAt, now, issues);
  issues.throwIfAny();
  return { ...terms, status: status!, cancels: request.cancels, occurredAt: request.occurredAt! };
}

/** @throws ServiceError `invalid_parameter`. */
export function limitOfLapsed({ limit }: ledger.ListLapsedPlansRequest): number {
  const issues = new Issues();
  issues.require(limit <= MAXIMUM_LAPSED, 'limit', `must be at most ${MAXIMUM_LAPSED}`);
  issues.throwIfAny();
  return limit || DEFAULT_LAPSED;
}

function termsFromRequest(
  request: ledger.PayPlanRequest | ledger.ChangePlanRequest,
  issues: Issues,
): PlanTerms {
  const { accountId, subscriptionId, customerId, cliRecords, priceMicros } = request;
  issues.require(isIdentifier(accountId), 'account_id', IDENTIFIER_RULE);
  issues.require(isName(subscriptionId), 'subscription_id', NAME_RULE);
  issues.require(
    isText(customerId, 200),
    'customer_id',
    'must be at most 200 characters without control characters',
  );
  issues.require(
    cliRecords > 0n && cliRecords <= MAXIMUM_SUBSCRIPTION_RECORDS,
    'cli_records',
    `must be from 1 to ${MAXIMUM_SUBSCRIPTION_RECORDS}`,
  );
  issues.require(
    priceMicros > 0n && priceMicros <= MAXIMUM_CREDIT_MICROS,
    'price_micros',
    `must be from 1 to ${MAXIMUM_CREDIT_MICROS}`,
  );
  return { accountId, subscriptionId, customerId, cliRecords, priceMicros };
}

function requireTime(time: Date | undefined, now: number, issues: Issues): void {
  issues.require(
    Number(time) > 0 && Number(time) <= now + TEN_YEARS_MS,
    'occurred_at',
    'must be a timestamp',
  );
}
