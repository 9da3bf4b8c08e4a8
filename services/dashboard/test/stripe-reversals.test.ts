import type { BillingEntries, BillingState, TopUpStarted } from '@heliograph/dashboard-api';
import { ledger } from '@heliograph/proto';
import { createRpcClient, uuidv7 } from '@heliograph/runtime';
import {
  testCredentials,
  FakeStripe,
  STRIPE_KEY,
  STRIPE_WEBHOOK_SECRET,
  type FakeReversal,
  type FakeSession,
} from '@heliograph/testing';
import { call, TestDashboard } from './support/dashboard';
import type { Person } from './support/person';

let dashboard: TestDashboard;
let stripe: FakeStripe;
let person: Person;
let accountId: string;
beforeAll(async () => {
  stripe = await FakeStripe.start();
  dashboard = await TestDashboard.start({
    config: {
      payments: {
        kind: 'stripe',
        secretKey: STRIPE_KEY,
        webhookSecret: STRIPE_WEBHOOK_SECRET,
        apiUrl: stripe.url,
      },
    },
  });
});
afterAll(async () => {
  await dashboard.stop();
  await stripe.stop();
});
beforeEach(async () => {
  person = await dashboard.signIn();
  accountId = (await person.refresh()).account.id;
});

const balance = async () => (await person.data<BillingState>('GET', '/billing')).balance.amount;
const deliver = async (type: string, object: object) => {
  const { body, headers } = stripe.event(type, object);
  return (await fetch(`${dashboard.url}/webhooks/payments`, { method: 'POST', body, headers })).status;
};
const paid = (session: FakeSession) => deliver('checkout.session.completed', session);
/** A charge as in Stripe's event, without its refunds. */
const refunded = ({ payment_intent: intent }: FakeSession) =>
  deliver('charge.refunded', { object: 'charge', payment_intent: intent, amount_refunded: 1 });
const about = (reversal: FakeReversal, what: string) =>
  deliver(reversal.object === 'refund' ? `refund.${what}` : `charge.dispute.${what}`, reversal);

async function checkout(amountUsd = '25'): Promise<FakeSession> {
  await person.data<TopUpStarted>('POST', '/billing/top-ups', { amountUsd });
  return stripe.pay(stripe.sessions.at(-1)!);
}

/** Uses up records from the balance, as the data API does. */
async function spend(records: number): Promise<void> {
  const client = createRpcClient(ledger.LedgerServiceService, {
    address: dashboard.addresses.ledger,
    caller: 'gateway',
    credentials: testCredentials,
    defaultTimeoutMs: 20_000,
  });
  const charge = { accountId, credentialId: 'key', channel: ledger.Channel.API, operation: 'searchSignals' };
  const more = {
    mode: ledger.Mode.KEYWORD,
    requestId: 'r',
    idempotency: undefined,
    monthlyCapRecords: undefined,
  };
  await client.charge({ eventId: uuidv7(), records: records + 100, ...charge, ...more }, call);
  await client.close();
}

const metric = async (outcome: string) =>
  Number(
    new RegExp(`dashboard_payment_reversals_total\\{[^}]*outcome="${outcome}"[^}]*\\} (\\d+)`).exec(
      await dashboard.metrics(),
    )?.[1],
  );

it('deducts a refund from the balance once, however many messages report it, and shows it', async () => {
  const session = await checkout();
  await paid(session);
  const refund = stripe.reverse('refund', session, 1_000, 'succeeded');
  const statuses = await Promise.all([
    refunded(session),
    about(refund, 'created'),
    about(refund, 'updated'),
    refunded(session),
  ]);
  expect(statuses).toEqual([200, 200, 200, 200]);
  expect(await balance()).toBe('15.000');
  stripe.reverse('refund', session, 1_500, 'pending');
  expect(await refunded(session)).toBe(200);
  expect(await balance()).toBe('0.000');
  const { items } = await person.data<BillingEntries>('GET', '/billing/entries');
  expect(items.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['refund', '-15.000'],
    ['refund', '-10.000'],
    ['credit', '25.000'],
    ['grant', '0.000'],
  ]);
});

it('deducts what is left of a partly spent payment, never more, and reports the shortfall', async () => {
  const session = await checkout();
  await paid(session);
  await spend(4_000);
  expect(await balance()).toBe('5.000');
  const before = await metric('short');
  expect(await about(stripe.reverse('dispute', session, 2_500, 'needs_response'), 'created')).toBe(200);
  expect(await balance()).toBe('0.000');
  expect(await metric('short')).toBe(before + 1);
  expect(await dashboard.metrics()).toMatch(/reversals_short_micros_total\{[^}]*\} [1-9]/);
});

it("returns a dispute's deduction if it is won, and a refund's if it failed", async () => {
  const session = await checkout();
  await paid(session);
  await spend(1_000);
  const dispute = stripe.reverse('dispute', session, 2_500, 'needs_response');
  await about(dispute, 'created');
  for (const status of ['lost', 'appeal_needs_response', 'appeal_under_review']) {
    dispute.status = status;
    await about(dispute, 'updated');
    expect(await balance()).toBe('0.000');
  }
  dispute.status = 'won';
  await Promise.all([about(dispute, 'closed'), about(dispute, 'funds_reinstated')]);
  expect(await balance()).toBe('20.000');
  const refund = stripe.reverse('refund', session, 500, 'pending');
  await about(refund, 'created');
  expect(await balance()).toBe('15.000');
  refund.status = 'failed';
  await about(refund, 'failed');
  await about({ ...refund, status: 'pending' }, 'updated');
  expect(await balance()).toBe('20.000');
});

it('credits a payment before deducting it when the refund is reported first', async () => {
  const session = await checkout();
  expect(await about(stripe.reverse('refund', session, 2_500, 'succeeded'), 'created')).toBe(200);
  expect(await balance()).toBe('0.000');
  await paid(session);
  expect(await balance()).toBe('0.000');
  const { entries } = await dashboard.admin.ledger.listEntries(
    { accountId, limit: 10, pageToken: '', kind: 'credit' },
    call,
  );
  expect(entries).toHaveLength(1);
});

it('deducts at most the payment for its refund and dispute together, and leaves other money alone', async () => {
  const [session, other] = [await checkout('25'), await checkout('30')];
  await paid(session);
  await paid(other);
  stripe.reverse('refund', session, 2_500, 'succeeded');
  await about(stripe.reverse('dispute', session, 2_500, 'lost'), 'created');
  expect(await balance()).toBe('30.000');
});

it('deducts from what an operator credited for a refused payment', async () => {
  const session = await checkout();
  session.amount_total = 2_000;
  await paid(session);
  expect(await balance()).toBe('0.000');
  const credited = { accountId, micros: 20_000_000n, reference: `stripe:${session.id}`, reason: 'by hand' };
  await dashboard.admin.ledger.credit(credited, call);
  expect(await about(stripe.reverse('refund', session, 500, 'succeeded'), 'created')).toBe(200);
  expect(await balance()).toBe('15.000');
  expect(await about(stripe.reverse('dispute', session, 2_000, 'needs_response'), 'created')).toBe(200);
  expect(await balance()).toBe('0.000');
});

it('deducts nothing for a refused payment that was never credited', async () => {
  const session = await checkout('25');
  await paid(await checkout('30'));
  session.amount_total = 2_000;
  const before = await metric('refused');
  expect(await about(stripe.reverse('refund', session, 2_000, 'succeeded'), 'created')).toBe(200);
  expect([await balance(), await metric('refused')]).toEqual(['30.000', before + 1]);
});

it('deducts what Stripe withdrew for a prevented dispute', async () => {
  const session = await checkout();
  await paid(session);
  const dispute = stripe.reverse('dispute', session, 2_500, 'prevented');
  const reported = async (...amounts: number[]) => {
    Object.assign(dispute, { balance_transactions: amounts.map((amount) => ({ amount })) });
    expect(await about(dispute, 'updated')).toBe(200);
    return balance();
  };
  expect(await reported()).toBe('25.000');
  expect(await reported(-2_500)).toBe('0.000');
  expect(await reported(-2_500, 2_500)).toBe('25.000');
});

it("ignores inquiries and other products' payments", async () => {
  const session = await checkout();
  await paid(session);
  await about(stripe.reverse('dispute', session, 2_500, 'warning_needs_response'), 'created');
  expect(await deliver('charge.refunded', { object: 'charge', payment_intent: 'pi_of_others' })).toBe(200);
  expect(await deliver('refund.created', { object: 'refund', payment_intent: null })).toBe(200);
  expect(await balance()).toBe('25.000');
});

it('makes Stripe resend the message while Stripe or the ledger is unavailable', async () => {
  const session = await checkout();
  await paid(session);
  stripe.reverse('refund', session, 2_500, 'succeeded');
  stripe.failures.push(500, 500, 500);
  expect(await refunded(session)).toBe(503);
  expect(await balance()).toBe('25.000');
  await dashboard.stopService('ledger');
  expect(await refunded(session)).toBe(503);
  await dashboard.restart('ledger');
  expect(await refunded(session)).toBe(200);
  expect(await balance()).toBe('0.000');
});

it('refuses a message from the future', async () => {
  const session = await checkout();
  const send = async (atMs: number) => {
    const { body, headers } = stripe.event('checkout.session.completed', session, { atMs });
    return (await fetch(`${dashboard.url}/webhooks/payments`, { method: 'POST', body, headers })).status;
  };
  expect(await send(Date.now() + 86_400_000)).toBe(400);
  expect(await balance()).toBe('0.000');
  expect(await send(Date.now() + 60_000)).toBe(200);
});
