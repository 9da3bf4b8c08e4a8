import { ledger } from '@heliograph/proto';
import { holdLocks, startBeforeAll } from '@heliograph/testing';
import { chargeFromRequest } from '../src/rpc/convert';
import { ChargeStore } from '../src/storage/charge-store';
import { call, chargeOf, fundsOf, rowsOf, startTestLedger, unbalancedAccounts } from './support/ledger';

const running = startBeforeAll(startTestLedger);
afterEach(async () => {
  expect(await unbalancedAccounts(running.pool)).toEqual([]);
});

const { ACTIVE, PAST_DUE, ENDED } = ledger.PlanStatus;
const { STARTED, REPEATED, SUPERSEDED, OVER, OTHER_PLAN } = ledger.PayPlanResponse_Outcome;
const DAY_MS = 86_400_000;
const now = Date.now();
const at = (days: number) => new Date(now + days * DAY_MS);

const paymentOf = (
  accountId: string,
  changes: Partial<ledger.PayPlanRequest> = {},
): ledger.PayPlanRequest => ({
  accountId,
  subscriptionId: `test:${accountId}`,
  customerId: 'customer-1',
  cliRecords: 5_000n,
  priceMicros: 20_000_000n,
  invoice: `test:invoice-1-of-${accountId}`,
  reason: 'Plan',
  periodStart: at(0),
  periodEnd: at(30),
  allowanceEnd: at(31),
  occurredAt: at(0),
  ...changes,
});
const changeOf = (
  accountId: string,
  changes: Partial<ledger.ChangePlanRequest> = {},
): ledger.ChangePlanRequest => ({
  accountId,
  subscriptionId: `test:${accountId}`,
  customerId: 'customer-1',
  cliRecords: 5_000n,
  priceMicros: 20_000_000n,
  status: ACTIVE,
  cancels: false,
  occurredAt: at(1),
  ...changes,
});
const pay = async (accountId: string, changes?: Partial<ledger.PayPlanRequest>) =>
  (await running.client.payPlan(paymentOf(accountId, changes), call)).outcome;
const change = (accountId: string, changes?: Partial<ledger.ChangePlanRequest>) =>
  running.client.changePlan(changeOf(accountId, changes), call);
const usageOf = (accountId: string) => running.client.getUsage({ accountId, month: '' }, call);
const second = (accountId: string) => ({
  invoice: `test:invoice-2-of-${accountId}`,
  periodStart: at(30),
  periodEnd: at(60),
  allowanceEnd: at(61),
  occurredAt: at(30),
});
const subscriptionEntries = (accountId: string) =>
  rowsOf(
    running.pool,
    `SELECT reference FROM ledger.entry WHERE account_id = $1 AND kind = 'subscription' ORDER BY position`,
    [accountId],
  );

describe('a payment', () => {
  it("starts its period's records, and reports the payer", async () => {
    expect((await usageOf('account-new')).plan).toBeUndefined();
    expect(await pay('account-new')).toBe(STARTED);
    const { plan, subscription } = await usageOf('account-new');
    expect(plan).toEqual({
      accountId: 'account-new',
      subscriptionId: 'test:account-new',
      customerId: 'customer-1',
      cliRecords: 5_000n,
      priceMicros: 20_000_000n,
      status: ACTIVE,
      cancels: false,
      periodStart: at(0),
      periodEnd: at(30),
      allowanceEnd: at(31),
    });
    // The billing period, though its records last a day longer.
    const period = { periodStart: at(0), periodEnd: at(30) };
    expect(subscription).toMatchObject({ ...period, cli: { granted: 5_000n, remaining: 5_000n } });
    // Records that an operator grants instead have their own.
    const granted = { accountId: 'account-new', cliRecords: 1n, periodEnd: at(7) };
    await running.client.startSubscription(granted, call);
    expect((await usageOf('account-new')).subscription).toMatchObject({ periodEnd: at(7) });
  });

  it('counts once, however often its message arrives, at two processes', async () => {
    const accountId = 'account-once';
    const peer = await running.startPeer();
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 ? peer : running.client).payPlan(paymentOf(accountId), call),
      ),
    );
    expect(outcomes.filter(({ outcome }) => outcome === STARTED)).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome === REPEATED)).toHaveLength(11);
    expect(await subscriptionEntries(accountId)).toHaveLength(1);
  });

  it('for the next period renews: what was left expires', async () => {
    const accountId = 'account-renewed';
    await pay(accountId);
    await running.client.charge(chargeOf({ accountId, channel: ledger.Channel.CLI, records: 100 }), call);
    expect(await pay(accountId, second(accountId))).toBe(STARTED);
    expect((await usageOf(accountId)).subscription).toMatchObject({ cli: { granted: 5_000n, used: 0n } });
    // The first message again, late.
    expect(await pay(accountId)).toBe(REPEATED);
    expect((await usageOf(accountId)).plan).toMatchObject({ periodEnd: at(60) });
  });

  it('for an earlier period that arrives after a later one changes nothing', async () => {
    const accountId = 'account-order';
    expect(await pay(accountId, second(accountId))).toBe(STARTED);
    expect(await pay(accountId)).toBe(SUPERSEDED);
    expect((await usageOf(accountId)).plan).toMatchObject({ periodEnd: at(60) });
  });

  it('for an ended period starts none', async () => {
    const accountId = 'account-over';
    const past = { periodStart: at(-60), periodEnd: at(-30), allowanceEnd: at(-29) };
    expect(await pay(accountId, past)).toBe(OVER);
    expect((await usageOf(accountId)).subscription).toBeUndefined();
  });

  it('for a second subscription is reported separately while the first is active', async () => {
    const accountId = 'account-two';
    await pay(accountId);
    const other = { ...second(accountId), subscriptionId: 'test:another' };
    expect(await pay(accountId, other)).toBe(OTHER_PLAN);
    await change(accountId, { status: ENDED });
    expect(await pay(accountId, other)).toBe(STARTED);
  });

  it.each([
    ['no invoice', { invoice: '' }, 'invoice'],
    ['no subscription', { subscriptionId: '' }, 'subscription_id'],
    ['no records', { cliRecords: 0n }, 'cli_records'],
    ['a period that ends before it starts', { periodEnd: at(-1) }, 'period_end'],
    ['records that end before the period', { allowanceEnd: at(29) }, 'allowance_end'],
    ['no price', { priceMicros: 0n }, 'price_micros'],
  ])('is refused with %s', async (_what, nonsense, parameter) => {
    await expect(pay('account-nonsense', nonsense)).rejects.toMatchObject({
      code: 'invalid_parameter',
      issues: [{ parameter }],
    });
  });
});

describe('a change', () => {
  it('to end with the period keeps the records until then, and can be undone', async () => {
    const accountId = 'account-cancels';
    await pay(accountId);
    expect((await change(accountId, { cancels: true })).plan).toMatchObject({
      status: ACTIVE,
      cancels: true,
    });
    expect((await usageOf(accountId)).subscription).toBeDefined();
    expect((await change(accountId, { occurredAt: at(2) })).plan).toMatchObject({ cancels: false });
  });

  it('to ended ends the records at once, as an entry, and the one-time ones are used again', async () => {
    const accountId = 'account-ended';
    await pay(accountId);
    await change(accountId, { status: ENDED });
    const { plan, subscription } = await usageOf(accountId);
    expect([plan?.status, subscription]).toEqual([ENDED, undefined]);
    await running.client.charge(chargeOf({ accountId, channel: ledger.Channel.CLI, records: 10 }), call);
    expect(await fundsOf(running.pool, accountId)).toMatchObject({ cli: 490, subscription: 0 });
  });

  it('to ended is over also for a charge whose transaction began before', async () => {
    const accountId = 'account-ended-meanwhile';
    await pay(accountId);
    const earlier = await running.pool.connect();
    try {
      await earlier.query('BEGIN');
      await change(accountId, { status: ENDED });
      const charge = chargeFromRequest(chargeOf({ accountId, channel: ledger.Channel.CLI, records: 5 }));
      const outcomes = await new ChargeStore(earlier).charge([{ ...charge, idempotency: undefined }]);
      expect(outcomes).toMatchObject([{ remainingRecords: 495n }]);
    } finally {
      await earlier.query('ROLLBACK');
      earlier.release();
    }
  });

  it('to past due in the second of a payment is stale', async () => {
    const accountId = 'account-same-second';
    await pay(accountId);
    const failed = { status: PAST_DUE, occurredAt: at(0) };
    expect(await change(accountId, failed)).toMatchObject({ changed: false, plan: { status: ACTIVE } });
    expect((await usageOf(accountId)).subscription).toMatchObject({ cli: { remaining: 5_000n } });
  });

  it('older than the latest one is stale, and none follows the end', async () => {
    const accountId = 'account-stale';
    await pay(accountId);
    await change(accountId, { cancels: true, occurredAt: at(5) });
    expect(await change(accountId, { status: PAST_DUE, occurredAt: at(4) })).toMatchObject({
      changed: false,
      plan: { status: ACTIVE, cancels: true },
    });
    await change(accountId, { status: ENDED, occurredAt: at(3) });
    expect(await change(accountId, { occurredAt: at(9) })).toMatchObject({
      changed: false,
      plan: { status: ENDED },
    });
    expect(await pay(accountId, second(accountId))).toBe(OVER);
  });

  it('to ended before its payment arrives prevents the start, and the payment is reported separately', async () => {
    const accountId = 'account-end-first';
    await change(accountId, { status: ENDED });
    expect(await pay(accountId)).toBe(OVER);
  });

  it.each([PAST_DUE, ENDED])('to status %s of a plan that was never paid is accepted', async (status) => {
    const accountId = `account-never-paid-${status}`;
    await change(accountId, { status: ACTIVE, occurredAt: at(0) });
    const { changed, plan } = await change(accountId, { status, occurredAt: at(1) });
    expect([changed, plan?.status]).toEqual([true, status]);
    expect(await subscriptionEntries(accountId)).toEqual([]);
  });

  it('to past due ends the records until a payment succeeds', async () => {
    const accountId = 'account-past-due';
    await pay(accountId);
    await change(accountId, { status: PAST_DUE });
    expect((await usageOf(accountId)).subscription).toBeUndefined();
    // The provider's next attempt succeeds.
    expect(await pay(accountId, second(accountId))).toBe(STARTED);
    expect(await usageOf(accountId)).toMatchObject({
      plan: { status: ACTIVE },
      subscription: { cli: { remaining: 5_000n } },
    });
  });

  it('of a plan does not affect a subscription that an operator has started since', async () => {
    const accountId = 'account-operator';
    await pay(accountId);
    await running.client.startSubscription({ accountId, cliRecords: 7n, periodEnd: at(3) }, call);
    await change(accountId, { status: ENDED });
    expect((await usageOf(accountId)).subscription).toMatchObject({ cli: { remaining: 7n } });
  });
});

/** Lets an account's allowance run out. */
const runOut = (accountId: string) =>
  running.pool.query(`UPDATE ledger.plan SET allowance_ends_at = now() WHERE account_id = $1`, [accountId]);

it('lists lapsed plans, but not those that are running, past due, or ended', async () => {
  for (const accountId of ['lapsed', 'runs', 'is-past-due']) await pay(accountId);
  await change('is-past-due', { status: PAST_DUE });
  await runOut('lapsed');
  await runOut('is-past-due');
  const { plans } = await running.client.listLapsedPlans({ limit: 0 }, call);
  expect(plans.map(({ accountId }) => accountId)).toEqual(['lapsed']);
});

it('lists a plan that is active again after its renewal failed, until a payment succeeds', async () => {
  const accountId = 'account-active-again';
  const listed = async () => {
    const { plans } = await running.client.listLapsedPlans({ limit: 0 }, call);
    return plans.some((plan) => plan.accountId === accountId);
  };
  await pay(accountId);
  await change(accountId, { status: PAST_DUE, occurredAt: at(1) });
  await change(accountId, { status: ACTIVE, occurredAt: at(2) });
  expect(await listed()).toBe(true);
  await pay(accountId, second(accountId));
  expect(await listed()).toBe(false);
});

describe('a lapse', () => {
  const lapse = (accountId: string) => running.client.lapsePlan({ accountId }, call);

  it('makes a plan past due whose allowance has run out, once', async () => {
    const accountId = 'account-lapses';
    await pay(accountId);
    await runOut(accountId);
    expect(await lapse(accountId)).toMatchObject({ changed: true, plan: { status: PAST_DUE } });
    expect(await lapse(accountId)).toMatchObject({ changed: false, plan: { status: PAST_DUE } });
    expect(await pay(accountId, second(accountId))).toBe(STARTED);
    expect((await usageOf(accountId)).plan).toMatchObject({ status: ACTIVE });
  });

  it('changes nothing if a period was paid meanwhile, even at the same moment', async () => {
    const accountId = 'account-paid-meanwhile';
    await pay(accountId);
    await runOut(accountId);
    const paying = await holdLocks(
      running.pool,
      'UPDATE ledger.plan SET allowance_ends_at = $2 WHERE account_id = $1',
      [accountId, at(31)],
    );
    const lapsed = lapse(accountId);
    await paying.untilAnotherWaits();
    await paying.commit();
    expect(await lapsed).toMatchObject({ changed: false, plan: { status: ACTIVE } });
    expect(await usageOf(accountId)).toMatchObject({ subscription: { cli: { remaining: 5_000n } } });
  });

  it('of an unknown account, or of a plan that was never paid, changes nothing', async () => {
    expect(await lapse('account-without-plan')).toEqual({ changed: false, plan: undefined });
    await change('account-lapses-unpaid');
    expect((await lapse('account-lapses-unpaid')).changed).toBe(false);
    await expect(lapse('')).rejects.toMatchObject({ code: 'invalid_parameter' });
  });
});
