import { topUp } from '@heliograph/proto';
import { AUTHENTICATION_CARD, DECLINED_CARD, GOOD_CARD } from '@heliograph/testing';
import { AutoTopUps, CHOICE } from './support/auto-top-up';
import { call } from './support/dashboard';

let bed: AutoTopUps;
beforeAll(async () => {
  bed = await AutoTopUps.start();
});
afterAll(() => bed.stop());
beforeEach(() => bed.beginTest());

it.each([
  [DECLINED_CARD, 'declined', 'the card was declined'],
  [
    AUTHENTICATION_CARD,
    'authentication_required',
    'the bank requires you to confirm payments with this card',
  ],
] as const)('a card that fails (%s) turns them off, and is logged', async (card, pause, why) => {
  await bed.turnOn({}, card);
  await bed.checkUntilStates('failed');
  expect(await bed.setting()).toMatchObject({ isOn: false, pause, monthAmount: '0.000' });
  expect((await bed.logged())[0]).toBe(`The system: Automatic top-ups were turned off: ${why}.`);
  expect(await bed.emailed()).toEqual([pause]);
  expect(await bed.lease()).toEqual([]);
  await bed.turnOn();
  expect(await bed.setting()).toMatchObject({ isOn: true, pause: null });
  await bed.checkUntilStates('failed', 'paid');
  expect(await bed.balance()).toBe('20.000');
  expect(await bed.dashboard.metrics()).toContain('dashboard_auto_top_ups_total');
});

it('a refund is taken back, not bought again, and turns them off once', async () => {
  await bed.turnOn();
  await bed.checkUntilStates('paid');
  const payment = { payment_intent: bed.intents()[0]!.id };
  const refund = bed.stripe.reverse('refund', payment, 2_000, 'succeeded');
  expect(await bed.deliver('refund.created', refund)).toBe(200);
  expect(await bed.deliver('refund.updated', refund)).toBe(200);
  expect(await bed.balance()).toBe('0.000');
  expect(await bed.setting()).toMatchObject({ isOn: false, pause: 'refunded' });
  expect(await bed.lease()).toEqual([]);
  const pauses = async () =>
    (await bed.logged()).filter((entry) => entry.endsWith('off: a payment was refunded or disputed.'));
  expect(await pauses()).toHaveLength(1);
  const turnOnAgain = () => bed.person.data('PUT', '/billing/auto-top-up', CHOICE);
  await turnOnAgain();
  expect(await bed.deliver('refund.updated', refund)).toBe(200);
  expect(await bed.setting()).toMatchObject({ isOn: true, pause: null });
  // Turned on between the event at Stripe and its message.
  const dispute = bed.stripe.reverse('dispute', payment, 2_000, 'needs_response');
  await turnOnAgain();
  expect(await bed.deliver('charge.dispute.created', dispute)).toBe(200);
  expect(await bed.setting()).toMatchObject({ isOn: false, pause: 'refunded' });
  await turnOnAgain();
  dispute.status = 'lost';
  expect(await bed.deliver('charge.dispute.closed', dispute)).toBe(200);
  expect(await bed.setting()).toMatchObject({ isOn: true, pause: null });
  expect(await pauses()).toHaveLength(2);
  expect(await bed.emailed()).toEqual(['refunded', 'refunded']);
});

it('a refund is taken back without an email while the notifier is down', async () => {
  await bed.turnOn();
  await bed.checkUntilStates('paid');
  const refund = bed.stripe.reverse('refund', { payment_intent: bed.intents()[0]!.id }, 2_000, 'succeeded');
  await bed.dashboard.stopService('notifier');
  expect(await bed.deliver('refund.created', refund)).toBe(200);
  await bed.dashboard.restart('notifier');
  expect(await bed.balance()).toBe('0.000');
  expect(await bed.setting()).toMatchObject({ isOn: false, pause: 'refunded' });
  expect(await bed.emailed()).toEqual([]);
});

it('a refund of a refused payment that was never credited leaves them on', async () => {
  await bed.turnOn();
  await bed.person.data('POST', '/billing/top-ups', { amountUsd: '25' });
  const session = bed.stripe.pay(bed.stripe.sessions.at(-1)!);
  session.amount_total = 2_000;
  const refund = bed.stripe.reverse('refund', session, 2_000, 'succeeded');
  expect(await bed.deliver('refund.created', refund)).toBe(200);
  expect(await bed.setting()).toMatchObject({ isOn: true, pause: null });
});

it('a refund not yet taken back turns them off again when its message is repeated', async () => {
  await bed.turnOn();
  await bed.checkUntilStates('paid');
  const refund = bed.stripe.reverse('refund', { payment_intent: bed.intents()[0]!.id }, 2_000, 'succeeded');
  // What is left if a process dies before it takes anything back.
  const { accountId } = bed;
  await bed.ledger.pauseTopUps({ accountId, pause: topUp.TopUpPause.REFUNDED }, call);
  await bed.person.data('PUT', '/billing/auto-top-up', CHOICE);
  expect(await bed.deliver('refund.created', refund)).toBe(200);
  expect(await bed.setting()).toMatchObject({ isOn: false, pause: 'refunded' });
  expect(await bed.balance()).toBe('0.000');
});

it.each([DECLINED_CARD, AUTHENTICATION_CARD])(
  'a late failure of a card that was replaced (%s) turns nothing off, and the new card pays',
  async (card) => {
    await bed.turnOn({}, card);
    bed.stripe.failures.push('lost');
    await bed.checkUntilPutOff();
    await bed.saveCard(bed.person, GOOD_CARD, '1111', Date.now() + 1_000);
    await bed.endLease();
    await bed.checkUntilStates('canceled', 'paid');
    expect(await bed.setting()).toMatchObject({ isOn: true, pause: null, monthAmount: '20.000' });
    expect((await bed.logged()).filter((entry) => entry.startsWith('The system'))).toEqual([]);
    expect(await bed.balance()).toBe('20.000');
  },
);

describe('turned off in the meantime', () => {
  it('buys nothing new', async () => {
    await bed.turnOn();
    bed.stripe.failures.push(503);
    await bed.checkUntilPutOff();
    await bed.person.data('PUT', '/billing/auto-top-up', { isOn: false });
    await bed.endLease();
    await bed.checkUntilStates('canceled');
    expect(bed.intents()).toEqual([]);
    expect(await bed.setting()).toMatchObject({ isOn: false, pause: null });
  });

  it('credits what was paid', async () => {
    await bed.turnOn();
    bed.stripe.failures.push('lost');
    await bed.checkUntilPutOff();
    await bed.person.data('PUT', '/billing/auto-top-up', { isOn: false });
    await bed.endLease();
    await bed.checkUntilStates('paid');
    expect(await bed.balance()).toBe('20.000');
  });
});
