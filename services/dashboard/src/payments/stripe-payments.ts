import { MICROS_PER_CENT } from '@heliograph/contract';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Stripe } from 'stripe' with { 'resolution-mode': 'import' };
import type { PaymentSettings } from '../config';
import {
  InvalidWebhookError,
  type CheckoutRequest,
  type PaymentEvent,
  type PaymentProvider,
} from './payment-provider';
import { CANCELED_PATH, SUCCEEDED_PATH } from './return-paths';
import { paymentOf, StripeOffSession } from './stripe-off-session';
import { planEventOf, StripePlans } from './stripe-plans';
import { ACCOUNT, checkoutUrlOf, CURRENCY, MICROS, PREFIX, withoutDetails } from './stripe-terms';
import { isReversal, reversalOf } from './stripe-reversals';

type StripeSettings = Extract<PaymentSettings, { kind: 'stripe' }>;

/** Per attempt; Stripe's library retries with the same idempotency key. */
const ATTEMPT_TIMEOUT_MS = 8_000;
const RETRIES = 2;
/** An older message is a replay; the same limit as in Stripe's libraries. */
const TOLERANCE_SECONDS = 300;

/**
 * Events that report a session as paid: immediately, or later by a slow method
 * (docs.stripe.com/payments/checkout/fulfillment).
 */
const PAID_EVENTS: ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
]);

/** Payments through Stripe Checkout. */
export class StripePayments implements PaymentProvider {
  readonly kind = 'stripe';
  readonly signatureHeader = 'stripe-signature';
  readonly plans: StripePlans;
  readonly offSession: StripeOffSession;

  private constructor(
    private readonly stripe: Stripe,
    private readonly webhookSecret: string,
    private readonly site: { origin: string },
    private readonly clock: () => number,
  ) {
    this.plans = new StripePlans(stripe, site, clock);
    this.offSession = new StripeOffSession(stripe, site, clock);
  }

  /** Loads Stripe's library. */
  static async create(
    { secretKey, webhookSecret, apiUrl }: StripeSettings,
    site: { origin: string },
    clock: () => number,
  ): Promise<StripePayments> {
    const { default: Library } = await import('stripe');
    const stripe = new Library(secretKey, {
      timeout: ATTEMPT_TIMEOUT_MS,
      maxNetworkRetries: RETRIES,
      telemetry: false,
      ...(apiUrl !== undefined && placeOf(apiUrl)),
    });
    return new StripePayments(stripe, webhookSecret, site, clock);
  }

  async createCheckout({ accountId, email, micros }: CheckoutRequest): Promise<{ checkoutUrl: string }> {
    const metadata = { [ACCOUNT]: accountId, [MICROS]: String(micros) };
    const { origin } = this.site;
    return checkoutUrlOf(
      this.stripe.checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: accountId,
          customer_email: email,
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: CURRENCY,
                unit_amount: Number(micros / MICROS_PER_CENT),
                product_data: { name: 'Heliograph prepaid records' },
              },
            },
          ],
          metadata,
          payment_intent_data: { metadata },
          success_url: origin + SUCCEEDED_PATH,
          cancel_url: origin + CANCELED_PATH,
        },
        { idempotencyKey: randomUUID() },
      ),
    );
  }

  readWebhook(rawBody: Buffer, headers: IncomingHttpHeaders): PaymentEvent | Promise<PaymentEvent> {
    const event = this.verify(rawBody, String(headers[this.signatureHeader] ?? ''));
    if (isReversal(event)) return reversalOf(this.stripe, event, meaningOf);
    const ofPlan = planEventOf(event);
    if (ofPlan) return ofPlan;
    if (event.type === 'payment_intent.succeeded') return paymentOf(event.data.object);
    if (!PAID_EVENTS.has(event.type)) return { kind: 'ignored' };
    const session = event.data.object as Stripe.Checkout.Session;
    if (session.mode === 'setup') return this.offSession.cardOf(session, event.created * 1_000);
    return meaningOf(session);
  }

  /** @throws InvalidWebhookError */
  private verify(rawBody: Buffer, signature: string): Stripe.Event {
    rejectFutureTimestamp(signature, this.clock());
    try {
      return this.stripe.webhooks.constructEvent(
        rawBody,
        signature,
        this.webhookSecret,
        TOLERANCE_SECONDS,
        undefined,
        this.clock(),
      );
    } catch (error) {
      throw new InvalidWebhookError('the signature does not match the body, or is too old', {
        cause: withoutDetails(error),
      });
    }
  }
}

/** Stripe's library checks only the age: it would accept a future timestamp until that has passed. */
function rejectFutureTimestamp(signature: string, nowMs: number): void {
  const [, seconds] = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature) ?? [];
  if (Number(seconds ?? 0) > nowMs / 1000 + TOLERANCE_SECONDS)
    throw new InvalidWebhookError('its timestamp is in the future');
}

/** What the session of a "paid" event means. */
function meaningOf(session: Stripe.Checkout.Session): PaymentEvent {
  const accountId = session.metadata?.[ACCOUNT];
  if (accountId === undefined) return { kind: 'ignored' };
  // A subscription's payment arrives with its invoice instead.
  if (session.mode === 'subscription') return { kind: 'ignored' };
  // Completed, but with a slow payment method: another event follows once it is paid.
  if (session.payment_status !== 'paid') return { kind: 'ignored' };
  const reference = PREFIX + session.id;
  const refused = (why: string) => ({ kind: 'refused', reference, why, accountId }) as const;
  if (session.client_reference_id !== accountId) return refused('the session names two accounts');
  if (session.currency !== CURRENCY) return refused('it was paid in another currency');
  const cents = session.amount_total;
  if (cents === null || !Number.isSafeInteger(cents) || cents <= 0) return refused('it names no amount');
  const micros = BigInt(cents) * MICROS_PER_CENT;
  if (String(micros) !== session.metadata?.[MICROS])
    return refused('the amount paid is not the amount requested');
  return { kind: 'paid', accountId, micros, reference, reason: 'Top-up by card (Stripe)' };
}

function placeOf(apiUrl: string): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  const { protocol, hostname, port } = new URL(apiUrl);
  return {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
  };
}
