import { MICROS_PER_DOLLAR, type TopUpPause } from '@heliograph/contract';
import {
  autoTopUpBody,
  type AutoTopUp,
  type AutoTopUpBody,
  type TopUpStarted,
} from '@heliograph/dashboard-api';
import { identity, topUp } from '@heliograph/proto';
import { dollarsOfMicros, ServiceError } from '@heliograph/runtime';
import { actorOf } from '../../auth/session';
import type { DashboardContext } from '../../context';
import { ask, change } from '../ask';
import { endpoint, notFound } from '../endpoint';

const CONFLICT = 409;

const PAUSES: ReadonlyMap<topUp.TopUpPause, TopUpPause> = new Map([
  [topUp.TopUpPause.DECLINED, 'declined'],
  [topUp.TopUpPause.AUTHENTICATION_REQUIRED, 'authentication_required'],
  [topUp.TopUpPause.UNAVAILABLE, 'unavailable'],
  [topUp.TopUpPause.REFUNDED, 'refunded'],
]);

/** `GET /billing/auto-top-up` */
export const getAutoTopUp = endpoint({
  name: 'getAutoTopUp',
  async run({ context, exchange, signedIn: { account } }) {
    const setting = await ask(exchange, (call) =>
      context.clients.topUp.getAutoTopUp({ accountId: account.id }, call),
    );
    return autoTopUpRecord(context, setting);
  },
});

/** `PUT /billing/auto-top-up` */
export const setAutoTopUp = endpoint({
  name: 'setAutoTopUp',
  body: autoTopUpBody,
  async run({ context, exchange, signedIn, body }) {
    if (!context.payments.offSession) throw notFound('automatic top-up');
    const accountId = signedIn.account.id;
    const { topUp: topUps } = context.clients;
    const before = await ask(exchange, (call) => topUps.getAutoTopUp({ accountId }, call));
    const wanted = { accountId, ...choiceFromBody(body, before) };
    if (wanted.onlyIfOn && !before.isOn) throw turnedOff();
    // Logged first, because logging may be refused. Not logged: no-ops, and changes that will be refused for want of a
    // card.
    if (!isSame(before, wanted) && (before.card !== undefined || !wanted.isOn)) {
      await change(exchange, (call) =>
        context.clients.identity.recordAutoTopUp({ ...wanted, actor: actorOf(signedIn) }, call),
      );
    }
    // If the process dies before this line, the user sees a failure and sets it again. The call is safe to repeat: it
    // ends in the same state.
    return autoTopUpRecord(context, await change(exchange, (call) => topUps.setAutoTopUp(wanted, call)));
  },
});

/** `POST /billing/auto-top-up/card`: starts saving a card. The payment provider's message reports when it is saved. */
export const saveCard = endpoint({
  name: 'saveCard',
  async run({ context: { payments, metrics }, signedIn: { account, user } }) {
    if (!payments.offSession) throw notFound('automatic top-up');
    try {
      const request = { accountId: account.id, userId: user.id, email: user.email };
      const { checkoutUrl } = await payments.offSession.beginSavingCard(request);
      metrics.checkoutStarted('begun');
      return { checkoutUrl } satisfies TopUpStarted;
    } catch (error) {
      metrics.checkoutStarted('failed');
      throw error;
    }
  },
});

/**
 * `DELETE /billing/auto-top-up/card`: removes the card and turns automatic top-ups off.
 *
 * If the process dies after any line, the card stays visible until it can no longer be charged; removing it again
 * finishes the job.
 */
export const removeCard = endpoint({
  name: 'removeCard',
  async run({ context, exchange, signedIn }) {
    const { payments, clients } = context;
    if (!payments.offSession) throw notFound('automatic top-up');
    const accountId = signedIn.account.id;
    const { card, customerId, paymentMethodIds } = await change(exchange, (call) =>
      clients.topUp.beginCardRemoval({ accountId }, call),
    );
    for (const id of paymentMethodIds) await payments.offSession.removeCard(id);
    // Logged before the card is forgotten: a retry would no longer know it.
    if (card !== undefined) {
      const removed = {
        accountId,
        change: identity.RecordTopUpChangeRequest_Change.CARD_REMOVED,
        detail: card,
        deduplicationKey: `card-removed:${customerId}`,
        actor: actorOf(signedIn),
      };
      await change(exchange, (call) => clients.identity.recordTopUpChange(removed, call));
      await change(exchange, (call) => clients.topUp.removeCard({ accountId, customerId }, call));
    }
    const setting = await ask(exchange, (call) => clients.topUp.getAutoTopUp({ accountId }, call));
    return autoTopUpRecord(context, setting);
  },
});

function autoTopUpRecord({ payments }: DashboardContext, setting: topUp.AutoTopUp): AutoTopUp {
  const { isOn, belowMicros, amountMicros, monthlyCapMicros, monthMicros, card, pause } = setting;
  return {
    isAvailable: payments.offSession !== undefined,
    isOn,
    choice:
      amountMicros === 0n
        ? null
        : {
            balanceBelow: dollarsOf(belowMicros),
            amount: dollarsOf(amountMicros),
            monthlyCap: dollarsOf(monthlyCapMicros),
          },
    monthAmount: dollarsOfMicros(monthMicros),
    card: card ?? null,
    pause: PAUSES.get(pause) ?? null,
  };
}

function choiceFromBody(body: AutoTopUpBody, before: Choice): Choice & { onlyIfOn: boolean } {
  if (!body.isOn) {
    const { belowMicros, amountMicros, monthlyCapMicros } = before;
    return { isOn: false, onlyIfOn: false, belowMicros, amountMicros, monthlyCapMicros };
  }
  return {
    isOn: true,
    onlyIfOn: body.onlyIfOn ?? false,
    belowMicros: microsOf(body.balanceBelow),
    amountMicros: microsOf(body.amount),
    monthlyCapMicros: microsOf(body.monthlyCap),
  };
}

function turnedOff(): ServiceError {
  const text = 'Automatic top-up was turned off in the meantime. Turn it on to use these amounts.';
  return new ServiceError('invalid_parameter', text, { status: CONFLICT });
}

type Choice = Pick<topUp.AutoTopUp, 'isOn' | 'belowMicros' | 'amountMicros' | 'monthlyCapMicros'>;

const isSame = (one: Choice, other: Choice) =>
  one.isOn === other.isOn &&
  one.belowMicros === other.belowMicros &&
  one.amountMicros === other.amountMicros &&
  one.monthlyCapMicros === other.monthlyCapMicros;

const microsOf = (dollars: number) => BigInt(dollars) * MICROS_PER_DOLLAR;
const dollarsOf = (micros: bigint) => Number(micros / MICROS_PER_DOLLAR);
