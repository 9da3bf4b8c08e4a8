import {
  costText,
  DAILY_TEST_RECORDS,
  groupDigits,
  overMaximumText,
  WITHOUT_TEST_RECORDS,
} from '@heliograph/contract';
import type { ledger } from '@heliograph/proto';
import { ServiceError, type CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import type { Charge, ChargedKeys, ChargeOutcome } from '../domain/charge';
import type { SignalCharge } from '../domain/signal-charge';
import { encodeResponse } from '../domain/stored-response';
import { budgetLeft } from '../domain/budget';
import { chargeFromRequest, type UncompressedCharge } from './convert';

/**
 * Charges one data request. The response comes after the commit: if the process dies before it, nothing was taken, and
 * a charge repeated with the same event id returns the first outcome.
 *
 * @throws ServiceError `insufficient_records`; `key_cap_reached`; `idempotency_in_progress` when the charge's claim no
 *   longer holds the key (a retry will find the request that took it over, or its stored response); `unavailable` when
 *   nothing was committed, or when that is unknown because the database went away.
 */
export async function charge(
  context: Context,
  request: ledger.ChargeRequest,
  call: CallContext,
  keys: ChargedKeys = 'live',
): Promise<ledger.ChargeResponse> {
  const { remainingRecords, receipt } = await settle(context, chargeFromRequest(request), call, keys);
  return { remainingRecords, receipt };
}

/**
 * Charges a request.
 *
 * @throws ServiceError as {@link charge}; `budget_reached`.
 */
export async function settle(
  { charges, testCharges }: Context,
  asked: UncompressedCharge,
  call: CallContext,
  keys: ChargedKeys,
): Promise<ChargeOutcome> {
  const item: Charge = await withEncodedResponse(asked);
  const outcome = await (keys === 'test' ? testCharges : charges).submit(item, call.deadline);
  refuseUncharged(item, outcome, keys);
  return outcome;
}

/** A charge with its response in stored form. */
export async function withEncodedResponse<Kind extends Pick<UncompressedCharge, 'idempotency'>>({
  idempotency,
  ...rest
}: Kind): Promise<Omit<Kind, 'idempotency'> & Pick<Charge, 'idempotency'>> {
  return {
    ...rest,
    idempotency: idempotency && { ...idempotency, response: await encodeResponse(idempotency.response) },
  };
}

/** The parts of a charge that the text of a refusal needs. */
type Refused = Pick<Charge, 'channel' | 'records' | 'budget' | 'monthlyCapRecords'> &
  Partial<Pick<SignalCharge, 'maximumRecords'>>;

/** @throws ServiceError if nothing was charged, now or before. */
export function refuseUncharged(item: Refused, outcome: ChargeOutcome, keys: ChargedKeys): void {
  const insufficient = keys === 'test' ? insufficientTestText : insufficientText;
  switch (outcome.verdict) {
    case 'charged':
    case 'repeated':
      return;
    case 'insufficient':
      throw new ServiceError('insufficient_records', insufficient(item, outcome.remainingRecords));
    case 'cap_reached':
      throw new ServiceError('key_cap_reached', capText(item, outcome));
    case 'budget_reached':
      throw new ServiceError('budget_reached', budgetText(item, outcome));
    case 'over_maximum':
      throw new ServiceError('budget_reached', overMaximumText(item.records, item.maximumRecords!));
    case 'claim_lost':
      throw new ServiceError(
        'idempotency_in_progress',
        'This request no longer holds its Idempotency-Key. Try again with the same key.',
        { retryAfterSeconds: outcome.retryAfterSeconds },
      );
    case 'reused':
      throw new ServiceError(
        'invalid_parameter',
        'The event id belongs to another charge, or its charge was voided.',
        {
          issues: [{ parameter: 'event_id', message: 'belongs to another charge, or one that was voided' }],
        },
      );
  }
}

function capText(item: Refused, { monthUsedRecords }: ChargeOutcome): string {
  return `${costText(item.records)}, and this key has used ${monthUsedRecords} of the ${item.monthlyCapRecords} records it may use this UTC month. Ask for fewer, use another key, or have its monthly cap raised.`;
}

function budgetText(item: Refused, { budgetUsedRecords: used }: ChargeOutcome): string {
  const { id, records } = item.budget!;
  const left = budgetLeft(item.budget!, used);
  const advice = left > 0n ? `Ask for at most ${left} with "limit", or raise` : 'Raise';
  return `${costText(item.records)}, and ${used} of the ${records} records of the budget "${id}" are used. ${advice} X-Budget-Records.`;
}

function insufficientText(item: Refused, remaining: bigint): string {
  const needed = costText(item.records);
  return item.channel === 'api'
    ? `${needed}, and the account's API records and prepaid balance pay for ${remaining}. Top up the balance, or ask for fewer.`
    : `${needed}, and ${remaining} are left for the command line. Ask for fewer, or see Billing in the dashboard: subscribe where available, or use the prepaid balance.`;
}

function insufficientTestText(item: Refused, remaining: bigint): string {
  return `${costText(item.records)}, and ${remaining} of the ${groupDigits(DAILY_TEST_RECORDS)} test records of this UTC day are left. Ask for fewer, ${WITHOUT_TEST_RECORDS}.`;
}
