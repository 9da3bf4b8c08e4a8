import type { BillingState, PlanPortal, TopUpStarted } from '@heliograph/dashboard-api';
import { holdLocks, waitFor } from '@heliograph/testing';
import { Pool } from 'pg';
import { TestDashboard } from './support/dashboard';
import { problemFrom, type Person } from './support/person';

let dashboard: TestDashboard;
let ledgerPool: Pool;
let identityPool: Pool;
beforeAll(async () => {
  dashboard = await TestDashboard.start({ overrides: { planCheckMs: 100 } });
  ledgerPool = new Pool({ connectionString: dashboard.database.connectionString('ledger'), max: 2 });
  identityPool = new Pool({ connectionString: dashboard.database.connectionString('identity'), max: 2 });
});
afterAll(async () => {
  await ledgerPool.end();
  await identityPool.end();
  await dashboard.stop();
});

const billing = (person: Person) => person.data<BillingState>('GET', '/billing');
const stateOf = async (person: Person) => (await billing(person)).plan.current?.state;
const subscribe = async (person: Person) => {
  const { checkoutUrl } = await person.data<TopUpStarted>('POST', '/billing/plan');
  const page = await person.browser.visit(checkoutUrl);
  const [, action] = /<form method="post" action="([^"]+)"/.exec(page.text)!;
  const end = await person.browser.submit(dashboard.url + action!, {});
  return { page, end };
};
/** Ends the paid month. */
const endPeriod = async (person: Person) => {
  const { account } = await person.refresh();
  // Immediately, because a renewal in between would be ended as well. The account's lock comes first, as in the ledger.
  const ending = await holdLocks(
    ledgerPool,
    'UPDATE ledger.account SET subscription_ends_at = now() WHERE account_id = $1',
    [account.id],
  );
  await ending.query(
    'UPDATE ledger.plan SET period_ends_at = now(), allowance_ends_at = now() WHERE account_id = $1',
    [account.id],
  );
  await ending.commit();
};

it('uses a clearly marked page and returns to billing', async () => {
  const person = await dashboard.signIn();
  expect((await billing(person)).plan).toEqual({
    offer: { price: '20.000', cliRecords: 5_000 },
    current: null,
  });
  const { page, end } = await subscribe(person);
  expect(page.text).toContain('No money moves');
  expect(page.text).toContain('Subscribe for $20.00 a month');
  expect(page.text).not.toContain('<script');
  expect(end.url).toBe(`${dashboard.url}/billing?plan=success`);
  expect(await billing(person)).toMatchObject({
    cli: { granted: 5_000 },
    web: null,
    plan: { current: { state: 'active' } },
  });
  expect((await person.refresh()).account.plan).toBe('paid');
  expect((await problemFrom(await person.send('POST', '/billing/plan'))).status).toBe(400);
});

it('renews itself once after a month', async () => {
  const person = await dashboard.signIn();
  await subscribe(person);
  await endPeriod(person);
  const renewed = await waitFor(
    async () => {
      const { plan, cli } = await billing(person);
      // Two reads: the allowance may date from just before the renewal.
      return plan.current?.periodEnd &&
        Date.parse(plan.current.periodEnd) > Date.now() &&
        cli.granted === 5_000
        ? { plan, cli }
        : undefined;
    },
    { description: 'the renewal' },
  );
  expect(renewed).toMatchObject({ plan: { current: { state: 'active' } }, cli: { granted: 5_000, used: 0 } });
  const { account } = await person.refresh();
  const { rows } = await ledgerPool.query(
    `SELECT count(*)::int AS periods FROM ledger.entry WHERE account_id = $1 AND kind = 'subscription'`,
    [account.id],
  );
  expect(rows).toEqual([{ periods: 2 }]);
  expect(account.plan).toBe('paid');
});

it('runs to the end of its month after cancellation, then ends', async () => {
  const person = await dashboard.signIn();
  await subscribe(person);
  await person.data('PUT', '/billing/plan/cancellation', { cancels: true });
  expect(await stateOf(person)).toBe('canceling');
  expect((await person.refresh()).account.plan).toBe('paid');
  await endPeriod(person);
  // First identity, then the ledger.
  await waitFor(async () => (await billing(person)).plan.current === null);
  expect((await person.refresh()).account.plan).toBe('free');
  expect(await billing(person)).toMatchObject({ cli: { granted: 500 }, web: { granted: 10 } });
});

it('ends at identity while the ledger still lists it, so an interrupted end is repeated', async () => {
  const person = await dashboard.signIn();
  await subscribe(person);
  await person.data('PUT', '/billing/plan/cancellation', { cancels: true });
  const { account } = await person.refresh();
  const lock = await holdLocks(
    identityPool,
    'SELECT FROM identity.account WHERE account_id = $1 FOR NO KEY UPDATE',
    [account.id],
  );
  await endPeriod(person);
  await lock.untilAnotherWaits();
  const { rows } = await ledgerPool.query('SELECT status FROM ledger.plan WHERE account_id = $1', [
    account.id,
  ]);
  await lock.rollback();
  expect(rows).toEqual([{ status: 'active' }]);
  await waitFor(async () => (await billing(person)).plan.current === null);
  expect((await person.refresh()).account.plan).toBe('free');
});

it('has a page where a renewal fails, is paid, and ends', async () => {
  const person = await dashboard.signIn();
  await subscribe(person);
  const { portalUrl } = await person.data<PlanPortal>('POST', '/billing/plan/portal');
  expect((await person.browser.visit(portalUrl)).text).toContain('No money moves');
  const press = async (change: string) => (await person.browser.submit(`${portalUrl}/${change}`, {})).url;
  expect(await press('fail')).toBe(`${dashboard.url}/billing`);
  expect(await billing(person)).toMatchObject({
    cli: { granted: 500 },
    plan: { current: { state: 'past_due' } },
  });
  expect((await person.refresh()).account.plan).toBe('free');
  await press('renew');
  expect(await stateOf(person)).toBe('active');
  await press('end');
  expect(await billing(person)).toMatchObject({ cli: { granted: 500 }, plan: { current: null } });
});

it('has no such page for made-up ids or without a subscription', async () => {
  for (const path of ['x', 'x.y', '%00', 'x.y/renew']) {
    const method = path.includes('/') ? 'POST' : 'GET';
    expect((await fetch(`${dashboard.url}/development-portal/${path}`, { method })).status).toBe(404);
  }
  const person = await dashboard.signIn();
  expect((await problemFrom(await person.send('POST', '/billing/plan/portal'))).status).toBe(404);
});

it('is not offered without a price or without payments', async () => {
  const bare = await TestDashboard.start({ config: { planOffer: undefined } });
  try {
    const person = await bare.signIn();
    expect((await billing(person)).plan).toEqual({ offer: null, current: null });
    expect((await problemFrom(await person.send('POST', '/billing/plan'))).status).toBe(404);
  } finally {
    await bare.stop();
  }
});
