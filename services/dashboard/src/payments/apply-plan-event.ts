import { identity, ledger } from '@heliograph/proto';
import type { CallService } from '../api/ask';
import { requireAccount } from '../api/require-account';
import type { DashboardContext } from '../context';
import type { PlanChanged, PlanPaid } from './payment-provider';

/** The outcome; `why`: money was paid with nothing in return, and an operator has to look. */
type PlanOutcome = 'credited' | 'repeated' | { why: string };

const STATUSES: Readonly<Record<PlanChanged['status'], ledger.PlanStatus>> = {
  active: ledger.PlanStatus.ACTIVE,
  past_due: ledger.PlanStatus.PAST_DUE,
  ended: ledger.PlanStatus.ENDED,
};
const { STARTED, SUPERSEDED, OVER, OTHER_PLAN } = ledger.PayPlanResponse_Outcome;

/**
 * Records an event of a subscription: first in the ledger, then in the account's plan at identity, which follows the
 * ledger's latest state.
 *
 * If the process dies between the two, the sender repeats the message, the ledger replies that it already has it, and
 * the plan follows.
 *
 * @throws ServiceError `not_found` when there is no such account.
 */
export async function applyPlanEvent(
  context: DashboardContext,
  callService: CallService,
  event: PlanPaid | PlanChanged,
): Promise<PlanOutcome> {
  const { clients, logger } = context;
  const { accountId, subscriptionId, customerId, cliRecords, priceMicros } = event;
  const terms = { accountId, subscriptionId, customerId, cliRecords, priceMicros };
  const occurredAt = new Date(event.occurredAtMs);
  const account = await requireAccount(context, accountId, callService);
  if (event.kind === 'plan_changed') {
    const { status, cancels } = event;
    const { changed, plan } = await callService((call) =>
      clients.ledger.changePlan({ ...terms, status: STATUSES[status], cancels, occurredAt }, call),
    );
    logger.info({ accountId, subscriptionId, status, cancels, changed }, 'a subscription changed');
    await followPlan(context, callService, accountId, plan);
    return changed ? 'credited' : 'repeated';
  }
  const { outcome, plan } = await callService((call) =>
    clients.ledger.payPlan(
      {
        ...terms,
        invoice: event.reference,
        reason: event.reason,
        periodStart: new Date(event.periodStartMs),
        periodEnd: new Date(event.periodEndMs),
        allowanceEnd: new Date(event.allowanceEndMs),
        occurredAt,
      },
      call,
    ),
  );
  logger.info({ accountId, subscriptionId, reference: event.reference, outcome }, 'a subscription was paid');
  await followPlan(context, callService, accountId, plan);
  if (outcome === OVER) return { why: 'the paid period is over, or its subscription has ended' };
  if (outcome === OTHER_PLAN) return { why: 'the account has another active subscription' };
  if (outcome === SUPERSEDED) return { why: 'a later period was paid before' };
  if (account.status !== identity.AccountStatus.ACTIVE) {
    return { why: 'its account is suspended or disabled' };
  }
  return outcome === STARTED ? 'credited' : 'repeated';
}

/**
 * Makes the account's plan at identity follow its subscription: paid while a paid period runs. Messages are handled
 * concurrently, so re-read the ledger's state after writing: the last writer has then seen the last change.
 */
export async function followPlan(
  context: DashboardContext,
  callService: CallService,
  id: string,
  plan: ledger.Plan | undefined,
): Promise<void> {
  const { clients, clock } = context;
  // A plan that was never paid changes nothing, even when it ends: an operator may have set the account to paid.
  if (!plan?.allowanceEnd) return;
  const isPaid = plan.status === ledger.PlanStatus.ACTIVE && Number(plan.allowanceEnd) > clock();
  await callService((call) =>
    // Identity ignores and does not log unchanged values.
    clients.identity.updateAccount(
      {
        id,
        name: undefined,
        plan: isPaid ? identity.Plan.PAID : identity.Plan.FREE,
        role: identity.Role.UNSPECIFIED,
        reason: isPaid ? 'The subscription was paid.' : 'No paid subscription.',
        actor: undefined,
      },
      call,
    ),
  );
  const { plan: latest } = await callService((call) =>
    clients.ledger.getUsage({ accountId: id, month: '' }, call),
  );
  if (
    latest &&
    (latest.status !== plan.status || Number(latest.allowanceEnd) !== Number(plan.allowanceEnd))
  ) {
    await followPlan(context, callService, id, latest);
  }
}
