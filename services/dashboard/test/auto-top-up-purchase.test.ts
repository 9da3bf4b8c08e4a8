import type { BillingEntries } from '@heliograph/dashboard-api';
import { identity } from '@heliograph/proto';
import { AutoTopUps, CHOICE } from './support/auto-top-up';
import { call } from './support/dashboard';

let bed: AutoTopUps;
beforeAll(async () => {
  bed = await AutoTopUps.start();
});
afterAll(() => bed.stop());
beforeEach(() => bed.beginTest());

it('buys once when the balance is too low, whatever Stripe then sends', async () => {
  await bed.turnOn();
  await bed.checkUntilStates('paid');
  const [intent] = bed.intents();
  expect(intent).toMatchObject({ amount: 2_000, currency: 'usd', status: 'succeeded' });
  const [creation] = bed.creations();
  expect(Object.fromEntries(creation!.form)).toMatchObject({ off_session: 'true', confirm: 'true' });
  expect(creation!.headers['idempotency-key']).toBe(
    `top-up:${bed.accountId}:${intent!.metadata.heliograph_top_up}`,
  );
  expect(await bed.deliver('payment_intent.succeeded', intent!)).toBe(200);
  expect(await bed.balance()).toBe('20.000');
  expect(await bed.setting()).toMatchObject({ isOn: true, monthAmount: '20.000' });
  expect((await bed.logged())[0]).toContain('You: Automatic top-ups were set: $20');
  const { items } = await bed.person.data<BillingEntries>('GET', '/billing/entries');
  expect(items[0]).toMatchObject({
    kind: 'credit',
    reference: `stripe:${intent!.id}`,
    reason: 'Automatic top-up by card (Stripe)',
    hasReceipt: true,
  });
});

it('ignores payments made through checkouts, which their sessions credit', async () => {
  await bed.person.data('POST', '/billing/top-ups', { amountUsd: '25' });
  const { metadata } = bed.stripe.sessions.at(-1)!;
  const intent = { id: 'pi_1', object: 'payment_intent', status: 'succeeded', currency: 'usd', metadata };
  expect(await bed.deliver('payment_intent.succeeded', { ...intent, amount_received: 2_500 })).toBe(200);
  expect(await bed.balance()).toBe('0.000');
});

it('three concurrent processes buy once for each account', async () => {
  const others = await Promise.all(Array.from({ length: 8 }, () => bed.newcomer()));
  for (const other of others) {
    await bed.saveCard(other.person);
    await other.person.data('PUT', '/billing/auto-top-up', CHOICE);
  }
  const all = others.map((other) => other.accountId);
  await bed.checkUntil(async () => {
    const { rows } = await bed.pool.query(
      `SELECT account_id FROM ledger.top_up WHERE account_id = ANY ($1) AND state = 'paid'`,
      [all],
    );
    return rows.length >= all.length;
  }, 3);
  for (const id of all) {
    expect(bed.intents(id)).toHaveLength(1);
    expect(await bed.states(id)).toEqual(['paid']);
  }
  const { rows } = await bed.pool.query<{ balance_micros: string }>(
    'SELECT balance_micros FROM ledger.account WHERE account_id = ANY ($1)',
    [all],
  );
  expect(rows.map((row) => row.balance_micros)).toEqual(all.map(() => '20000000'));
});

it('buys at most three times in 24 hours', async () => {
  await bed.turnOn({ balanceBelow: 500, amount: 10 });
  await bed.checkUntilStates('paid', 'paid', 'paid');
  expect(await bed.lease()).toEqual([]);
  expect(await bed.balance()).toBe('30.000');
});

it('buys at most the monthly cap', async () => {
  await bed.turnOn({ balanceBelow: 500, amount: 10, monthlyCap: 19 });
  await bed.checkUntilStates('paid');
  expect(await bed.lease()).toEqual([]);
  await bed.pool.query(
    `UPDATE ledger.top_up SET created_at = created_at - interval '1 month' WHERE account_id = $1`,
    [bed.accountId],
  );
  await bed.checkUntilStates('paid', 'paid');
});

it.each(['a suspended account', 'anyone while access is restricted'])(
  'buys nothing for %s, and soon after that',
  async (whom) => {
    const { SUSPENDED, ACTIVE } = identity.AccountStatus;
    const { identity: admin } = bed.dashboard.admin;
    const stop = (active: boolean) =>
      whom === 'a suspended account'
        ? admin.setAccountStatus(
            { id: bed.accountId, status: active ? SUSPENDED : ACTIVE, reason: 'test', actor: undefined },
            call,
          )
        : admin.setAccessRestriction({ active, message: 'Back at noon.', actor: undefined }, call);
    await bed.turnOn();
    await stop(true);
    const canceled: string[] = [];
    // More often than a day allows purchases.
    for (let count = 0; count < 4; count += 1) {
      canceled.push('canceled');
      await bed.checkUntilStates(...canceled);
      expect(await bed.lease()).toEqual([]);
      await bed.pool.query(
        `UPDATE ledger.top_up SET created_at = created_at - interval '31 minutes' WHERE account_id = $1`,
        [bed.accountId],
      );
    }
    expect(bed.intents()).toEqual([]);
    await stop(false);
    await bed.checkUntilStates(...canceled, 'paid');
    expect(await bed.balance()).toBe('20.000');
  },
);
