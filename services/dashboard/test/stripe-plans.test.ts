import { identity } from '@heliograph/proto';
import { type FakeStripe, type FakeSubscription } from '@heliograph/testing';
import type { BillingState, PlanPortal, TopUpStarted } from '@heliograph/dashboard-api';
import { call, type TestDashboard } from './support/dashboard';
import { problemFrom, type Person } from './support/person';
import { startStripeDashboard, type StripeDashboard } from './support/stripe-dashboard';

let running: StripeDashboard;
let dashboard: TestDashboard;
let stripe: FakeStripe;
let person: Person;
let accountId: string;
/** Events in a test are dated from here, however long its steps take. */
let beganMs: number;
/** How far ahead the dashboard's clock is. */
let aheadMs = 0;
beforeAll(async () => {
  running = await startStripeDashboard({ overrides: { clock: () => Date.now() + aheadMs } });
  ({ dashboard, stripe } = running);
});
afterAll(() => running.stop());
beforeEach(async () => {
  beganMs = Date.now();
  aheadMs = 0;
  stripe.requests.length = 0;
  person = await dashboard.signIn({ email: `${crypto.randomUUID()}@customers.example` });
  accountId = (await person.refresh()).account.id;
});

const DAY = 86_400;
const now = Math.floor(Date.now() / 1_000);
const billing = () => person.data<BillingState>('GET', '/billing');
const planOfAccount = async () => (await person.refresh()).account.plan;
const deliver = async ({ body, headers }: { body: string; headers: Record<string, string> }) =>
  (await fetch(`${dashboard.url}/webhooks/payments`, { method: 'POST', body, headers })).status;
const checkout = async () => {
  await person.data<TopUpStarted>('POST', '/billing/plan');
  return stripe.sessions.at(-1)!;
};
/** Subscribes a user: the first month's invoice and its message. */
const subscribe = async (changes: object = {}) => {
  const subscription = stripe.subscribe(await checkout());
  const invoice = stripe.invoiceOf(subscription, now, now + 30 * DAY, {
    billing_reason: 'subscription_create',
    ...changes,
  });
  beganMs = Date.now();
  const message = stripe.event('invoice.paid', invoice, { atMs: beganMs });
  expect(await deliver(message)).toBe(200);
  return { subscription, message };
};
/** @param second when it happened, relative to the test's payment; messages differ by whole seconds. */
const changed = (
  subscription: FakeSubscription,
  changes: object,
  second = 1,
  type = 'customer.subscription.updated',
) => stripe.event(type, { ...subscription, ...changes }, { atMs: beganMs + second * 1_000 });
const refusals = async () =>
  Number(/dashboard_webhooks_total{outcome="refused"[^}]*} (\d+)/.exec(await dashboard.metrics())![1]);

describe('a checkout', () => {
  it('requests a monthly price for the account and redirects the browser back; nothing is granted yet', async () => {
    const session = await checkout();
    expect(session).toMatchObject({
      mode: 'subscription',
      interval: 'month',
      amount_total: 2_000,
      currency: 'usd',
      client_reference_id: accountId,
      success_url: `${dashboard.url}/billing?plan=success`,
      cancel_url: `${dashboard.url}/billing?plan=canceled`,
      subscriptionMetadata: {
        heliograph_account: accountId,
        heliograph_micros: '20000000',
        heliograph_cli_records: '5000',
      },
    });
    // A completed checkout says nothing about the period; the invoice does.
    const paid = { ...session, payment_status: 'paid', status: 'complete' };
    expect(await deliver(stripe.event('checkout.session.completed', paid))).toBe(200);
    expect(await billing()).toMatchObject({ plan: { current: null }, balance: { amount: '0.000' } });
  });

  it('is refused during a subscription, and while Stripe is unreachable', async () => {
    stripe.failures.push(401);
    expect((await problemFrom(await person.send('POST', '/billing/plan'))).code).toBe('unavailable');
    await subscribe();
    expect((await problemFrom(await person.send('POST', '/billing/plan'))).status).toBe(400);
  });
});

describe('a paid invoice', () => {
  it('starts the period once: records for the command line, unlimited web access', async () => {
    const { message } = await subscribe();
    const again = await Promise.all(Array.from({ length: 4 }, () => deliver(message)));
    expect(again).toEqual([200, 200, 200, 200]);
    const state = await billing();
    expect(state).toMatchObject({
      cli: { granted: 5_000, used: 0, remaining: 5_000 },
      web: null,
      plan: {
        current: {
          state: 'active',
          price: '20.000',
          cliRecords: 5_000,
          periodEnd: new Date((now + 30 * DAY) * 1_000).toISOString(),
        },
      },
    });
    expect(await planOfAccount()).toBe('paid');
    const { entries } = await dashboard.admin.ledger.listEntries(
      { accountId, limit: 10, pageToken: '', kind: 'subscription' },
      call,
    );
    expect(entries).toHaveLength(1);
  });

  it('renews; an invoice paid after a later one grants nothing and shows in the metrics', async () => {
    const { subscription, message: first } = await subscribe();
    const second = stripe.invoiceOf(subscription, now + 30 * DAY, now + 60 * DAY);
    const third = stripe.invoiceOf(subscription, now + 60 * DAY, now + 90 * DAY);
    const before = await refusals();
    expect(await deliver(stripe.event('invoice.paid', third))).toBe(200);
    expect(await deliver(first)).toBe(200);
    expect(await refusals()).toBe(before);
    expect(await deliver(stripe.event('invoice.paid', second))).toBe(200);
    expect(await refusals()).toBe(before + 1);
    const { plan } = await billing();
    expect(plan.current?.periodEnd).toBe(new Date((now + 90 * DAY) * 1_000).toISOString());
  });

  it.each([identity.AccountStatus.SUSPENDED, identity.AccountStatus.DISABLED])(
    'for an account with status %s starts the period, and shows in the metrics',
    async (status) => {
      const { subscription } = await subscribe();
      const setStatus = (to: identity.AccountStatus) =>
        dashboard.admin.identity.setAccountStatus(
          { id: accountId, status: to, reason: 'test', actor: undefined },
          call,
        );
      await setStatus(status);
      const before = await refusals();
      const second = stripe.invoiceOf(subscription, now + 30 * DAY, now + 60 * DAY);
      expect(await deliver(stripe.event('invoice.paid', second))).toBe(200);
      expect(await refusals()).toBe(before + 1);
      await setStatus(identity.AccountStatus.ACTIVE);
      expect(await billing()).toMatchObject({
        cli: { granted: 5_000 },
        plan: { current: { periodEnd: new Date((now + 60 * DAY) * 1_000).toISOString() } },
      });
      expect(await planOfAccount()).toBe('paid');
    },
  );

  it('is also read from older API versions', async () => {
    const subscription = stripe.subscribe(await checkout());
    const older = {
      parent: undefined,
      subscription: subscription.id,
      subscription_details: { metadata: subscription.metadata },
    };
    await deliver(stripe.event('invoice.paid', stripe.invoiceOf(subscription, now, now + 30 * DAY, older)));
    expect((await billing()).plan.current?.state).toBe('active');
  });

  it.each([
    ['another amount', { amount_paid: 1 }],
    ['another currency', { currency: 'jpy' }],
    ['no period', { lines: { object: 'list', data: [] } }],
    [
      'a period that has ended',
      { lines: { data: [{ period: { start: now - 60 * DAY, end: now - 30 * DAY } }] } },
    ],
  ])('with %s grants nothing and shows in the metrics', async (_what, changes) => {
    const before = await refusals();
    await subscribe(changes);
    expect((await billing()).plan.current).toBeNull();
    expect(await planOfAccount()).toBe('free');
    expect(await refusals()).toBe(before + 1);
  });

  it('for a second subscription grants nothing twice, and shows in the metrics', async () => {
    const session = await checkout();
    await subscribe();
    const before = await refusals();
    const other = stripe.subscribe(session);
    await deliver(stripe.event('invoice.paid', stripe.invoiceOf(other, now, now + 31 * DAY)));
    expect(await refusals()).toBe(before + 1);
  });

  it('for another product, or not for a period, is ignored', async () => {
    const { subscription } = await subscribe();
    const before = await refusals();
    for (const changes of [{ parent: null }, { billing_reason: 'manual', amount_paid: 7 }]) {
      const invoice = stripe.invoiceOf(subscription, now + 30 * DAY, now + 60 * DAY, changes);
      expect(await deliver(stripe.event('invoice.paid', invoice))).toBe(200);
    }
    expect([await refusals(), (await billing()).plan.current?.periodEnd]).toEqual([
      before,
      new Date((now + 30 * DAY) * 1_000).toISOString(),
    ]);
  });

  it('makes Stripe retry while identity or the ledger is down, then counts once', async () => {
    const subscription = stripe.subscribe(await checkout());
    const message = stripe.event('invoice.paid', stripe.invoiceOf(subscription, now, now + 30 * DAY));
    for (const name of ['ledger', 'identity'] as const) {
      await dashboard.stopService(name);
      expect(await deliver(message)).toBe(503);
      await dashboard.restart(name);
    }
    expect(await deliver(message)).toBe(200);
    expect(await billing()).toMatchObject({
      cli: { granted: 5_000 },
      plan: { current: { state: 'active' } },
    });
    expect(await planOfAccount()).toBe('paid');
  });
});

describe('the account', () => {
  it('cancels at the end of the period, and can undo that', async () => {
    const { subscription } = await subscribe();
    await person.data('PUT', '/billing/plan/cancellation', { cancels: true });
    expect(subscription.cancel_at_period_end).toBe(true);
    expect((await billing()).plan.current?.state).toBe('canceling');
    expect(await planOfAccount()).toBe('paid');
    await person.data('PUT', '/billing/plan/cancellation', { cancels: false });
    expect(subscription).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
    expect((await billing()).plan.current?.state).toBe('active');
  });

  it('can undo a cancellation in the portal, which sets a time instead of the flag', async () => {
    const { subscription } = await subscribe();
    subscription.cancel_at = now + 30 * DAY;
    await deliver(changed(subscription, {}, 0));
    expect((await billing()).plan.current?.state).toBe('canceling');
    await person.data('PUT', '/billing/plan/cancellation', { cancels: false });
    expect(subscription.cancel_at).toBeNull();
    expect((await billing()).plan.current?.state).toBe('active');
  });

  it('is told if the subscription still ends', async () => {
    const { subscription } = await subscribe();
    await person.data('PUT', '/billing/plan/cancellation', { cancels: true });
    Object.defineProperty(subscription, 'cancel_at', { enumerable: true, get: () => now, set: () => {} });
    const send = () => person.send('PUT', '/billing/plan/cancellation', { cancels: false });
    expect(await problemFrom(await send())).toMatchObject({ code: 'unavailable' });
    expect((await billing()).plan.current?.state).toBe('canceling');
  });

  it('finds out that it has ended at Stripe if the message about that was lost, and can subscribe again', async () => {
    const { subscription } = await subscribe();
    await deliver(changed(subscription, { status: 'past_due' }));
    expect((await problemFrom(await person.send('POST', '/billing/plan'))).status).toBe(400);
    subscription.status = 'canceled';
    await person.data('PUT', '/billing/plan/cancellation', { cancels: true });
    expect(await billing()).toMatchObject({ cli: { granted: 500 }, plan: { current: null } });
    expect(await planOfAccount()).toBe('free');
    await checkout();
  });

  it('keeps a subscription that Stripe refuses to change, or does not know', async () => {
    const { subscription } = await subscribe();
    const refusal = async () =>
      (await problemFrom(await person.send('PUT', '/billing/plan/cancellation', { cancels: true }))).code;
    stripe.failures.push(400);
    expect(await refusal()).toBe('unavailable');
    const { id } = subscription;
    subscription.id = 'sub_of_another_account';
    expect(await refusal()).toBe('unavailable');
    subscription.id = id;
    expect((await billing()).plan.current?.state).toBe('active');
  });

  it('keeps what happened at Stripe while its response was on the way', async () => {
    const { subscription } = await subscribe();
    let cancels = false;
    Object.defineProperty(subscription, 'cancel_at_period_end', {
      enumerable: true,
      get: () => cancels,
      set: (value: boolean) => {
        cancels = value;
        aheadMs = 60_000;
      },
    });
    await person.data('PUT', '/billing/plan/cancellation', { cancels: true });
    expect(await deliver(changed(subscription, { cancel_at_period_end: false, cancel_at: null }, 30))).toBe(
      200,
    );
    expect((await billing()).plan.current?.state).toBe('active');
  });

  it('finds its payment method at Stripe', async () => {
    const { subscription } = await subscribe();
    const { portalUrl } = await person.data<PlanPortal>('POST', '/billing/plan/portal');
    expect(portalUrl).toContain(subscription.customer);
    expect(stripe.requests.at(-1)!.form.get('return_url')).toBe(`${dashboard.url}/billing`);
  });

  it('without a subscription has nothing to cancel or view', async () => {
    const body = { cancels: true };
    expect((await problemFrom(await person.send('PUT', '/billing/plan/cancellation', body))).status).toBe(
      404,
    );
    expect((await problemFrom(await person.send('POST', '/billing/plan/portal'))).status).toBe(404);
  });
});

describe('a message that the subscription has changed', () => {
  it('to past due falls back to one-time records until it is paid', async () => {
    const { subscription } = await subscribe();
    await deliver(changed(subscription, { status: 'past_due' }, 5));
    expect(await billing()).toMatchObject({
      cli: { granted: 500 },
      web: { granted: 10 },
      plan: { current: { state: 'past_due' } },
    });
    expect(await planOfAccount()).toBe('free');
    const { notices } = await person.data<{ notices: { code: string }[] }>('GET', '/overview');
    expect(notices[0]?.code).toBe('plan_past_due');
    const invoice = stripe.invoiceOf(subscription, now + 30 * DAY, now + 60 * DAY);
    await deliver(stripe.event('invoice.paid', invoice, { atMs: beganMs + 6_000 }));
    expect(await billing()).toMatchObject({
      cli: { granted: 5_000 },
      plan: { current: { state: 'active' } },
    });
    expect(await planOfAccount()).toBe('paid');
    // An event from before the payment arrives after it.
    await deliver(changed(subscription, { status: 'past_due' }, 4));
    expect((await billing()).plan.current?.state).toBe('active');
  });

  it('to ended restores the one-time records, and allows a new subscription', async () => {
    const { subscription } = await subscribe();
    await deliver(changed(subscription, { status: 'canceled' }, 5, 'customer.subscription.deleted'));
    await deliver(changed(subscription, { status: 'active' }, 4));
    expect(await billing()).toMatchObject({ cli: { granted: 500 }, plan: { current: null } });
    expect(await planOfAccount()).toBe('free');
    await checkout();
  });

  it.each(['incomplete_expired', 'past_due'])(
    'to %s before it was ever paid leaves an account paid that an operator made so',
    async (status) => {
      const subscription = stripe.subscribe(await checkout());
      const paid = {
        id: accountId,
        name: undefined,
        plan: identity.Plan.PAID,
        role: 0,
        reason: 'a contract',
      };
      await dashboard.admin.identity.updateAccount({ ...paid, actor: undefined }, call);
      expect(await deliver(changed(subscription, { status }))).toBe(200);
      expect(await planOfAccount()).toBe('paid');
      expect((await billing()).web).toBeNull();
    },
  );

  it('to ended, repeated late, does not downgrade an account an operator has since made paid', async () => {
    const { subscription } = await subscribe();
    const ended = changed(subscription, { status: 'canceled' }, 5, 'customer.subscription.deleted');
    expect(await deliver(ended)).toBe(200);
    expect(await planOfAccount()).toBe('free');
    const operated = { id: accountId, name: undefined, role: 0, reason: 'a contract', actor: undefined };
    await dashboard.admin.identity.updateAccount({ ...operated, plan: identity.Plan.PAID }, call);
    expect(await deliver(ended)).toBe(200);
    expect(await planOfAccount()).toBe('paid');
    await dashboard.admin.identity.updateAccount({ ...operated, plan: identity.Plan.FREE }, call);
    expect(await planOfAccount()).toBe('free');
  });

  it('for an account that does not exist is accepted, and shows in the metrics', async () => {
    const { subscription } = await subscribe();
    const before = await refusals();
    const metadata = { ...subscription.metadata, heliograph_account: '01920000-0000-7000-8000-000000000000' };
    expect(await deliver(changed(subscription, { metadata }))).toBe(200);
    expect(await refusals()).toBe(before + 1);
  });

  it('for another product is ignored', async () => {
    const { subscription } = await subscribe();
    expect(await deliver(changed(subscription, { metadata: {}, status: 'canceled' }, 9))).toBe(200);
    expect((await billing()).plan.current?.state).toBe('active');
  });
});
