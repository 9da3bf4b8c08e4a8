import type { AutoTopUp } from '@heliograph/dashboard-api';
import { DECLINED_CARD, type FakePaymentMethod, STRIPE_KEY } from '@heliograph/testing';
import type { OffSessionProvider } from '../src/payments/off-session';
import { createPaymentProvider } from '../src/payments/create-provider';
import { AutoTopUps, CHOICE } from './support/auto-top-up';
import { call, configOf } from './support/dashboard';
import { problemFrom } from './support/person';
import { joinAs } from './support/team';

const GONE = { card: null, isOn: false, pause: null };
const REMOVED = 'You: The card Visa ending in 4242 was removed; automatic top-ups are off.';

let bed: AutoTopUps;
let provider: OffSessionProvider;
beforeAll(async () => {
  bed = await AutoTopUps.start();
  const config = configOf(bed.dashboard.addresses, 1, {
    payments: { kind: 'stripe', secretKey: STRIPE_KEY, webhookSecret: 'x', apiUrl: bed.stripe.url },
  });
  provider = (await createPaymentProvider(config, { origin: bed.dashboard.url }, Date.now)).offSession!;
});
afterAll(() => bed.stop());
beforeEach(() => bed.beginTest());

const remove = () => bed.person.data<AutoTopUp>('DELETE', '/billing/auto-top-up/card');
/** The card saved last, at Stripe. */
const cardAtStripe = (): FakePaymentMethod => bed.stripe.cards.setups.at(-1)!.payment_method;

it('detaches the card at Stripe, turns automatic top-ups off, and is logged', async () => {
  await bed.turnOn();
  expect(await remove()).toMatchObject({ ...GONE, choice: { amount: 20 } });
  expect(await bed.setting()).toMatchObject(GONE);
  expect(cardAtStripe().customer).toBeNull();
  expect((await bed.logged())[0]).toBe(REMOVED);
  expect(await bed.lease()).toEqual([]);
  const problem = await problemFrom(await bed.person.send('PUT', '/billing/auto-top-up', CHOICE));
  expect(problem.status).toBe(400);
});

it('happens once, and works without a card', async () => {
  expect(await remove()).toMatchObject(GONE);
  await bed.turnOn();
  await remove();
  expect(await remove()).toMatchObject(GONE);
  expect((await bed.logged()).filter((entry) => entry === REMOVED)).toHaveLength(1);
});

it('a repeated message does not bring the card back, and another one can be saved', async () => {
  const deliverAgain = await bed.saveCard();
  await remove();
  expect(await deliverAgain()).toBe(200);
  expect(await bed.setting()).toMatchObject(GONE);
  await bed.saveCard(bed.person, undefined, '1111', Date.now() + 1_000);
  expect(await bed.setting()).toMatchObject({ ...GONE, card: 'Visa ending in 1111' });
  expect(cardAtStripe().customer).not.toBeNull();
});

it('is only for members who may save a card', async () => {
  await bed.saveCard();
  const viewer = await joinAs(bed.dashboard, bed.person, 'viewer');
  const refused = await problemFrom(await viewer.send('DELETE', '/billing/auto-top-up/card'));
  expect(refused.status).toBe(403);
  expect(cardAtStripe().customer).not.toBeNull();
  const payer = await joinAs(bed.dashboard, bed.person, 'billing');
  const { email } = (await payer.refresh()).user;
  await payer.data('DELETE', '/billing/auto-top-up/card');
  expect((await bed.logged())[0]).toContain(`${email}: The card`);
});

describe('at Stripe', () => {
  it('a card that is already detached is removed', async () => {
    await bed.turnOn();
    cardAtStripe().customer = null;
    expect(await remove()).toMatchObject(GONE);
  });

  it('an unknown card is removed', async () => {
    await bed.turnOn();
    bed.stripe.cards.setups.pop();
    expect(await remove()).toMatchObject(GONE);
  });

  it('is retried when the response is lost', async () => {
    await bed.turnOn();
    bed.stripe.failures.push('lost');
    expect(await remove()).toMatchObject(GONE);
    expect(cardAtStripe().customer).toBeNull();
  });

  it('an outage leaves the card visible and top-ups off until it is removed again', async () => {
    await bed.turnOn();
    bed.stripe.failures.push(503, 503, 503);
    const problem = await problemFrom(await bed.person.send('DELETE', '/billing/auto-top-up/card'));
    expect([problem.status, problem.detail]).toEqual([
      503,
      expect.stringContaining('The card is not removed yet; automatic top-up is off.'),
    ]);
    expect(await bed.setting()).toMatchObject({ card: 'Visa ending in 4242', isOn: false });
    expect((await bed.logged())[0]).toContain('Automatic top-ups were set');
    expect(await bed.lease()).toEqual([]);
    expect(await remove()).toMatchObject(GONE);
    expect(cardAtStripe().customer).toBeNull();
  });
});

describe('a process that dies', () => {
  it.each(['turned off', 'detached'] as const)('after the card was %s has not removed it', async (last) => {
    await bed.turnOn();
    const { paymentMethodIds } = await bed.ledger.beginCardRemoval({ accountId: bed.accountId }, call);
    expect(paymentMethodIds).toEqual([`stripe:${cardAtStripe().id}`]);
    if (last === 'detached') await provider.removeCard(paymentMethodIds[0]!);
    expect(await bed.setting()).toMatchObject({ card: 'Visa ending in 4242', isOn: false });
    expect(await bed.lease()).toEqual([]);
    expect(await remove()).toMatchObject(GONE);
    expect(cardAtStripe().customer).toBeNull();
    expect((await bed.logged())[0]).toBe(REMOVED);
  });
});

describe('a replaced card', () => {
  const attached = (card: FakePaymentMethod) => card.customer !== null;
  const isListed = async (card: FakePaymentMethod) =>
    (await bed.ledger.listReplacedCards({}, call)).paymentMethodIds.includes(`stripe:${card.id}`);

  it('is detached once no purchase uses it', async () => {
    await bed.turnOn();
    const earlier = cardAtStripe();
    bed.stripe.failures.push(503);
    await bed.checkUntilPutOff();
    await bed.saveCard(bed.person, undefined, '1111', Date.now() + 1_000);
    expect(await isListed(earlier)).toBe(false);
    await bed.endLease();
    await bed.checkUntil(async () => !attached(earlier) && (await bed.states()).at(-1) === 'paid');
    expect(cardAtStripe().customer).not.toBeNull();
    await bed.checkUntil(async () => !(await isListed(earlier)));
    expect(await bed.setting()).toMatchObject({ card: 'Visa ending in 1111', isOn: true });
  });

  it('is detached if its message comes last, and does not come back', async () => {
    const savedAt = Date.now();
    const deliverAgain = await bed.saveCard(bed.person, undefined, '1111', savedAt);
    const earlier = cardAtStripe();
    await bed.saveCard(bed.person, undefined, '4242', savedAt + 2_000);
    const newest = cardAtStripe();
    await bed.saveCard(bed.person, undefined, '9999', savedAt + 1_000);
    const late = cardAtStripe();
    await bed.checkUntil(async () => !attached(earlier) && !attached(late));
    expect(attached(newest)).toBe(true);
    expect(await deliverAgain()).toBe(200);
    expect(await bed.setting()).toMatchObject({ card: 'Visa ending in 4242' });
  });

  it('does not come back even if both were saved within a second', async () => {
    const savedAt = Date.now();
    const deliverAgain = await bed.saveCard(bed.person, undefined, '1111', savedAt);
    await bed.saveCard(bed.person, undefined, '4242', savedAt);
    expect(await deliverAgain()).toBe(200);
    expect(await bed.setting()).toMatchObject({ card: 'Visa ending in 4242' });
  });

  it('is detached later if Stripe cannot be reached', async () => {
    await bed.saveCard();
    const earlier = cardAtStripe();
    await bed.saveCard(bed.person, undefined, '1111', Date.now() + 1_000);
    bed.stripe.failures.push(503, 503, 503);
    await bed.checkUntil(async () => !attached(earlier));
    expect(bed.stripe.failures).toEqual([]);
  });
});

describe('an open purchase', () => {
  it('is canceled', async () => {
    await bed.turnOn();
    bed.stripe.failures.push(503);
    await bed.checkUntilPutOff();
    await remove();
    await bed.endLease();
    await bed.checkUntilStates('canceled');
    expect(bed.intents()).toEqual([]);
  });

  it('is not paid if its holder does not know about the removal', async () => {
    await bed.turnOn();
    const [leased] = await bed.lease();
    await remove();
    expect(await provider.buy(leased!, true)).toEqual({ outcome: 'declined' });
    expect(bed.intents()).toEqual([]);
  });

  it('that has failed is settled silently', async () => {
    await bed.turnOn({}, DECLINED_CARD);
    bed.stripe.failures.push('lost');
    await bed.checkUntilPutOff();
    await remove();
    await bed.endLease();
    await bed.checkUntilStates('canceled');
    expect(await bed.setting()).toMatchObject(GONE);
    expect((await bed.logged())[0]).toBe(REMOVED);
  });

  it('with an earlier card is not paid either', async () => {
    await bed.turnOn();
    const earlier = cardAtStripe();
    bed.stripe.failures.push(503);
    await bed.checkUntilPutOff();
    await bed.saveCard(bed.person, undefined, '1111', Date.now() + 1_000);
    await remove();
    expect([earlier.customer, cardAtStripe().customer]).toEqual([null, null]);
  });

  it('starts over with the replacement card', async () => {
    await bed.turnOn();
    bed.stripe.failures.push(503);
    await bed.checkUntilPutOff();
    await bed.saveCard(bed.person, undefined, '1111', Date.now() + 1_000);
    await bed.endLease();
    await bed.checkUntilStates('canceled', 'paid');
    expect(bed.intents().map(({ customer }) => customer)).toEqual([cardAtStripe().customer]);
  });
});
