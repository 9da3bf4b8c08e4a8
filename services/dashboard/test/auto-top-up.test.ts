import type { AutoTopUp, AutoTopUpBody, BillingEntries, BillingState } from '@heliograph/dashboard-api';
import { identity, topUp } from '@heliograph/proto';
import { createLogger, createRpcClient, type RpcClient } from '@heliograph/runtime';
import {
  freePort,
  testCredentials,
  waitFor,
  AUTHENTICATION_CARD,
  DECLINED_CARD,
  GOOD_CARD,
  type StandInIntent,
  STRIPE_KEY,
  STRIPE_WEBHOOK_SECRET,
  type StandInStripe,
} from '@heliograph/testing';
import { Pool } from 'pg';
import { createPaymentProvider } from '../src/payments/create-provider';
import { createDashboardService } from '../src/service';
import { call, configOf, type TestDashboard } from './support/dashboard';
import { problemFrom, type Person } from './support/person';
import { startStripeDashboard, type StripeDashboard } from './support/stripe-dashboard';

const NEVER_MS = 3_600_000;
const OFTEN_MS = 30;
const CHOICE: AutoTopUpBody = { isOn: true, balanceBelow: 5, amount: 20, monthlyCap: 100 };

let running: StripeDashboard;
let dashboard: TestDashboard;
let stripe: StandInStripe;
let pool: Pool;
let ledgerClient: RpcClient<typeof topUp.TopUpServiceService>;
let person: Person;
let accountId: string;
beforeAll(async () => {
  // It never looks: each test starts the processes that do.
  running = await startStripeDashboard({ with: ['notifier'], overrides: { topUpCheckMs: NEVER_MS } });
  ({ dashboard, stripe } = running);
  pool = new Pool({ connectionString: dashboard.database.connectionString('ledger'), max: 2 });
  ledgerClient = createRpcClient(topUp.TopUpServiceService, {
    address: dashboard.addresses.ledger,
    caller: 'dashboard',
    credentials: testCredentials,
    defaultTimeoutMs: 20_000,
  });
});
afterAll(async () => {
  await ledgerClient.close();
  await pool.end();
  await running.stop();
});
beforeEach(async () => {
  // What earlier tests left is not bought any more.
  await pool.query('UPDATE ledger.auto_top_up SET is_on = false');
  await pool.query(`UPDATE ledger.top_up SET state = 'canceled' WHERE state = 'open'`);
  stripe.failures.length = 0;
  stripe.requests.length = 0;
  ({ person, accountId } = await newcomer());
});

async function newcomer(): Promise<{ person: Person; accountId: string }> {
  const signedIn = await dashboard.signIn();
  return { person: signedIn, accountId: (await signedIn.refresh()).account.id };
}

const setting = () => person.data<AutoTopUp>('GET', '/billing/auto-top-up');
const balance = async () => (await person.data<BillingState>('GET', '/billing')).balance.amount;
const deliver = async (type: string, object: object, changes = {}) => {
  const { body, headers } = stripe.event(type, object, changes);
  return (await fetch(`${dashboard.url}/webhooks/payments`, { method: 'POST', body, headers })).status;
};

async function saveCard(owner: Person, card = GOOD_CARD, last4 = '4242', atMs = Date.now()): Promise<void> {
  await owner.data('POST', '/billing/auto-top-up/card');
  const session = stripe.saveCard(stripe.sessions.at(-1)!, card, last4);
  expect(await deliver('checkout.session.completed', session, { atMs })).toBe(200);
}

async function turnOn(changes: Partial<AutoTopUpBody> = {}, card = GOOD_CARD): Promise<void> {
  await saveCard(person, card);
  await person.data('PUT', '/billing/auto-top-up', { ...CHOICE, ...changes });
}

/** Runs other processes that look for top-ups, until something holds. */
async function checkUntil(isDone: () => Promise<boolean>, processes = 1): Promise<void> {
  const services = await Promise.all(
    Array.from({ length: processes }, async () =>
      createDashboardService(
        configOf(dashboard.addresses, await freePort(), {
          payments: {
            kind: 'stripe',
            secretKey: STRIPE_KEY,
            webhookSecret: STRIPE_WEBHOOK_SECRET,
            apiUrl: stripe.url,
          },
        }),
        { logger: createLogger({ service: 'dashboard', level: 'silent' }), topUpCheckMs: OFTEN_MS },
      ),
    ),
  );
  await Promise.all(services.map((service) => service.start()));
  try {
    await waitFor(isDone);
  } finally {
    await Promise.all(services.map((service) => service.destroy()));
  }
}

/** States of the account's purchases, oldest first. */
async function states(id = accountId): Promise<string[]> {
  const { rows } = await pool.query<{ state: string }>(
    'SELECT state FROM ledger.top_up WHERE account_id = $1 ORDER BY created_at',
    [id],
  );
  return rows.map(({ state }) => state);
}
const hasStates =
  (...expected: string[]) =>
  async () =>
    (await states()).join() === expected.join();
/** At least a try failed, and the next one is not due. */
const isPutOff = async () =>
  (
    await pool.query(
      `SELECT FROM ledger.top_up WHERE account_id = $1 AND state = 'open'
       AND tries > 0 AND leased_until < now() + interval '90 seconds' AND leased_until > now()`,
      [accountId],
    )
  ).rowCount === 1;
/** The holder vanished: its lease ended. */
const endLease = (age = '0 seconds') =>
  pool.query(
    `UPDATE ledger.top_up SET leased_until = now(), created_at = created_at - $2::interval
     WHERE account_id = $1 AND state = 'open'`,
    [accountId, age],
  );
const intents = (id = accountId): StandInIntent[] =>
  stripe.cards.intents.filter(({ metadata }) => metadata.heliograph_account === id);
const creations = () => stripe.requests.filter(({ path }) => path === '/v1/payment_intents');

it('is off by default, and cannot be on without a card', async () => {
  expect(await setting()).toEqual({
    isAvailable: true,
    isOn: false,
    choice: null,
    monthAmount: '0.000',
    card: null,
    pause: null,
  });
  const problem = await problemFrom(await person.send('PUT', '/billing/auto-top-up', CHOICE));
  expect([problem.status, problem.code]).toEqual([400, 'invalid_parameter']);
});

it.each([
  ['balanceBelow', { balanceBelow: 0 }],
  ['balanceBelow', { balanceBelow: 5_001 }],
  ['amount', { amount: 9 }],
  ['amount', { amount: 10.5 }],
  ['monthlyCap', { monthlyCap: 19 }],
  ['monthlyCap', { monthlyCap: 50_001 }],
])('refuses %s in %j', async (parameter, changes) => {
  const problem = await problemFrom(
    await person.send('PUT', '/billing/auto-top-up', { ...CHOICE, ...changes }),
  );
  expect(problem.status).toBe(400);
  expect(JSON.stringify(problem)).toContain(parameter);
});

it('saves a card on a page of Stripe, and the newest counts', async () => {
  const now = Date.now();
  await saveCard(person, GOOD_CARD, '4242', now);
  await saveCard(person, GOOD_CARD, '1111', now - 60_000);
  expect(await setting()).toMatchObject({ card: 'Visa ending in 4242', isOn: false });
  const [{ form }] = stripe.requests.filter(({ path }) => path === '/v1/checkout/sessions') as [
    (typeof stripe.requests)[number],
  ];
  expect(Object.fromEntries(form)).toMatchObject({
    mode: 'setup',
    customer_creation: 'always',
    client_reference_id: accountId,
    success_url: `${dashboard.url}/billing?card=saved`,
  });
});

it('refuses a card whose session names two accounts', async () => {
  await person.data('POST', '/billing/auto-top-up/card');
  const session = stripe.saveCard(stripe.sessions.at(-1)!);
  expect(await deliver('checkout.session.completed', { ...session, client_reference_id: 'other' })).toBe(200);
  expect((await setting()).card).toBeNull();
});

it('buys once when the balance is below, whatever Stripe then sends', async () => {
  await turnOn();
  await checkUntil(hasStates('paid'));
  const [intent] = intents() as [StandInIntent];
  expect(intent).toMatchObject({ amount: 2_000, currency: 'usd', status: 'succeeded' });
  const [{ form, headers }] = creations() as [(typeof stripe.requests)[number]];
  expect(Object.fromEntries(form)).toMatchObject({ off_session: 'true', confirm: 'true' });
  expect(headers['idempotency-key']).toBe(`top-up:${accountId}:${intent.metadata.heliograph_top_up}`);
  expect(await deliver('payment_intent.succeeded', intent)).toBe(200);
  expect(await balance()).toBe('20.000');
  expect(await setting()).toMatchObject({ isOn: true, monthAmount: '20.000' });
  expect(JSON.stringify(await person.data('GET', '/audit'))).toContain('Automatic top-ups were set: $20');
  const { items } = await person.data<BillingEntries>('GET', '/billing/entries');
  expect(items[0]).toMatchObject({
    kind: 'credit',
    reference: `stripe:${intent.id}`,
    reason: 'Automatic top-up by card (Stripe)',
    hasReceipt: true,
  });
});

it('ignores payments of checkouts, which their sessions credit', async () => {
  await person.data('POST', '/billing/top-ups', { amountUsd: '25' });
  const { metadata } = stripe.sessions.at(-1)!;
  const intent = { id: 'pi_1', object: 'payment_intent', status: 'succeeded', currency: 'usd', metadata };
  expect(await deliver('payment_intent.succeeded', { ...intent, amount_received: 2_500 })).toBe(200);
  expect(await balance()).toBe('0.000');
});

it('two processes at once buy once for each account', async () => {
  const others = await Promise.all(Array.from({ length: 8 }, newcomer));
  for (const other of others) {
    await saveCard(other.person);
    await other.person.data('PUT', '/billing/auto-top-up', CHOICE);
  }
  const all = others.map((other) => other.accountId);
  await checkUntil(async () => {
    const { rows } = await pool.query(
      `SELECT account_id FROM ledger.top_up WHERE account_id = ANY ($1) AND state = 'paid'`,
      [all],
    );
    return rows.length >= all.length;
  }, 3);
  for (const id of all) {
    expect(intents(id)).toHaveLength(1);
    expect(await states(id)).toEqual(['paid']);
  }
  const { rows } = await pool.query<{ balance_micros: string }>(
    'SELECT balance_micros FROM ledger.account WHERE account_id = ANY ($1)',
    [all],
  );
  expect(rows.map((row) => row.balance_micros)).toEqual(all.map(() => '20000000'));
});

describe('a process that dies', () => {
  const lines = ['leased it', 'paid for it', 'credited it', 'settled it'] as const;

  it.each(lines)('after it %s costs nothing twice', async (last) => {
    await turnOn();
    const { topUps } = await ledgerClient.leaseTopUps({}, call);
    const [leased] = topUps as [topUp.TopUp];
    expect(topUps).toHaveLength(1);
    const reached = lines.indexOf(last);
    if (reached >= 1) {
      const config = configOf(dashboard.addresses, 1, {
        payments: { kind: 'stripe', secretKey: STRIPE_KEY, webhookSecret: 'x', apiUrl: stripe.url },
      });
      const provider = await createPaymentProvider(config, { origin: dashboard.url }, Date.now);
      expect(await provider.offSession!.buy(leased, true)).toMatchObject({ outcome: 'paid' });
    }
    if (reached >= 2) expect(await deliver('payment_intent.succeeded', intents()[0]!)).toBe(200);
    if (reached >= 3) {
      const settled = { id: leased.id, outcome: topUp.SettleTopUpRequest_Outcome.PAID, pause: 0 };
      expect(await ledgerClient.settleTopUp(settled, call)).toEqual({ settled: true });
    }
    await endLease();
    await checkUntil(hasStates('paid'));
    expect(intents()).toHaveLength(1);
    expect(await balance()).toBe('20.000');
    expect((await ledgerClient.leaseTopUps({}, call)).topUps).toEqual([]);
  });
});

describe('an answer of Stripe that does not arrive', () => {
  it.each(['lost', 'broken'] as const)('(%s) is looked up, and not paid again', async (failure) => {
    await turnOn();
    stripe.failures.push(failure);
    await checkUntil(isPutOff);
    expect(intents()).toHaveLength(1);
    expect(await balance()).toBe('0.000');
    await endLease();
    await checkUntil(hasStates('paid'));
    expect(intents()).toHaveLength(1);
    expect(await balance()).toBe('20.000');
  });

  it.each([[503], ['hang' as const]])(
    '(%s) is asked for with the same key',
    async (failure) => {
      await turnOn();
      stripe.failures.push(failure);
      await checkUntil(isPutOff);
      await endLease();
      await checkUntil(hasStates('paid'));
      const keys = creations().map(({ headers }) => headers['idempotency-key']);
      expect(keys).toHaveLength(2);
      expect(new Set(keys).size).toBe(1);
      expect(intents()).toHaveLength(1);
    },
    30_000,
  );

  it('for a day is given up, since its key no longer guards it', async () => {
    await turnOn();
    stripe.failures.push(503);
    await checkUntil(isPutOff);
    await endLease('21 hours');
    await checkUntil(hasStates('failed'));
    expect(intents()).toEqual([]);
    expect(await setting()).toMatchObject({ isOn: false, pause: 'unavailable' });
  });

  it('for a day is credited when it was paid', async () => {
    await turnOn();
    stripe.failures.push('lost');
    await checkUntil(isPutOff);
    await endLease('3 days');
    await checkUntil(hasStates('paid'));
    expect(creations()).toHaveLength(1);
    expect(await balance()).toBe('20.000');
  });
});

it.each([
  [DECLINED_CARD, 'declined'],
  [AUTHENTICATION_CARD, 'authentication_required'],
] as const)('a card that is %s turns them off', async (card, pause) => {
  await turnOn({}, card);
  await checkUntil(hasStates('failed'));
  expect(await setting()).toMatchObject({ isOn: false, pause, monthAmount: '0.000' });
  expect((await ledgerClient.leaseTopUps({}, call)).topUps).toEqual([]);
  await turnOn();
  expect(await setting()).toMatchObject({ isOn: true, pause: null });
  await checkUntil(hasStates('failed', 'paid'));
  expect(await balance()).toBe('20.000');
  expect(await dashboard.metrics()).toContain('dashboard_auto_top_ups_total');
});

it('a lost decline is found', async () => {
  await turnOn({}, DECLINED_CARD);
  stripe.failures.push('lost');
  await checkUntil(isPutOff);
  await endLease();
  await checkUntil(hasStates('failed'));
  expect(intents()).toHaveLength(1);
  expect((await setting()).pause).toBe('declined');
});

describe('turned off meanwhile', () => {
  it('nothing is bought that was not', async () => {
    await turnOn();
    stripe.failures.push(503);
    await checkUntil(isPutOff);
    await person.data('PUT', '/billing/auto-top-up', { ...CHOICE, isOn: false });
    await endLease();
    await checkUntil(hasStates('canceled'));
    expect(intents()).toEqual([]);
    expect(await setting()).toMatchObject({ isOn: false, pause: null });
  });

  it('what was paid is credited', async () => {
    await turnOn();
    stripe.failures.push('lost');
    await checkUntil(isPutOff);
    await person.data('PUT', '/billing/auto-top-up', { ...CHOICE, isOn: false });
    await endLease();
    await checkUntil(hasStates('paid'));
    expect(await balance()).toBe('20.000');
  });
});

it('buys at most three times in 24 hours', async () => {
  await turnOn({ balanceBelow: 500, amount: 10 });
  await checkUntil(hasStates('paid', 'paid', 'paid'));
  expect((await ledgerClient.leaseTopUps({}, call)).topUps).toEqual([]);
  expect(await balance()).toBe('30.000');
});

it('buys at most the cap in a month', async () => {
  await turnOn({ balanceBelow: 500, amount: 10, monthlyCap: 19 });
  await checkUntil(hasStates('paid'));
  expect((await ledgerClient.leaseTopUps({}, call)).topUps).toEqual([]);
  await pool.query(
    `UPDATE ledger.top_up SET created_at = created_at - interval '1 month' WHERE account_id = $1`,
    [accountId],
  );
  await checkUntil(hasStates('paid', 'paid'));
});

it('buys nothing for a suspended account', async () => {
  await turnOn();
  await dashboard.admin.identity.setAccountStatus(
    { id: accountId, status: identity.AccountStatus.SUSPENDED, reason: 'test', actor: undefined },
    call,
  );
  await checkUntil(async () => (await states()).includes('canceled'));
  expect(intents()).toEqual([]);
});

it('a refund is taken back, and not bought again', async () => {
  await turnOn();
  await checkUntil(hasStates('paid'));
  const payment = { payment_intent: intents()[0]!.id };
  const refund = stripe.reverse('refund', payment, 2_000, 'succeeded');
  expect(await deliver('refund.created', refund)).toBe(200);
  expect(await balance()).toBe('0.000');
  expect(await setting()).toMatchObject({ isOn: false, pause: 'refunded' });
  expect((await ledgerClient.leaseTopUps({}, call)).topUps).toEqual([]);
});
