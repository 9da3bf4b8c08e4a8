import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { GOOD_CARD, FakeCards } from './fake-cards';

export const STRIPE_KEY = 'sk_test_only_tests_use_this';
export const STRIPE_WEBHOOK_SECRET = 'whsec_only_tests_use_this';

/** A checkout session, reduced to what matters here. */
export interface FakeSession {
  id: string;
  object: 'checkout.session';
  mode: string;
  amount_total: number;
  currency: string;
  client_reference_id: string | null;
  customer_email: string | null;
  metadata: Record<string, string>;
  /** Metadata for the subscription that it creates. */
  subscriptionMetadata: Record<string, string>;
  interval: string | null;
  payment_status: string;
  status: string;
  success_url: string;
  cancel_url: string;
  url: string;
  /** Set by a payment. */
  payment_intent: string | null;
  /** Set once a card is saved. */
  setup_intent: string | null;
  customer: string | null;
}

/** A refund or a dispute, reduced to what matters here. */
export interface FakeReversal {
  id: string;
  object: 'refund' | 'dispute';
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  status: string;
  metadata: Record<string, string>;
}

/** A subscription, reduced to what matters here. */
export interface FakeSubscription {
  id: string;
  object: 'subscription';
  customer: string;
  status: string;
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  metadata: Record<string, string>;
}

/**
 * Stands in for Stripe as its reference describes it: bearer keys, form encoding, idempotency keys that replay the same
 * request and refuse a different one, errors in its format, and events signed according to docs.stripe.com/webhooks.
 */
export class FakeStripe {
  readonly requests: { path: string; headers: IncomingHttpHeaders; form: URLSearchParams }[] = [];
  readonly sessions: FakeSession[] = [];
  readonly reversals: FakeReversal[] = [];
  readonly subscriptions: FakeSubscription[] = [];
  readonly cards = new FakeCards();
  /**
   * What goes wrong, one entry per request. A status: fails before doing anything. `hang`: accepts the request and
   * never answers. `lost`: performs it, but the connection breaks. `broken`: performs it and answers 500; `saved`:
   * answers 500 without performing it. Both 500s are then replayed (docs.stripe.com/api/idempotent_requests).
   */
  readonly failures: (number | 'hang' | 'lost' | 'broken' | 'saved')[] = [];
  private readonly answers = new Map<string, { form: string; status: number; body: string }>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeStripe> {
    const server = createServer();
    const stripe = new FakeStripe(server);
    server.on('request', (request, response) => {
      void text(request).then((body) => {
        const answer = stripe.answer(request, body);
        if (answer === 'lost') request.destroy();
        if (!answer || answer === 'lost') return;
        const requestId = `req_${randomBytes(7).toString('hex')}`;
        response.writeHead(answer.status, {
          'content-type': 'application/json',
          'request-id': requestId,
          ...(answer.isReplayed && { 'idempotent-replayed': 'true' }),
        });
        response.end(answer.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return stripe;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  /** An event as posted to a webhook endpoint. @param atMs when it was signed. */
  event(
    type: string,
    object: object,
    { atMs = Date.now(), secret = STRIPE_WEBHOOK_SECRET } = {},
  ): { body: string; headers: Record<string, string> } {
    const body = JSON.stringify(
      {
        id: `evt_${randomBytes(12).toString('hex')}`,
        object: 'event',
        api_version: '2026-10-28',
        created: Math.floor(atMs / 1_000),
        type,
        livemode: false,
        data: { object },
      },
      null,
      2,
    );
    const time = Math.floor(atMs / 1_000);
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    return {
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': `t=${time},v1=${signature},v0=6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39`,
      },
    };
  }

  /** A user pays a checkout. */
  pay(session: FakeSession): FakeSession {
    session.payment_intent ??= `pi_${randomBytes(12).toString('hex')}`;
    return Object.assign(session, { payment_status: 'paid', status: 'complete' });
  }

  /** A user saves a card in a `setup` checkout. */
  saveCard(session: FakeSession, testCard = GOOD_CARD, last4 = '4242'): FakeSession {
    const { id, customer } = this.cards.save(testCard, last4);
    return Object.assign(session, {
      setup_intent: id,
      customer,
      payment_status: 'no_payment_required',
      status: 'complete',
    });
  }

  /** Creates or updates a refund or dispute, which has its own metadata, not the payment's. */
  reverse(
    object: FakeReversal['object'],
    { payment_intent: intent }: Pick<FakeSession, 'payment_intent'>,
    amount: number,
    status: string,
  ): FakeReversal {
    const reversal: FakeReversal = {
      id: `${object === 'refund' ? 're' : 'dp'}_${randomBytes(12).toString('hex')}`,
      object,
      amount,
      currency: 'usd',
      charge: 'ch_of_the_payment',
      payment_intent: intent!,
      status,
      metadata: {},
    };
    this.reversals.unshift(reversal);
    return reversal;
  }

  /** `GET` of a list, filtered by payment. */
  private list(path: string): object | undefined {
    const [name = '', query] = path.split('?');
    const intent = new URLSearchParams(query).get('payment_intent');
    const lists: Record<string, readonly { payment_intent: string | null }[]> = {
      '/v1/checkout/sessions': this.sessions,
      '/v1/refunds': this.reversals.filter(({ object }) => object === 'refund'),
      '/v1/disputes': this.reversals.filter(({ object }) => object === 'dispute'),
    };
    const data = lists[name]?.filter((one) => intent !== null && one.payment_intent === intent);
    return data && { object: 'list', url: name, has_more: false, data };
  }

  /** A user pays a `subscription` checkout; creates the same objects as Stripe. */
  subscribe(session: FakeSession): FakeSubscription {
    const subscription: FakeSubscription = {
      id: `sub_${randomBytes(12).toString('hex')}`,
      object: 'subscription',
      customer: `cus_${randomBytes(7).toString('hex')}`,
      status: 'active',
      cancel_at_period_end: false,
      cancel_at: null,
      metadata: session.subscriptionMetadata,
    };
    this.subscriptions.push(subscription);
    return subscription;
  }

  /** A subscription's invoice, as in API versions since 2025-03-31. @param start seconds since the Unix epoch. */
  invoiceOf(subscription: FakeSubscription, start: number, end: number, changes: object = {}): object {
    return {
      id: `in_${randomBytes(12).toString('hex')}`,
      object: 'invoice',
      customer: subscription.customer,
      billing_reason: 'subscription_cycle',
      currency: 'usd',
      amount_paid: 2_000,
      status: 'paid',
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
      },
      lines: { object: 'list', data: [{ object: 'line_item', period: { start, end } }] },
      ...changes,
    };
  }

  private answer(
    { method, url: path = '', headers }: IncomingMessage,
    body: string,
  ): { status: number; body: string; isReplayed?: boolean } | 'lost' | undefined {
    const form = new URLSearchParams(body);
    this.requests.push({ path, headers, form });
    const failure = this.failures.shift();
    if (failure === 'hang') return undefined;
    if (typeof failure === 'number') return problem(failure, 'api_error', 'Something went wrong.');
    if (headers.authorization !== `Bearer ${STRIPE_KEY}`) {
      return problem(401, 'invalid_request_error', `Invalid API Key provided: ${headers.authorization}`);
    }
    const subscription = this.subscriptionAt(path);
    const read = this.cards.read(path) ?? (method === 'GET' ? (subscription ?? this.list(path)) : undefined);
    if (read) return { status: 200, body: JSON.stringify(read) };
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') {
      return problem(400, 'invalid_request_error', 'Invalid request: the body must be form-encoded.');
    }
    if (subscription?.status === 'canceled') {
      const why = 'A canceled subscription can only update its cancellation_details and metadata.';
      return problem(400, 'invalid_request_error', why);
    }
    if (form.has('cancel_at') && form.has('cancel_at_period_end')) {
      const why = 'You may only specify one of these parameters: cancel_at, cancel_at_period_end.';
      return problem(400, 'invalid_request_error', why);
    }
    const cardChange = this.cards.changeAt(path);
    const resource = this.resourceOf(path);
    if (!cardChange && !resource) return problem(404, 'invalid_request_error', 'Unrecognized request URL');
    const key = headers['idempotency-key'];
    const before = typeof key === 'string' ? this.answers.get(key) : undefined;
    if (before) {
      return before.form === body
        ? { ...before, isReplayed: true }
        : problem(
            400,
            'idempotency_error',
            'Keys for idempotent requests can only be used with the same parameters.',
          );
    }
    const perform = () => cardChange?.(form) ?? { status: 200, answer: resource!(form) };
    const changed = failure === 'saved' ? undefined : perform();
    const answer =
      changed && failure !== 'broken'
        ? { status: changed.status, body: JSON.stringify(changed.answer) }
        : problem(500, 'api_error', 'Something went wrong.');
    if (typeof key === 'string') this.answers.set(key, { form: body, ...answer });
    return failure === 'lost' ? 'lost' : answer;
  }

  private resourceOf(path: string): ((form: URLSearchParams) => object) | undefined {
    if (path === '/v1/checkout/sessions') return (form) => this.createSession(form);
    if (path === '/v1/billing_portal/sessions') {
      return (form) => ({
        object: 'billing_portal.session',
        customer: form.get('customer'),
        return_url: form.get('return_url'),
        url: `https://billing.stripe.example/p/session/${form.get('customer')}`,
      });
    }
    const subscription = this.subscriptionAt(path);
    if (!subscription) return undefined;
    return (form) => {
      const cancels = form.get('cancel_at_period_end') === 'true';
      // With the flag, Stripe sets the time, too; without it, only an empty `cancel_at` clears the time.
      if (cancels) subscription.cancel_at = Math.floor(Date.now() / 1_000) + 30 * 86_400;
      else if (subscription.cancel_at_period_end || form.get('cancel_at') === '')
        subscription.cancel_at = null;
      subscription.cancel_at_period_end = cancels;
      return subscription;
    };
  }

  private subscriptionAt(path: string): FakeSubscription | undefined {
    return this.subscriptions.find(({ id }) => path === `/v1/subscriptions/${id}`);
  }

  private createSession(form: URLSearchParams): FakeSession {
    const id = `cs_test_${randomBytes(12).toString('hex')}`;
    const metadataIn = (prefix: string) =>
      Object.fromEntries(
        [...form].flatMap(([name, value]) =>
          name.startsWith(`${prefix}[`) ? [[name.slice(prefix.length + 1, -1), value]] : [],
        ),
      ) as Record<string, string>;
    const metadata = metadataIn('metadata');
    const session: FakeSession = {
      id,
      object: 'checkout.session',
      mode: form.get('mode') ?? '',
      amount_total:
        Number(form.get('line_items[0][price_data][unit_amount]')) *
        Number(form.get('line_items[0][quantity]')),
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      client_reference_id: form.get('client_reference_id'),
      customer_email: form.get('customer_email'),
      metadata,
      subscriptionMetadata: metadataIn('subscription_data[metadata]'),
      interval: form.get('line_items[0][price_data][recurring][interval]'),
      payment_status: 'unpaid',
      status: 'open',
      success_url: form.get('success_url') ?? '',
      cancel_url: form.get('cancel_url') ?? '',
      url: `https://checkout.stripe.example/c/pay/${id}`,
      payment_intent: null,
      setup_intent: null,
      customer: null,
    };
    this.sessions.push(session);
    return session;
  }
}

function problem(status: number, type: string, message: string): { status: number; body: string } {
  return { status, body: JSON.stringify({ error: { type, message } }) };
}
