import { GOOD_CARD } from '@heliograph/testing';
import { Pool } from 'pg';
import { AutoTopUps, CHOICE } from './support/auto-top-up';
import { problemFrom } from './support/person';

let bed: AutoTopUps;
beforeAll(async () => {
  bed = await AutoTopUps.start();
});
afterAll(() => bed.stop());
beforeEach(() => bed.beginTest());

it('is off by default and cannot be turned on without a card', async () => {
  expect(await bed.setting()).toEqual({
    isAvailable: true,
    isOn: false,
    choice: null,
    monthAmount: '0.000',
    card: null,
    pause: null,
  });
  const problem = await problemFrom(await bed.person.send('PUT', '/billing/auto-top-up', CHOICE));
  expect([problem.status, problem.code]).toEqual([400, 'invalid_parameter']);
  expect(await bed.logged()).toEqual([]);
});

it('logs a setting once, however often it is sent', async () => {
  await bed.turnOn();
  await bed.person.data('PUT', '/billing/auto-top-up', CHOICE);
  await bed.person.data('PUT', '/billing/auto-top-up', { isOn: false });
  expect(await bed.logged()).toEqual([
    expect.stringContaining('off'),
    expect.stringContaining('set: $20'),
    expect.stringContaining('saved'),
  ]);
});

it('keeps the latest amounts when turned off', async () => {
  await bed.turnOn({ amount: 30 });
  const { choice } = await bed.setting();
  const off = await bed.person.data('PUT', '/billing/auto-top-up', { isOn: false });
  expect(off).toMatchObject({ isOn: false, choice });
});

it('is not turned on again by amounts saved after it was turned off', async () => {
  await bed.turnOn();
  await bed.person.data('PUT', '/billing/auto-top-up', { isOn: false });
  const before = await bed.logged();
  const late = await bed.person.send('PUT', '/billing/auto-top-up', {
    ...CHOICE,
    onlyIfOn: true,
    amount: 30,
  });
  const problem = await problemFrom(late);
  expect([problem.status, problem.detail]).toEqual([409, expect.stringContaining('was turned off')]);
  expect(await bed.setting()).toMatchObject({ isOn: false, choice: { amount: 20 } });
  expect(await bed.logged()).toEqual(before);
});

it('changes nothing if the change can no longer be logged', async () => {
  await bed.turnOn();
  const before = await bed.setting();
  const pool = new Pool({ connectionString: bed.dashboard.database.connectionString('identity'), max: 1 });
  await pool.query(
    `INSERT INTO identity.audit_entry (action, caller, request_id, account_id, detail, actor_account_id, actor_user_id)
     SELECT 'key.update', 'dashboard', 'test', $1, '{}', $1, $1 FROM generate_series(1, 1000)`,
    [bed.accountId],
  );
  await pool.end();
  const problem = await problemFrom(
    await bed.person.send('PUT', '/billing/auto-top-up', { ...CHOICE, amount: 30 }),
  );
  expect([problem.status, problem.code]).toEqual([429, 'rate_limited']);
  expect(await bed.setting()).toEqual(before);
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
    await bed.person.send('PUT', '/billing/auto-top-up', { ...CHOICE, ...changes }),
  );
  expect(problem.status).toBe(400);
  expect(JSON.stringify(problem)).toContain(parameter);
});

it('saves a card on a Stripe page; the newest card counts', async () => {
  const now = Date.now();
  await bed.saveCard(bed.person, GOOD_CARD, '4242', now);
  await bed.saveCard(bed.person, GOOD_CARD, '1111', now - 60_000);
  expect(await bed.setting()).toMatchObject({ card: 'Visa ending in 4242', isOn: false });
  const [begun] = bed.stripe.requests.filter(({ path }) => path === '/v1/checkout/sessions');
  expect(Object.fromEntries(begun!.form)).toMatchObject({
    mode: 'setup',
    customer_creation: 'always',
    client_reference_id: bed.accountId,
    success_url: `${bed.dashboard.url}/billing?card=saved`,
  });
});

it('logs once who saved a card, however often its message arrives', async () => {
  const deliverAgain = await bed.saveCard();
  expect(await deliverAgain()).toBe(200);
  expect(await bed.logged()).toEqual(['You: The card Visa ending in 4242 was saved for automatic top-ups.']);
});

it('refuses a card whose session names two accounts', async () => {
  await bed.person.data('POST', '/billing/auto-top-up/card');
  const session = bed.stripe.saveCard(bed.stripe.sessions.at(-1)!);
  const other = { ...session, client_reference_id: 'other' };
  expect(await bed.deliver('checkout.session.completed', other)).toBe(200);
  expect((await bed.setting()).card).toBeNull();
});
