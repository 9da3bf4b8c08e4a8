import type { BillingState } from '@heliograph/dashboard-api';
import { createLogger } from '@heliograph/runtime';
import {
  freePort,
  holdLocks,
  STRIPE_KEY,
  STRIPE_WEBHOOK_SECRET,
  waitFor,
  type FakeSubscription,
} from '@heliograph/testing';
import { Pool } from 'pg';
import { createDashboardService } from '../src/service';
import { configOf } from './support/dashboard';
import type { Person } from './support/person';
import { startStripeDashboard, type StripeDashboard } from './support/stripe-dashboard';

const DAY = 86_400;
const NEVER_MS = 3_600_000;
const OFTEN_MS = 30;

let running: StripeDashboard;
let pools: { identity: Pool; ledger: Pool };
beforeAll(async () => {
  running = await startStripeDashboard({ overrides: { planCheckMs: NEVER_MS } });
  const poolOf = (name: 'identity' | 'ledger') =>
    new Pool({ connectionString: running.dashboard.database.connectionString(name), max: 3 });
  pools = { identity: poolOf('identity'), ledger: poolOf('ledger') };
});
afterAll(async () => {
  await Promise.all(Object.values(pools).map((pool) => pool.end()));
  await running.stop();
});

interface Subscriber {
  person: Person;
  accountId: string;
  subscription: FakeSubscription;
}

const pay = async ({ subscription }: Pick<Subscriber, 'subscription'>, fromDay: number) => {
  const { stripe, dashboard } = running;
  const start = Math.floor(Date.now() / 1_000) + fromDay * DAY;
  const { body, headers } = stripe.event(
    'invoice.paid',
    stripe.invoiceOf(subscription, start, start + 30 * DAY),
  );
  const response = await fetch(`${dashboard.url}/webhooks/payments`, { method: 'POST', body, headers });
  expect(response.status).toBe(200);
};
const lapsed = async (hoursAgo: number): Promise<Subscriber> => {
  const { stripe, dashboard } = running;
  const person = await dashboard.signIn();
  await person.data('POST', '/billing/plan');
  const subscription = stripe.subscribe(stripe.sessions.at(-1)!);
  await pay({ subscription }, 0);
  const { account } = await person.refresh();
  for (const [table, column] of [
    ['account', 'subscription_ends_at'],
    ['plan', 'allowance_ends_at'],
  ]) {
    await pools.ledger.query(
      `UPDATE ledger.${table} SET ${column} = now() - $2 * interval '1 hour' WHERE account_id = $1`,
      [account.id, hoursAgo],
    );
  }
  return { person, accountId: account.id, subscription };
};
/** Another dashboard, which settles lapsed plans. */
const settling = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const { dashboard, stripe } = running;
  const service = await createDashboardService(
    configOf(dashboard.addresses, await freePort(), {
      payments: {
        kind: 'stripe',
        secretKey: STRIPE_KEY,
        webhookSecret: STRIPE_WEBHOOK_SECRET,
        apiUrl: stripe.url,
      },
    }),
    { logger: createLogger({ service: 'dashboard', level: 'silent' }), planCheckMs: OFTEN_MS },
  );
  await service.start();
  try {
    return await work();
  } finally {
    await service.destroy();
  }
};
const statusOf = async ({ accountId }: Subscriber) =>
  (await pools.ledger.query('SELECT status FROM ledger.plan WHERE account_id = $1', [accountId])).rows[0]
    ?.status as string;
const isPastDue = async (subscriber: Subscriber) => (await statusOf(subscriber)) === 'past_due';
const planOf = async ({ person }: Subscriber) => (await person.refresh()).account.plan;

it('is past due, and free', async () => {
  const subscriber = await lapsed(1);
  await settling(() => waitFor(() => isPastDue(subscriber)));
  expect(await planOf(subscriber)).toBe('free');
});

it('keeps a period paid after lapsed plans were listed', async () => {
  const [first, paid, last] = [await lapsed(3), await lapsed(2), await lapsed(1)];
  const lock = await holdLocks(
    pools.ledger,
    'SELECT FROM ledger.account JOIN ledger.plan USING (account_id) WHERE account_id = $1 FOR UPDATE',
    [first.accountId],
  );
  await settling(async () => {
    await lock.untilAnotherWaits();
    await pay(paid, 30);
    await lock.commit();
    await waitFor(() => isPastDue(last));
  });
  expect(await statusOf(paid)).toBe('active');
  expect(await planOf(paid)).toBe('paid');
  expect(await paid.person.data<BillingState>('GET', '/billing')).toMatchObject({
    cli: { granted: 5_000, remaining: 5_000 },
  });
});

it('is free even if the dashboard and identity die while the plan lapses', async () => {
  const subscriber = await lapsed(1);
  const lock = await holdLocks(
    pools.identity,
    'SELECT FROM identity.account WHERE account_id = $1 FOR UPDATE',
    [subscriber.accountId],
  );
  await settling(async () => {
    await lock.untilAnotherWaits();
    await running.dashboard.stopService('identity');
  });
  await lock.rollback();
  await running.dashboard.restart('identity');
  await settling(() =>
    waitFor(async () => (await isPastDue(subscriber)) && (await planOf(subscriber)) === 'free'),
  );
});
