import type { ledger } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import { z } from 'zod';
import { monthAfter } from '../domain/days';
import { developmentCheckoutUrl, type DevelopmentCheckout } from './development-checkout';
import { decodePortal, encodePortal, type DevelopmentPortal } from './development-portal';
import type {
  PaymentEvent,
  PlanChanged,
  PlanCheckoutRequest,
  PlanPaid,
  PlanProvider,
  PlanTerms,
} from './payment-provider';

export const DEVELOPMENT_PORTAL_PATH = '/development-portal';

const PORTAL_LIFE_MS = 60 * 60 * 1000;

const digits = z.string().regex(/^[1-9]\d{0,15}$/);
const terms = {
  accountId: z.string().min(1).max(128),
  subscriptionId: z.string().startsWith('development:').max(200),
  customerId: z.string().max(200),
  cliRecords: digits,
  priceMicros: digits,
  occurredAtMs: z.int(),
};
const paid = z.object({
  type: z.literal('plan.paid'),
  ...terms,
  reference: z.string().startsWith('development:').max(200),
  periodStartMs: z.int(),
  periodEndMs: z.int(),
});
const changed = z.object({
  type: z.literal('plan.changed'),
  ...terms,
  status: z.enum(['active', 'past_due', 'ended']),
  cancels: z.boolean(),
});

/** The development provider's messages about a subscription. */
export type DevelopmentPlanMessage = z.input<typeof paid> | z.input<typeof changed>;

/**
 * Subscriptions for one machine and for tests. They renew themselves when a period is over; a page stands in for a
 * provider's portal, where you can renew a subscription or make a renewal fail.
 */
export class DevelopmentPlans implements PlanProvider {
  /** @param post sends a message to the webhook. @param site the dashboard's public origin. */
  constructor(
    private readonly secret: string,
    private readonly site: { origin: string },
    private readonly clock: () => number,
    private readonly post: (message: DevelopmentPlanMessage) => Promise<boolean>,
  ) {}

  async createCheckout({ accountId, offer }: PlanCheckoutRequest): Promise<{ checkoutUrl: string }> {
    const checkout = { accountId, micros: offer.priceMicros, cliRecords: offer.cliRecords };
    const at = { origin: this.site.origin, secret: this.secret, nowMs: this.clock() };
    return { checkoutUrl: developmentCheckoutUrl(checkout, at) };
  }

  /** The message once a subscription's checkout is paid. */
  firstMessageOf({ id, accountId, micros, cliRecords }: DevelopmentCheckout): DevelopmentPlanMessage {
    const subscription = {
      accountId,
      subscriptionId: `development:${id}`,
      customerId: '',
      cliRecords: BigInt(cliRecords ?? 0),
      priceMicros: micros,
    };
    return this.paymentOf(subscription, this.clock());
  }

  async setCancels(plan: ledger.Plan, cancels: boolean): Promise<PlanChanged> {
    return {
      kind: 'plan_changed',
      ...termsOf(plan),
      status: 'active',
      cancels,
      occurredAtMs: this.clock(),
    };
  }

  async portalUrl(plan: ledger.Plan): Promise<string> {
    const portal = encodePortal(
      {
        ...termsOf(plan),
        periodEndMs: Number(plan.periodEnd),
        expiresAtMs: this.clock() + PORTAL_LIFE_MS,
      },
      this.secret,
    );
    return `${this.site.origin}${DEVELOPMENT_PORTAL_PATH}/${portal}`;
  }

  /** @returns undefined if there is no such page, or it has expired. */
  readPortal(text: string): DevelopmentPortal | undefined {
    return decodePortal(text, this.secret, this.clock());
  }

  /**
   * Renews a subscription, fails a renewal, or ends it, as requested on its page. @returns whether the message was
   * accepted.
   */
  async change(portal: DevelopmentPortal, what: 'renew' | 'fail' | 'end'): Promise<boolean> {
    if (what === 'renew') return this.post(this.paymentOf(portal, portal.periodEndMs));
    return this.post(this.changeOf(portal, what === 'fail' ? 'past_due' : 'ended'));
  }

  async settle(plan: ledger.Plan): Promise<void> {
    const message = plan.cancels
      ? this.changeOf(termsOf(plan), 'ended')
      : this.paymentOf(termsOf(plan), Number(plan.periodEnd));
    if (!(await this.post(message))) {
      throw new ServiceError('unavailable', 'The webhook of a renewal was not accepted.');
    }
  }

  /** @param fromMs start of the period; if that period is already over, a later one is used. */
  private paymentOf(subscription: PlanTerms, fromMs: number): DevelopmentPlanMessage {
    let [periodStartMs, periodEndMs] = [fromMs, monthAfter(fromMs)];
    while (periodEndMs <= this.clock()) [periodStartMs, periodEndMs] = [periodEndMs, monthAfter(periodEndMs)];
    return {
      type: 'plan.paid',
      ...inDigits(subscription),
      reference: `${subscription.subscriptionId}:${periodStartMs}`,
      periodStartMs,
      periodEndMs,
      occurredAtMs: this.clock(),
    };
  }

  private changeOf(subscription: PlanTerms, status: 'past_due' | 'ended'): DevelopmentPlanMessage {
    const occurredAtMs = this.clock();
    return { type: 'plan.changed', ...inDigits(subscription), status, cancels: false, occurredAtMs };
  }
}

/** What a message of the development provider means for a plan; undefined if it is about something else. */
export function developmentPlanEvent(message: unknown): PaymentEvent | undefined {
  const payment = paid.safeParse(message);
  if (payment.success) {
    const { type: _type, cliRecords, priceMicros, ...rest } = payment.data;
    return {
      kind: 'plan_paid',
      ...rest,
      cliRecords: BigInt(cliRecords),
      priceMicros: BigInt(priceMicros),
      reason: 'Subscription (development: no money moved)',
      allowanceEndMs: rest.periodEndMs,
    } satisfies PlanPaid;
  }
  const change = changed.safeParse(message);
  if (!change.success) return undefined;
  const { type: _type, cliRecords, priceMicros, ...rest } = change.data;
  return {
    kind: 'plan_changed',
    ...rest,
    cliRecords: BigInt(cliRecords),
    priceMicros: BigInt(priceMicros),
  };
}

function termsOf({ accountId, subscriptionId, customerId, cliRecords, priceMicros }: ledger.Plan): PlanTerms {
  return { accountId, subscriptionId, customerId, cliRecords, priceMicros };
}

function inDigits({ accountId, subscriptionId, customerId, cliRecords, priceMicros }: PlanTerms) {
  return {
    accountId,
    subscriptionId,
    customerId,
    cliRecords: String(cliRecords),
    priceMicros: String(priceMicros),
  };
}
