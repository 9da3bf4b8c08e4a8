import { GOOD_CARD } from '@heliograph/testing';
import { AutoTopUps, CHOICE } from './support/auto-top-up';
import { problemFrom } from './support/person';

let bed: AutoTopUps;
beforeAll(async () => {
  bed = await AutoTopUps.start();
});
afterAll(() => bed.stop());
beforeEach(() => bed.beginTest());

it('is off by default, and cannot be on without a card', async () => {
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

it('saves a card on a page of Stripe, and the newest counts', async () => {
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
