import { topUp } from '@heliograph/proto';
import { DECLINED_CARD, STRIPE_KEY } from '@heliograph/testing';
import { createPaymentProvider } from '../src/payments/create-provider';
import { AutoTopUps } from './support/auto-top-up';
import { call, configOf } from './support/dashboard';

let bed: AutoTopUps;
beforeAll(async () => {
  bed = await AutoTopUps.start();
});
afterAll(() => bed.stop());
beforeEach(() => bed.beginTest());

describe('a process that dies', () => {
  const lines = ['leased it', 'paid for it', 'credited it', 'settled it'] as const;

  it.each(lines)('after it %s costs nothing twice', async (last) => {
    await bed.turnOn();
    const [leased, ...more] = await bed.lease();
    expect(more).toEqual([]);
    const reached = lines.indexOf(last);
    if (reached >= 1) {
      const config = configOf(bed.dashboard.addresses, 1, {
        payments: { kind: 'stripe', secretKey: STRIPE_KEY, webhookSecret: 'x', apiUrl: bed.stripe.url },
      });
      const provider = await createPaymentProvider(config, { origin: bed.dashboard.url }, Date.now);
      expect(await provider.offSession!.buy(leased!, true)).toMatchObject({ outcome: 'paid' });
    }
    if (reached >= 2) expect(await bed.deliver('payment_intent.succeeded', bed.intents()[0]!)).toBe(200);
    if (reached >= 3) {
      const settled = { id: leased!.id, outcome: topUp.SettleTopUpRequest_Outcome.PAID, pause: 0 };
      expect(await bed.ledger.settleTopUp(settled, call)).toEqual({ settled: true });
    }
    await bed.endLease();
    await bed.checkUntilStates('paid');
    expect(bed.intents()).toHaveLength(1);
    expect(await bed.balance()).toBe('20.000');
    expect(await bed.lease()).toEqual([]);
  });
});

describe('a lost response from Stripe', () => {
  it.each(['lost', 'broken'] as const)('(%s) is looked up, not paid again', async (failure) => {
    await bed.turnOn();
    bed.stripe.failures.push(failure);
    await bed.checkUntilPutOff();
    expect(bed.intents()).toHaveLength(1);
    expect(await bed.balance()).toBe('0.000');
    await bed.endLease();
    await bed.checkUntilStates('paid');
    expect(bed.intents()).toHaveLength(1);
    expect(await bed.balance()).toBe('20.000');
  });

  it.each([[503], ['hang' as const]])('(%s) is requested again with the same key', async (failure) => {
    await bed.turnOn();
    bed.stripe.failures.push(failure);
    await bed.checkUntilPutOff();
    await bed.endLease();
    await bed.checkUntilStates('paid');
    const keys = bed.creations().map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(bed.intents()).toHaveLength(1);
  });

  it('that Stripe saved as a failure ends after an hour, and the next purchase has a new key', async () => {
    await bed.turnOn();
    bed.stripe.failures.push('saved');
    await bed.checkUntilPutOff();
    await bed.endLease('50 minutes');
    await bed.checkUntilPutOff();
    await bed.endLease('20 minutes');
    await bed.checkUntilStates('canceled', 'paid');
    expect(new Set(bed.creations().map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
    expect(await bed.balance()).toBe('20.000');
    expect(await bed.setting()).toMatchObject({ isOn: true, pause: null });
    // Stripe made the first payment after all.
    const late = { ...bed.intents()[0]!, id: 'pi_late' };
    expect(await bed.deliver('payment_intent.succeeded', late)).toBe(200);
    expect(await bed.balance()).toBe('40.000');
  });

  it('a day old is given up, because its key no longer protects it', async () => {
    await bed.turnOn();
    bed.stripe.failures.push(503);
    await bed.checkUntilPutOff();
    await bed.endLease('21 hours');
    await bed.checkUntilStates('failed');
    expect(bed.intents()).toEqual([]);
    expect(await bed.setting()).toMatchObject({ isOn: false, pause: 'unavailable' });
  });

  it('a day old is credited if it was paid', async () => {
    await bed.turnOn();
    bed.stripe.failures.push('lost');
    await bed.checkUntilPutOff();
    await bed.endLease('3 days');
    await bed.checkUntilStates('paid');
    expect(bed.creations()).toHaveLength(1);
    expect(await bed.balance()).toBe('20.000');
  });

  it('that was a decline is found', async () => {
    await bed.turnOn({}, DECLINED_CARD);
    bed.stripe.failures.push('lost');
    await bed.checkUntilPutOff();
    await bed.endLease();
    await bed.checkUntilStates('failed');
    expect(bed.intents()).toHaveLength(1);
    expect((await bed.setting()).pause).toBe('declined');
  });
});

describe('a payment that Stripe created but never confirmed', () => {
  const leaveUnconfirmed = async (changes: object) => {
    await bed.turnOn();
    bed.stripe.failures.push('broken');
    await bed.checkUntilPutOff();
    Object.assign(bed.intents()[0]!, { amount_received: 0, ...changes });
  };
  const intentStates = () => bed.intents().map(({ status }) => status);

  it.each([{ status: 'requires_confirmation' }, { status: 'requires_payment_method', payment_method: null }])(
    '($status) is canceled there and bought again',
    async (changes) => {
      await leaveUnconfirmed(changes);
      await bed.endLease('31 minutes');
      await bed.checkUntilStates('canceled', 'paid');
      expect(intentStates()).toEqual(['succeeded', 'canceled']);
      expect(await bed.balance()).toBe('20.000');
    },
  );

  it('(canceled by a process that died) is bought again', async () => {
    await leaveUnconfirmed({ status: 'canceled' });
    await bed.endLease('31 minutes');
    await bed.checkUntilStates('canceled', 'paid');
    expect((await bed.setting()).pause).toBeNull();
  });

  it('for a day turns top-ups off', async () => {
    await leaveUnconfirmed({ status: 'requires_confirmation' });
    await bed.endLease('21 hours');
    await bed.checkUntilStates('failed');
    expect(intentStates()).toEqual(['canceled']);
    expect(await bed.setting()).toMatchObject({ isOn: false, pause: 'unavailable' });
  });

  it('is credited if it was confirmed before it could be canceled', async () => {
    await leaveUnconfirmed({ amount_received: 2_000 });
    const states = ['requires_confirmation'];
    Object.defineProperty(bed.intents()[0]!, 'status', {
      enumerable: true,
      get: () => states.shift() ?? 'succeeded',
    });
    await bed.endLease();
    await bed.checkUntilPutOff();
    await bed.endLease();
    await bed.checkUntilStates('paid');
    expect(bed.intents()).toHaveLength(1);
    expect(await bed.balance()).toBe('20.000');
  });
});
