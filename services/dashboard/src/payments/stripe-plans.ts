import { MICROS_PER_CENT } from '@heliograph/contract';
import type { ledger } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import { randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe' with { 'resolution-mode': 'import' };
import type {
  PaymentEvent,
  PlanChanged,
  PlanCheckoutRequest,
  PlanProvider,
  PlanTerms,
} from './payment-provider';
import { BILLING_PATH, NOT_SUBSCRIBED_PATH, SUBSCRIBED_PATH } from './return-paths';
import { ACCOUNT, checkoutUrlOf, CURRENCY, idOf, MICROS, PREFIX, unreachable } from './stripe-terms';

const CLI_RECORDS = 'heliograph_cli_records';
/** Stripe finalizes and charges a renewal about an hour after the period ends (docs.stripe.com/billing/invoices). */
const RENEWAL_TAKES_MS = 24 * 60 * 60 * 1000;
/** Invoices for a period; others are for manual changes. */
const PERIOD_REASONS: ReadonlySet<string> = new Set(['subscription_create', 'subscription_cycle']);

/** What a subscription's status means here (docs.stripe.com/billing/subscriptions/overview#subscription-statuses). */
const STATUSES: Readonly<Record<string, PlanChanged['status'] | undefined>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'ended',
  incomplete_expired: 'ended',
};

/** Subscriptions through Stripe Billing. */
export class StripePlans implements PlanProvider {
  constructor(
    private readonly stripe: Stripe,
    private readonly site: { origin: string },
    private readonly clock: () => number,
  ) {}

  async createCheckout({ accountId, email, offer }: PlanCheckoutRequest): Promise<{ checkoutUrl: string }> {
    const metadata = {
      [ACCOUNT]: accountId,
      [MICROS]: String(offer.priceMicros),
      [CLI_RECORDS]: String(offer.cliRecords),
    };
    return checkoutUrlOf(
      this.stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          client_reference_id: accountId,
          customer_email: email,
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: CURRENCY,
                unit_amount: Number(offer.priceMicros / MICROS_PER_CENT),
                recurring: { interval: 'month' },
                product_data: { name: 'Heliograph subscription' },
              },
            },
          ],
          metadata,
          subscription_data: { metadata },
          success_url: this.site.origin + SUBSCRIBED_PATH,
          cancel_url: this.site.origin + NOT_SUBSCRIBED_PATH,
        },
        { idempotencyKey: randomUUID() },
      ),
    );
  }

  async setCancels(plan: ledger.Plan, cancels: boolean): Promise<PlanChanged> {
    // The time before the call, because the response may be late and anything that happens meanwhile is newer. In whole
    // seconds, like the message that reports the same change.
    const askedAtMs = Math.floor(this.clock() / 1_000) * 1_000;
    const id = plan.subscriptionId.slice(PREFIX.length);
    const subscription = await asked(
      this.update(id, cancels).catch((refusal: unknown) => this.ended(id, refusal)),
    );
    const change = changeOf(subscription, askedAtMs);
    if (change.kind !== 'plan_changed') throw unreachable(new Error('the subscription is not ours'));
    if (!cancels && change.cancels && change.status !== 'ended') {
      throw unreachable(new Error('it still cancels'), 'The subscription still ends; try again shortly.');
    }
    return change;
  }

  /** Stripe accepts one of its two ways to cancel: a flag, or a time, which its portal sets and the flag leaves. */
  private async update(id: string, cancels: boolean): Promise<Stripe.Subscription> {
    const { subscriptions } = this.stripe;
    const found = cancels ? undefined : await subscriptions.retrieve(id);
    const endsByTime = found && found.cancel_at !== null && !found.cancel_at_period_end;
    const changes = endsByTime ? ({ cancel_at: '' } as const) : { cancel_at_period_end: cancels };
    return subscriptions.update(id, changes, { idempotencyKey: randomUUID() });
  }

  /**
   * Stripe refuses to change a subscription that has ended. The message about its end may have been lost, so this is the
   * only way to find out.
   *
   * @throws the refusal unless the subscription has ended.
   */
  private async ended(id: string, refusal: unknown): Promise<Stripe.Subscription> {
    if ((refusal as { type?: unknown }).type !== 'StripeInvalidRequestError') throw refusal;
    const subscription = await this.stripe.subscriptions.retrieve(id);
    if (STATUSES[subscription.status] !== 'ended') throw refusal;
    return subscription;
  }

  async portalUrl(plan: ledger.Plan): Promise<string> {
    const { url } = await asked(
      this.stripe.billingPortal.sessions.create({
        customer: plan.customerId.slice(PREFIX.length),
        return_url: this.site.origin + BILLING_PATH,
      }),
    );
    return url;
  }
}

/** What a Stripe event means for a plan; undefined if it is about something else. */
export function planEventOf(event: Stripe.Event): PaymentEvent | undefined {
  const occurredAtMs = event.created * 1_000;
  switch (event.type) {
    case 'invoice.paid':
      return paymentOf(event.data.object, occurredAtMs);
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return changeOf(event.data.object, occurredAtMs);
    default:
      return undefined;
  }
}

/** Where an invoice names its subscription: at the top level in versions of Stripe's API before 2025-03-31. */
interface OlderInvoice {
  subscription?: string | { id: string } | null;
  subscription_details?: { metadata?: Record<string, string> | null } | null;
}

function paymentOf(invoice: Stripe.Invoice, occurredAtMs: number): PaymentEvent {
  const older = invoice as unknown as OlderInvoice;
  const details = invoice.parent?.subscription_details;
  const terms = termsOf(
    idOf(details?.subscription ?? older.subscription),
    idOf(invoice.customer),
    details?.metadata ?? older.subscription_details?.metadata,
  );
  if (!terms) return { kind: 'ignored' };
  const reference = `${PREFIX}${invoice.id}`;
  const refused = (why: string) => ({ kind: 'refused', reference, why }) as const;
  if (terms === 'unreadable') return refused('the subscription does not say what was sold');
  if (!PERIOD_REASONS.has(invoice.billing_reason ?? '')) return { kind: 'ignored' };
  if (invoice.currency !== CURRENCY) return refused('it was paid in another currency');
  if (BigInt(invoice.amount_paid) * MICROS_PER_CENT !== terms.priceMicros) {
    return refused('the amount paid is not the amount requested');
  }
  const period = invoice.lines.data.map((line) => line.period).sort((one, other) => other.end - one.end)[0];
  if (!period || period.end <= period.start) return refused('it names no period');
  return {
    kind: 'plan_paid',
    ...terms,
    reference,
    reason: 'Subscription (Stripe)',
    periodStartMs: period.start * 1_000,
    periodEndMs: period.end * 1_000,
    allowanceEndMs: period.end * 1_000 + RENEWAL_TAKES_MS,
    occurredAtMs,
  };
}

function changeOf(subscription: Stripe.Subscription, occurredAtMs: number): PaymentEvent {
  const terms = termsOf(subscription.id, idOf(subscription.customer), subscription.metadata);
  const status = STATUSES[subscription.status];
  // Incomplete: nothing is paid yet; an event follows once it is.
  if (!terms || status === undefined) return { kind: 'ignored' };
  if (terms === 'unreadable') {
    return { kind: 'refused', reference: PREFIX + subscription.id, why: 'it does not say what was sold' };
  }
  return {
    kind: 'plan_changed',
    ...terms,
    status,
    // The portal sets a time instead of the flag.
    cancels: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    occurredAtMs,
  };
}

/** @returns undefined if it belongs to another product. */
function termsOf(
  subscription: string | undefined,
  customer: string | undefined,
  metadata: Record<string, string> | null | undefined,
): PlanTerms | 'unreadable' | undefined {
  const accountId = metadata?.[ACCOUNT];
  if (subscription === undefined || accountId === undefined) return undefined;
  const [micros = '', records = ''] = [metadata?.[MICROS], metadata?.[CLI_RECORDS]];
  if (!/^[1-9]\d{0,11}$/.test(micros) || !/^[1-9]\d{0,8}$/.test(records)) return 'unreadable';
  return {
    accountId,
    subscriptionId: PREFIX + subscription,
    customerId: PREFIX + (customer ?? ''),
    cliRecords: BigInt(records),
    priceMicros: BigInt(micros),
  };
}

async function asked<Result>(response: Promise<Result>): Promise<Result> {
  try {
    return await response;
  } catch (error) {
    throw error instanceof ServiceError ? error : unreachable(error);
  }
}
