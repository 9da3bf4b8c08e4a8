import { MICROS_PER_CENT } from '@heliograph/contract';
import { ServiceError } from '@heliograph/runtime';
import type { Stripe } from 'stripe' with { 'resolution-mode': 'import' };
import type { Settlement } from './payment-reversal';
import type { PaymentEvent } from './payment-provider';
import { paymentOf } from './stripe-off-session';
import { MAXIMUM_LISTED, PREFIX } from './stripe-terms';

const REVERSAL_EVENT = /^(?:charge\.refunded|charge\.refund\.updated|refund\.\w+|charge\.dispute\.\w+)$/;
/** Stripe retries by itself, so there is no hurry as with a browser. */
const RETRY_AFTER_SECONDS = 30;

/** Whether an event is about a refund or a dispute. */
export function isReversal({ type }: Stripe.Event): boolean {
  return REVERSAL_EVENT.test(type);
}

/**
 * The state of a refunded or disputed payment. The event is only the trigger: charge, refund, and dispute events
 * overlap and arrive out of order (docs.stripe.com/webhooks), so payment, refunds, and disputes are fetched.
 *
 * @param meaningOf what a paid session means.
 * @throws ServiceError `unavailable` when Stripe cannot be reached; it then sends the event again.
 */
export async function reversalOf(
  stripe: Stripe,
  event: Stripe.Event,
  meaningOf: (session: Stripe.Checkout.Session) => PaymentEvent,
): Promise<PaymentEvent> {
  const { payment_intent: intent } = event.data.object as Stripe.Refund | Stripe.Dispute | Stripe.Charge;
  const paymentIntent = typeof intent === 'string' ? intent : intent?.id;
  if (paymentIntent === undefined) return { kind: 'ignored' };
  try {
    const { data: sessions } = await stripe.checkout.sessions.list({
      payment_intent: paymentIntent,
      limit: 1,
    });
    const payment = sessions[0] ? meaningOf(sessions[0]) : await offSessionPayment(stripe, paymentIntent);
    if (payment.kind !== 'paid' && payment.kind !== 'refused') return payment;
    const { accountId, reference } = payment;
    if (accountId === undefined) return payment;
    // A page has all: Stripe allows a few dozen refunds per charge.
    const listed = { payment_intent: paymentIntent, limit: MAXIMUM_LISTED };
    const [refunds, disputes] = await Promise.all([
      stripe.refunds.list(listed),
      stripe.disputes.list(listed),
    ]);
    return {
      kind: 'reversed',
      payment: { accountId, reference },
      credit: payment.kind === 'paid' ? { micros: payment.micros, reason: payment.reason } : undefined,
      // Oldest first: in order of occurrence.
      settlements: [...disputes.data.flatMap(ofDispute), ...refunds.data.flatMap(ofRefund)].reverse(),
    };
  } catch (error) {
    const { name, statusCode } = error as { name?: string; statusCode?: number };
    throw new ServiceError('unavailable', 'The payment provider cannot be reached.', {
      // Stripe's errors contain headers and bodies.
      cause: new Error(`${name ?? 'Error'} ${statusCode ?? ''}`.trim()),
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}

/** A payment without a session. */
async function offSessionPayment(stripe: Stripe, id: string): Promise<PaymentEvent> {
  try {
    return paymentOf(await stripe.paymentIntents.retrieve(id));
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 404) return { kind: 'ignored' };
    throw error;
  }
}

/** Pending refunds count: the money is on its way (docs.stripe.com/refunds). */
function ofRefund({ id, amount, status }: Stripe.Refund): Settlement[] {
  return settlementOf(id, amount, status === 'failed' || status === 'canceled', 'Refund');
}

/**
 * An inquiry (`warning_…`) moves no money. An appeal leaves the money where the lost dispute took it, and so, as far as
 * we know, will any future status (docs.stripe.com/disputes/how-disputes-work). A prevented dispute was either blocked,
 * which moves no money, or resolved by paying the payer: its balance transactions tell which
 * (docs.stripe.com/api/disputes/object).
 */
function ofDispute({ id, amount, status, balance_transactions: moves }: Stripe.Dispute): Settlement[] {
  if (status === 'warning_needs_response' || status === 'warning_under_review') return [];
  if (status === 'prevented' && moves.length === 0) return [];
  const isReturned =
    status === 'prevented'
      ? moves.reduce((sum, { amount: moved }) => sum + moved, 0) >= 0
      : status === 'won' || status === 'warning_closed';
  return settlementOf(id, amount, isReturned, 'Dispute');
}

function settlementOf(id: string, cents: number, isReturned: boolean, what: string): Settlement[] {
  if (!Number.isSafeInteger(cents) || cents <= 0) return [];
  return [
    {
      reference: PREFIX + id,
      micros: BigInt(cents) * MICROS_PER_CENT,
      isReturned,
      reason: `${what} (Stripe)${isReturned ? ', undone' : ''}`,
    },
  ];
}
