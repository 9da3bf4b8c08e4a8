import { type FakeStripe, type FakeSession } from '@heliograph/testing';
import type { BillingState, TopUpStarted } from '@heliograph/dashboard-api';
import { call, type TestDashboard } from './support/dashboard';
import { problemFrom, type Person } from './support/person';
import { startStripeDashboard, type StripeDashboard } from './support/stripe-dashboard';

let running: StripeDashboard;
let dashboard: TestDashboard;
let stripe: FakeStripe;
let person: Person;
let accountId: string;
beforeAll(async () => {
  running = await startStripeDashboard();
  ({ dashboard, stripe } = running);
});
afterAll(() => running.stop());
beforeEach(async () => {
  stripe.requests.length = 0;
  person = await dashboard.signIn({ email: `${crypto.randomUUID()}@customers.example` });
  accountId = (await person.refresh()).account.id;
});

const balance = async () => (await person.data<BillingState>('GET', '/billing')).balance.amount;
const begin = async (amountUsd = '25') => {
  const { checkoutUrl } = await person.data<TopUpStarted>('POST', '/billing/top-ups', { amountUsd });
  return { checkoutUrl, session: stripe.sessions.at(-1)! };
};
const deliver = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
  fetch(`${dashboard.url}/webhooks/payments`, { method: 'POST', body, headers });
const completed = (session: FakeSession, changes: object = {}) =>
  stripe.event('checkout.session.completed', {
    ...session,
    payment_status: 'paid',
    status: 'complete',
    ...changes,
  });

describe('a checkout', () => {
  it('charges whole cents for the account, and redirects the browser back', async () => {
    const { checkoutUrl, session } = await begin('25.50');
    expect(checkoutUrl).toBe(session.url);
    expect(session).toMatchObject({
      mode: 'payment',
      amount_total: 2_550,
      currency: 'usd',
      client_reference_id: accountId,
      metadata: { heliograph_account: accountId, heliograph_micros: '25500000' },
      success_url: `${dashboard.url}/billing?top-up=success`,
      cancel_url: `${dashboard.url}/billing?top-up=canceled`,
    });
    const [{ headers, form }] = stripe.requests as [(typeof stripe.requests)[number]];
    expect(headers['idempotency-key']).toMatch(/^[\w-]{20,}$/);
    expect(form.get('payment_intent_data[metadata][heliograph_account]')).toBe(accountId);
    expect(await balance()).toBe('0.000');
  });

  it('is retried with the same key if Stripe fails in between', async () => {
    stripe.failures.push(500, 503);
    const before = stripe.sessions.length;
    await begin();
    const keys = stripe.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
    expect(stripe.sessions.length - before).toBe(1);
  });

  it('cannot start while Stripe refuses, and does not reveal why', async () => {
    stripe.failures.push(401);
    const response = await person.send('POST', '/billing/top-ups', { amountUsd: '25' });
    const problem = await problemFrom(response);
    expect([problem.status, problem.code]).toEqual([503, 'unavailable']);
    expect(JSON.stringify(problem)).not.toMatch(/sk_test|stripe|Something went wrong/i);
  });
});

describe('a message', () => {
  it('about a paid session credits it once', async () => {
    const { session } = await begin();
    const message = completed(session);
    const responses = await Promise.all(Array.from({ length: 5 }, () => deliver(message)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    // Stripe sends another event for the same session.
    const other = stripe.event('checkout.session.async_payment_succeeded', {
      ...session,
      payment_status: 'paid',
    });
    expect((await deliver(other)).status).toBe(200);
    expect(await balance()).toBe('25.000');
    const { entries } = await dashboard.admin.ledger.listEntries(
      { accountId, limit: 10, pageToken: '', kind: 'credit' },
      call,
    );
    expect(entries.map(({ reference }) => reference)).toEqual([`stripe:${session.id}`]);
  });

  it('about a completed but unpaid session waits for the next one', async () => {
    const { session } = await begin();
    await deliver(completed(session, { payment_status: 'unpaid' }));
    expect(await balance()).toBe('0.000');
    await deliver(
      stripe.event('checkout.session.async_payment_succeeded', { ...session, payment_status: 'paid' }),
    );
    expect(await balance()).toBe('25.000');
  });

  it.each([
    ['customer.created', {}],
    ['checkout.session.expired', {}],
    ['checkout.session.async_payment_failed', {}],
    ['payment_intent.succeeded', { amount: 2_500 }],
    ['v1.something.new', {}],
  ])('of another kind, %s, is accepted and ignored', async (type, changes) => {
    const { session } = await begin();
    const response = await deliver(stripe.event(type, { ...session, payment_status: 'paid', ...changes }));
    expect(response.status).toBe(200);
    expect(await balance()).toBe('0.000');
  });

  it("for another product's session is ignored", async () => {
    const { session } = await begin();
    expect((await deliver(completed(session, { metadata: {} }))).status).toBe(200);
    expect((await deliver(completed(session, { metadata: null, client_reference_id: null }))).status).toBe(
      200,
    );
    expect(await balance()).toBe('0.000');
  });

  it.each([
    ['another amount', { amount_total: 1 }],
    ['a larger amount', { amount_total: 2_500_000 }],
    ['no amount', { amount_total: null }],
    ['another currency', { currency: 'jpy' }],
    ['two accounts', { client_reference_id: '01920000-0000-7000-8000-000000000000' }],
    ['an amount that was changed on both sides', { amount_total: 100, metadata: { heliograph_micros: '1' } }],
  ])('with %s credits nothing and shows in the metrics', async (_name, changes) => {
    const { session } = await begin();
    const merged = {
      ...changes,
      metadata: { ...session.metadata, ...('metadata' in changes ? changes.metadata : {}) },
    };
    const refusals = async () =>
      Number(/dashboard_webhooks_total{outcome="refused"[^}]*} (\d+)/.exec(await dashboard.metrics())![1]);
    const before = await refusals();
    expect((await deliver(completed(session, merged))).status).toBe(200);
    expect(await balance()).toBe('0.000');
    expect(await refusals()).toBe(before + 1);
  });

  it('for a nonexistent account does not create it', async () => {
    const { session } = await begin();
    const nobody = '01920000-0000-7000-8000-000000000000';
    const changes = {
      client_reference_id: nobody,
      metadata: { ...session.metadata, heliograph_account: nobody },
    };
    expect((await deliver(completed(session, changes))).status).toBe(200);
    const { entries } = await dashboard.admin.ledger.listEntries(
      { accountId: nobody, limit: 10, pageToken: '', kind: '' },
      call,
    );
    expect(entries).toEqual([]);
  });

  it('not signed by Stripe, or signed too long ago, is refused', async () => {
    const { session } = await begin();
    const paid = { ...session, payment_status: 'paid' };
    const { body, headers } = completed(session);
    const type = 'checkout.session.completed';
    for (const message of [
      stripe.event(type, paid, { secret: 'whsec_guessed' }),
      stripe.event(type, paid, { atMs: Date.now() - 10 * 60_000 }),
      { body: body.replace('2500', '9900'), headers },
      { body: JSON.stringify(JSON.parse(body)), headers },
      { body, headers: { ...headers, 'stripe-signature': '' } },
      { body, headers: { ...headers, 'stripe-signature': 't=1,v1=' } },
      { body, headers: { 'content-type': 'application/json' } },
    ]) {
      expect((await problemFrom(await deliver(message))).status).toBe(400);
    }
    expect(await balance()).toBe('0.000');
  });

  it('makes Stripe retry while the ledger or identity is down', async () => {
    const { session } = await begin();
    const message = completed(session);
    for (const name of ['ledger', 'identity'] as const) {
      await dashboard.stopService(name);
      expect((await deliver(message)).status).toBe(503);
      await dashboard.restart(name);
    }
    expect((await deliver(message)).status).toBe(200);
    expect(await balance()).toBe('25.000');
  });
});

it('development checkouts do not exist', async () => {
  expect((await fetch(`${dashboard.url}/development-checkout/x`)).status).toBe(404);
});
