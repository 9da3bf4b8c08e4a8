import { randomBytes } from 'node:crypto';

/** Stripe's own test cards (docs.stripe.com/testing). */
export const GOOD_CARD = 'pm_card_visa';
export const DECLINED_CARD = 'pm_card_chargeCustomerFail';
export const AUTHENTICATION_CARD = 'pm_card_authenticationRequired';

/** A payment intent, reduced to what matters here. */
export interface FakeIntent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  customer: string;
  payment_method: string | null;
  created: number;
  status: string;
  last_payment_error: { type: 'card_error'; code: string; decline_code?: string; message: string } | null;
  metadata: Record<string, string>;
}

/** A saved card's customer and setup intent. */
interface FakeSetup {
  id: string;
  object: 'setup_intent';
  status: string;
  customer: string;
  payment_method: FakePaymentMethod;
}

/** A saved card. */
export interface FakePaymentMethod {
  id: string;
  object: 'payment_method';
  card: { brand: string; last4: string };
  /** Null once it is detached, permanently. */
  customer: string | null;
}

interface ApiResponse {
  status: number;
  answer: object;
}

/** Saved cards and off-session payments with them (docs.stripe.com/payments/save-and-reuse). */
export class FakeCards {
  readonly setups: FakeSetup[] = [];
  readonly intents: FakeIntent[] = [];
  /** The test card behind each payment method. */
  private readonly testCards = new Map<string, string>();

  /** A user saves a card: a new payment method each time, even for the same test card. */
  save(testCard: string, last4: string): FakeSetup {
    const customer = `cus_${randomBytes(7).toString('hex')}`;
    const id = `pm_${randomBytes(12).toString('hex')}`;
    this.testCards.set(id, testCard);
    const setup: FakeSetup = {
      id: `seti_${randomBytes(12).toString('hex')}`,
      object: 'setup_intent',
      status: 'succeeded',
      customer,
      payment_method: { id, object: 'payment_method', card: { brand: 'visa', last4 }, customer },
    };
    this.setups.push(setup);
    return setup;
  }

  /** The handler for a `POST`; undefined for other resources' paths. */
  changeAt(path: string): ((form: URLSearchParams) => ApiResponse) | undefined {
    if (path === '/v1/payment_intents') return (form) => this.pay(form);
    const [, kind, id, change] = /^\/v1\/(payment_\w+)\/(\w+)\/(\w+)$/.exec(path) ?? [];
    if (kind === 'payment_intents' && change === 'cancel') return () => this.cancel(id!);
    if (kind === 'payment_methods' && change === 'detach') return () => this.detach(id!);
    return undefined;
  }

  /** Until it succeeds; canceled ones stay canceled (docs.stripe.com/api/payment_intents/cancel). */
  private cancel(id: string): ApiResponse {
    const intent = this.intents.find((known) => known.id === id);
    if (!intent) return { status: 404, answer: missing(`No such payment_intent: '${id}'`) };
    const { status } = intent;
    if (!status.startsWith('requires_')) {
      const why = `You cannot cancel this PaymentIntent because it has a status of ${status}.`;
      return { status: 400, answer: invalid(why, 'payment_intent_unexpected_state') };
    }
    intent.status = 'canceled';
    return { status: 200, answer: intent };
  }

  /** Permanent: it can't be charged, attached, or detached again (docs.stripe.com/api/payment_methods/detach). */
  private detach(id: string): ApiResponse {
    const method = this.methodOf(id);
    if (!method) return { status: 404, answer: missing(`No such PaymentMethod: '${id}'`) };
    if (method.customer === null) {
      return {
        status: 400,
        answer: invalid(
          'The payment method you provided is not attached to a customer so detachment is impossible.',
        ),
      };
    }
    method.customer = null;
    return { status: 200, answer: method };
  }

  private methodOf(id: string): FakePaymentMethod | undefined {
    return this.setups.find((setup) => setup.payment_method.id === id)?.payment_method;
  }

  /** `POST /v1/payment_intents` with `confirm` and `off_session`: a failing card gets a 402, and its intent remains. */
  private pay(form: URLSearchParams): ApiResponse {
    const customer = form.get('customer') ?? '';
    const id = form.get('payment_method') ?? '';
    const method = this.methodOf(id);
    if (!method) return { status: 404, answer: missing(`No such PaymentMethod: '${id}'`) };
    if (method.customer !== customer) {
      const why = `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`;
      return { status: 400, answer: missing(why) };
    }
    if (form.get('off_session') !== 'true' || form.get('confirm') !== 'true') {
      return { status: 400, answer: invalid('This stand-in only knows confirmed off-session payments.') };
    }
    const error = errorOf(this.testCards.get(id));
    const intent: FakeIntent = {
      id: `pi_${randomBytes(12).toString('hex')}`,
      object: 'payment_intent',
      amount: Number(form.get('amount')),
      amount_received: error ? 0 : Number(form.get('amount')),
      currency: form.get('currency') ?? '',
      customer,
      payment_method: error ? null : id,
      created: Math.floor(Date.now() / 1_000),
      status: error ? 'requires_payment_method' : 'succeeded',
      last_payment_error: error,
      metadata: Object.fromEntries(
        [...form].flatMap(([name, value]) => {
          const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
          return key === undefined ? [] : [[key, value]];
        }),
      ),
    };
    this.intents.unshift(intent);
    if (error) return { status: 402, answer: { error: { ...error, payment_intent: intent } } };
    return { status: 200, answer: intent };
  }

  /** Answers `GET` for one resource, or for a customer's payments. */
  read(path: string): object | undefined {
    const { pathname, searchParams } = new URL(path, 'http://stripe.example');
    const [, kind, id] =
      /^\/v1\/(payment_intents|setup_intents|payment_methods)\/(\w+)$/.exec(pathname) ?? [];
    if (kind === 'payment_intents') return this.intents.find((intent) => intent.id === id);
    if (kind === 'setup_intents') return this.setups.find((setup) => setup.id === id);
    if (kind === 'payment_methods') return this.methodOf(id!);
    const customer = searchParams.get('customer');
    if (pathname !== '/v1/payment_intents' || customer === null) return undefined;
    const since = Number(searchParams.get('created[gte]') ?? 0);
    const data = this.intents.filter((intent) => intent.customer === customer && intent.created >= since);
    return { object: 'list', url: pathname, has_more: false, data };
  }
}

function errorOf(testCard: string | undefined): FakeIntent['last_payment_error'] {
  if (testCard === DECLINED_CARD) {
    return {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
    };
  }
  if (testCard !== AUTHENTICATION_CARD) return null;
  return {
    type: 'card_error',
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  };
}

function invalid(message: string, code?: string): object {
  return { error: { type: 'invalid_request_error', code, message } };
}

function missing(message: string): object {
  return invalid(message, 'resource_missing');
}
