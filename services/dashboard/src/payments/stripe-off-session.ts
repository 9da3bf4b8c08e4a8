import { MICROS_PER_CENT } from '@heliograph/contract';
import type { topUp } from '@heliograph/proto';
import { randomUUID } from 'node:crypto';
import type { Stripe } from 'stripe' with { 'resolution-mode': 'import' };
import type { CardRequest, CardSaved, OffSessionProvider, Purchase } from './off-session';
import type { PaymentEvent } from './payment-provider';
import { CARD_NOT_SAVED_PATH, CARD_SAVED_PATH } from './return-paths';
import {
  ACCOUNT,
  checkoutUrlOf,
  CURRENCY,
  idOf,
  MAXIMUM_LISTED,
  MICROS,
  PREFIX,
  unreachable,
  USER,
} from './stripe-terms';

/** Only off-session payments have this metadata: others are credited by their Checkout Session. */
const TOP_UP = 'heliograph_top_up';
const REASON = 'Automatic top-up by card (Stripe)';
/** Allowance between Stripe's clock and the database's. */
const CLOCK_SKEW_SECONDS = 3_600;
/** Age of a purchase from which a saved failure ends it: its payment would have been listed long before. */
const SAVED_FAILURE_SECONDS = 3_600;
/**
 * No retries: the purchase is tried again later with the same idempotency key, and its lease must outlast one attempt.
 */
const NO_RETRIES = { maxNetworkRetries: 0 };

/** Saving cards and charging saved cards (docs.stripe.com/payments/save-and-reuse). */
export class StripeOffSession implements OffSessionProvider {
  constructor(
    private readonly stripe: Stripe,
    private readonly site: { origin: string },
    private readonly clock: () => number,
  ) {}

  async beginSavingCard({ accountId, userId, email }: CardRequest): Promise<{ checkoutUrl: string }> {
    const metadata = { [ACCOUNT]: accountId, [USER]: userId };
    const { origin } = this.site;
    return checkoutUrlOf(
      this.stripe.checkout.sessions.create(
        {
          mode: 'setup',
          // A separate customer for each card keeps its payments few and quick to list.
          customer_creation: 'always',
          client_reference_id: accountId,
          customer_email: email,
          allowed_payment_method_types: ['card'],
          metadata,
          setup_intent_data: { metadata },
          success_url: origin + CARD_SAVED_PATH,
          cancel_url: origin + CARD_NOT_SAVED_PATH,
        },
        { idempotencyKey: randomUUID() },
      ),
    );
  }

  /**
   * The card of a completed session.
   *
   * @throws ServiceError `unavailable` when Stripe cannot be reached; it then sends the event again.
   */
  async cardOf(session: Stripe.Checkout.Session, savedAtMs: number): Promise<PaymentEvent> {
    const accountId = session.metadata?.[ACCOUNT];
    const intentId = idOf(session.setup_intent);
    if (accountId === undefined || intentId === undefined) return { kind: 'ignored' };
    const refused = (why: string) => ({ kind: 'refused', reference: PREFIX + session.id, why }) as const;
    if (session.client_reference_id !== accountId) return refused('the session names two accounts');
    let intent: Stripe.SetupIntent;
    try {
      intent = await this.stripe.setupIntents.retrieve(intentId, { expand: ['payment_method'] });
    } catch (error) {
      throw unreachable(error);
    }
    const customerId = idOf(intent.customer ?? session.customer);
    const method = intent.payment_method;
    if (intent.status !== 'succeeded' || customerId === undefined) return refused('no card was saved');
    if (typeof method !== 'object' || !method?.card) return refused('what was saved is no card');
    const { brand, last4 } = method.card;
    return {
      kind: 'card_saved',
      accountId,
      userId: session.metadata?.[USER],
      customerId: PREFIX + customerId,
      paymentMethodId: PREFIX + method.id,
      card: `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}`,
      savedAtMs,
    } satisfies CardSaved;
  }

  async removeCard(paymentMethodId: string): Promise<void> {
    const id = paymentMethodId.slice(PREFIX.length);
    try {
      await this.stripe.paymentMethods.detach(id);
    } catch (error) {
      if (!(await this.isDetached(id, error))) {
        throw unreachable(error, 'The card is not removed yet; automatic top-up is off. Try again shortly.');
      }
    }
  }

  /** Stripe refuses to detach a card twice, with an error that has no code, so check the card's state. */
  private async isDetached(id: string, refusal: unknown): Promise<boolean> {
    if ((refusal as { type?: unknown }).type !== 'StripeInvalidRequestError') return false;
    try {
      return (await this.stripe.paymentMethods.retrieve(id)).customer === null;
    } catch (error) {
      return (error as { statusCode?: unknown }).statusCode === 404;
    }
  }

  async buy(purchase: topUp.TopUp, mayBegin: boolean): Promise<Purchase> {
    // Stripe replays a key's first response, even a 500 that followed a successful payment, so after the first attempt
    // look the payment up.
    const earlier = purchase.tries > 0 || !mayBegin ? await this.find(purchase) : undefined;
    if (earlier) return outcomeOf(isUnconfirmed(earlier) ? await this.cancel(earlier) : earlier);
    if (!mayBegin) return { outcome: 'none' };
    try {
      return outcomeOf(
        await this.stripe.paymentIntents.create(
          {
            amount: Number(purchase.micros / MICROS_PER_CENT),
            currency: CURRENCY,
            customer: purchase.customerId.slice(PREFIX.length),
            payment_method: purchase.paymentMethodId.slice(PREFIX.length),
            allowed_payment_method_types: ['card'],
            off_session: true,
            confirm: true,
            description: 'Heliograph prepaid records',
            metadata: {
              [ACCOUNT]: purchase.accountId,
              [MICROS]: String(purchase.micros),
              [TOP_UP]: purchase.id,
            },
          },
          { ...NO_RETRIES, idempotencyKey: `top-up:${purchase.accountId}:${purchase.id}` },
        ),
      );
    } catch (error) {
      const failure = failureOf(error);
      if (failure) return failure;
      // Stripe would replay this failure for a day, so end the purchase: the next one has another key. If this payment
      // is made after all, its message credits it, and the account has bought once more than it needed.
      if (isSavedFailure(error) && purchase.ageSeconds >= SAVED_FAILURE_SECONDS) return { outcome: 'none' };
      throw unreachable(error);
    }
  }

  /** Lists payments, because Stripe's search misses very recent ones (docs.stripe.com/search). */
  private async find(purchase: topUp.TopUp): Promise<Stripe.PaymentIntent | undefined> {
    const since = Math.floor(this.clock() / 1_000) - purchase.ageSeconds - CLOCK_SKEW_SECONDS;
    try {
      const { data } = await this.stripe.paymentIntents.list(
        {
          customer: purchase.customerId.slice(PREFIX.length),
          created: { gte: since },
          limit: MAXIMUM_LISTED,
        },
        NO_RETRIES,
      );
      return data.find(({ metadata }) => metadata[TOP_UP] === purchase.id);
    } catch (error) {
      throw unreachable(error);
    }
  }

  /** Stripe refuses if the payment was confirmed meanwhile; the next try then finds its outcome. */
  private async cancel({ id }: Stripe.PaymentIntent): Promise<Stripe.PaymentIntent> {
    try {
      return await this.stripe.paymentIntents.cancel(id, {}, NO_RETRIES);
    } catch (error) {
      throw unreachable(error);
    }
  }
}

/** Whether Stripe failed between creating a payment and confirming it, so that nothing will ever happen to it. */
function isUnconfirmed({ status, last_payment_error: error }: Stripe.PaymentIntent): boolean {
  return status === 'requires_confirmation' || (status === 'requires_payment_method' && !error);
}

/** What a succeeded payment means; ignored unless it is one of our off-session payments. */
export function paymentOf(intent: Stripe.PaymentIntent): PaymentEvent {
  const { [ACCOUNT]: accountId, [MICROS]: micros, [TOP_UP]: topUpId } = intent.metadata;
  if (accountId === undefined || topUpId === undefined || intent.status !== 'succeeded') {
    return { kind: 'ignored' };
  }
  const reference = PREFIX + intent.id;
  const refused = (why: string) => ({ kind: 'refused', reference, why, accountId }) as const;
  if (intent.currency !== CURRENCY) return refused('it was paid in another currency');
  const cents = intent.amount_received;
  if (!Number.isSafeInteger(cents) || cents <= 0) return refused('it names no amount');
  const paid = BigInt(cents) * MICROS_PER_CENT;
  if (String(paid) !== micros) return refused('the amount paid is not the amount requested');
  return { kind: 'paid', accountId, micros: paid, reference, reason: REASON };
}

/** The outcome by status (docs.stripe.com/payments/paymentintents/lifecycle). */
function outcomeOf(intent: Stripe.PaymentIntent): Purchase {
  switch (intent.status) {
    case 'succeeded': {
      const payment = paymentOf(intent);
      if (payment.kind !== 'paid') throw unreachable(new Error('the payment is not the one requested'));
      const { reference, micros, reason } = payment;
      return { outcome: 'paid', reference, micros, reason };
    }
    case 'requires_payment_method':
      return intent.last_payment_error
        ? purchaseFromDeclineCode(intent.last_payment_error.code)
        : { outcome: 'pending' };
    case 'requires_action':
      return { outcome: 'authentication_required' };
    case 'canceled':
      // A declined payment is not canceled: this one was never confirmed.
      return { outcome: 'none' };
    default:
      return { outcome: 'pending' };
  }
}

/** The outcome if the payment certainly failed; undefined if it may have been paid. */
function failureOf(error: unknown): Purchase | undefined {
  const { type, code, statusCode } = error as Partial<Record<string, unknown>>;
  if (type === 'StripeCardError') return purchaseFromDeclineCode(typeof code === 'string' ? code : undefined);
  // Such as a card or a customer deleted at Stripe. No payment was made: otherwise Stripe would replay its response.
  if (type === 'StripeInvalidRequestError' && (statusCode === 400 || statusCode === 404)) {
    return { outcome: 'declined' };
  }
  return undefined;
}

/** Whether Stripe replayed a failure of its own (docs.stripe.com/api/idempotent_requests). */
function isSavedFailure(error: unknown): boolean {
  const { statusCode, headers } = error as Partial<Stripe.errors.StripeError>;
  return (statusCode ?? 0) >= 500 && headers?.['idempotent-replayed'] === 'true';
}

function purchaseFromDeclineCode(code: string | undefined): Purchase {
  return { outcome: code === 'authentication_required' ? 'authentication_required' : 'declined' };
}
