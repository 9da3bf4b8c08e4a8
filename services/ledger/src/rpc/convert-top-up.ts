import {
  AUTO_TOP_UP,
  MAXIMUM_TOP_UP_MICROS,
  MICROS_PER_DOLLAR,
  MINIMUM_TOP_UP_MICROS,
  type TopUpPause,
} from '@heliograph/contract';
import { topUp } from '@heliograph/proto';
import { Issues, isIdentifier, isUuid, IDENTIFIER_RULE } from '@heliograph/runtime';
import type { AutoTopUp, AutoTopUpChoice, SavedCard, TopUpResult } from '../domain/top-up';
import { isName, NAME_RULE, UUID_RULE } from './convert';

const PAUSES: ReadonlyMap<topUp.TopUpPause, TopUpPause> = new Map([
  [topUp.TopUpPause.DECLINED, 'declined'],
  [topUp.TopUpPause.AUTHENTICATION_REQUIRED, 'authentication_required'],
  [topUp.TopUpPause.UNAVAILABLE, 'unavailable'],
  [topUp.TopUpPause.REFUNDED, 'refunded'],
]);
const PAUSES_OF_RESPONSES = new Map([...PAUSES].map(([sent, pause]) => [pause, sent]));

const { PAID, FAILED, CANCELED, RETRY } = topUp.SettleTopUpRequest_Outcome;

/** @throws ServiceError `invalid_parameter` naming every issue. If turned off, any bounds are valid. */
export function choiceFromRequest(request: topUp.SetAutoTopUpRequest): AutoTopUpChoice {
  const { accountId, isOn, belowMicros, amountMicros, monthlyCapMicros } = request;
  const issues = new Issues();
  issues.require(isIdentifier(accountId), 'account_id', IDENTIFIER_RULE);
  const within = (name: string, micros: bigint, least: bigint, most: bigint) =>
    issues.require(
      (micros >= least || (!isOn && micros === 0n)) && micros <= most,
      name,
      `must be from ${least} to ${most}`,
    );
  const { minimumBelow, maximumBelow, maximumMonthlyCap } = AUTO_TOP_UP;
  within('below_micros', belowMicros, dollars(minimumBelow), dollars(maximumBelow));
  within('amount_micros', amountMicros, MINIMUM_TOP_UP_MICROS, MAXIMUM_TOP_UP_MICROS);
  within('monthly_cap_micros', monthlyCapMicros, isOn ? amountMicros : 0n, dollars(maximumMonthlyCap));
  issues.throwIfAny();
  return { isOn, belowMicros, amountMicros, monthlyCapMicros };
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function cardFromRequest(request: topUp.SaveCardRequest): SavedCard {
  const { accountId, customerId, paymentMethodId, card, savedAt } = request;
  const issues = new Issues();
  issues.require(isIdentifier(accountId), 'account_id', IDENTIFIER_RULE);
  issues.require(isName(customerId), 'customer_id', NAME_RULE);
  issues.require(isName(paymentMethodId), 'payment_method_id', NAME_RULE);
  issues.require(isName(card), 'card', NAME_RULE);
  issues.require(Number(savedAt) > 0, 'saved_at', 'must be a timestamp');
  issues.throwIfAny();
  return { accountId, customerId, paymentMethodId, card, savedAt: savedAt! };
}

/** @throws ServiceError `invalid_parameter` */
export function paymentMethodFromRequest({ paymentMethodId }: topUp.NoteCardDetachedRequest): string {
  const issues = new Issues();
  issues.require(isName(paymentMethodId), 'payment_method_id', NAME_RULE);
  issues.throwIfAny();
  return paymentMethodId;
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function removalFromRequest({
  accountId,
  customerId,
}: topUp.RemoveCardRequest): topUp.RemoveCardRequest {
  const issues = new Issues();
  issues.require(isIdentifier(accountId), 'account_id', IDENTIFIER_RULE);
  issues.require(isName(customerId), 'customer_id', NAME_RULE);
  issues.throwIfAny();
  return { accountId, customerId };
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function resultFromRequest(request: topUp.SettleTopUpRequest): { id: string; result: TopUpResult } {
  const { id, outcome } = request;
  const pause = PAUSES.get(request.pause);
  const issues = new Issues();
  issues.require(isUuid(id), 'id', UUID_RULE);
  issues.require(
    [PAID, FAILED, CANCELED, RETRY].includes(outcome),
    'outcome',
    'must be PAID, FAILED, CANCELED or RETRY',
  );
  issues.require((outcome === FAILED) === (pause !== undefined), 'pause', 'must come with FAILED, only');
  issues.throwIfAny();
  if (pause) return { id, result: { state: 'failed', pause } };
  return { id, result: { state: outcome === PAID ? 'paid' : outcome === CANCELED ? 'canceled' : 'retry' } };
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function pauseFromRequest(request: topUp.PauseTopUpsRequest): TopUpPause {
  const pause = PAUSES.get(request.pause);
  const issues = new Issues();
  issues.require(pause !== undefined, 'pause', 'must be given');
  issues.throwIfAny();
  return pause!;
}

export function settingToResponse({ pause, ...setting }: AutoTopUp): topUp.AutoTopUp {
  return {
    ...setting,
    pause: (pause && PAUSES_OF_RESPONSES.get(pause)) ?? topUp.TopUpPause.UNSPECIFIED,
  };
}

const dollars = (whole: number) => BigInt(whole) * MICROS_PER_DOLLAR;
