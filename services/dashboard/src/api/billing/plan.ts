import { cancellationBody, type PlanPortal, type TopUpStarted } from '@heliograph/dashboard-api';
import { ledger } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import { applyPlanEvent } from '../../payments/apply-plan-event';
import { ask, change } from '../ask';
import { endpoint, notFound, type EndpointRequest } from '../endpoint';
import { currentPlanRecord } from './convert';

/** `POST /billing/plan`: starts a checkout. Nothing is granted before the payment provider confirms the payment. */
export const beginSubscription = endpoint({
  name: 'beginSubscription',
  async run(request) {
    const { context, signedIn } = request;
    const { payments, config, metrics } = context;
    const { plans } = payments;
    const { planOffer: offer } = config;
    if (!plans || !offer) throw notFound('subscription');
    // If two concurrent checkouts are both paid, the webhook refuses the second.
    const plan = await readPlan(request);
    if (plan && plan.status !== ledger.PlanStatus.ENDED) {
      throw new ServiceError('invalid_parameter', 'The account already has a subscription.');
    }
    const accountId = signedIn.account.id;
    const { email } = signedIn.user;
    try {
      const { checkoutUrl } = await plans.createCheckout({ accountId, email, offer });
      metrics.checkoutStarted('begun');
      return { checkoutUrl } satisfies TopUpStarted;
    } catch (error) {
      metrics.checkoutStarted('failed');
      throw error;
    }
  },
});

/** `PUT /billing/plan/cancellation` */
export const setCancellation = endpoint({
  name: 'setCancellation',
  body: cancellationBody,
  async run(request) {
    const { context, exchange, body } = request;
    const { plan, plans } = await ownPlan(request);
    const changed = await plans.setCancels(plan, body.cancels);
    // The provider's message reports the same change a moment later, and makes up for this call if it fails.
    await applyPlanEvent(context, (write) => change(exchange, write), changed);
    return currentPlanRecord(await readPlan(request)) ?? {};
  },
});

/** `POST /billing/plan/portal` */
export const openPortal = endpoint({
  name: 'openPortal',
  async run(request) {
    const { plan, plans } = await ownPlan(request);
    return { portalUrl: await plans.portalUrl(plan) } satisfies PlanPortal;
  },
});

async function readPlan<Body>({
  context: { clients },
  exchange,
  signedIn: { account },
}: EndpointRequest<Body>): Promise<ledger.Plan | undefined> {
  const usage = await ask(exchange, (call) =>
    clients.ledger.getUsage({ accountId: account.id, month: '' }, call),
  );
  return usage.plan;
}

/** @throws ServiceError `not_found` unless the account has an active subscription at this provider. */
async function ownPlan<Body>(request: EndpointRequest<Body>) {
  const { payments } = request.context;
  const plan = await readPlan(request);
  const isOurs = plan?.subscriptionId.startsWith(`${payments.kind}:`) ?? false;
  if (!plan || !payments.plans || !isOurs || !currentPlanRecord(plan)) throw notFound('subscription');
  return { plan, plans: payments.plans };
}
