import { JSON_CONTENT_TYPE } from '@heliograph/edge';
import type { ledger } from '@heliograph/proto';
import {
  retryUnavailable,
  ServiceError,
  toServiceError,
  uuidv7,
  type OutgoingCall,
} from '@heliograph/runtime';
import { createHash } from 'node:crypto';
import { backendOf } from '../backends';
import type { LedgerClient } from '../clients';
import type { GatewayContext } from '../context';
import type { Exchange } from '../http/exchange';
import { isOutcomeUnknown } from './is-outcome-unknown';
import type { Claim, MeteredRequest, MeteredResult } from './metered-request';

const OK = 200;
const ATTEMPT_MS = 2_000;
const LARGE_BODY_BYTES = 1024 * 1024;
/** An immediate retry after an unconfirmed charge would mostly fail the same way. */
const UNCONFIRMED_RETRY_SECONDS = 2;

/** What a charge is for. */
interface Chargeable {
  request: MeteredRequest;
  result: MeteredResult;
  claim: Claim | undefined;
}

/** A charge, and what is left after it. */
interface Charged {
  chargedRecords: number;
  remainingRecords: bigint;
  /** Undefined for test keys, and for a ledger version without receipts. */
  receipt?: string | undefined;
  /** Left of the request's budget, if it has one. */
  budgetRemainingRecords?: bigint;
}

/**
 * Charges a result. Without a claim, a charge that failed and may still be taken is voided.
 *
 * @throws ServiceError
 */
export async function chargeOrVoid(
  context: GatewayContext,
  exchange: Exchange,
  chargeable: Chargeable,
): Promise<Charged> {
  const { request, result, claim } = chargeable;
  const { accountId, credentialId } = exchange.credential!;
  const { ledger: client, voids } = backendOf(context, exchange);
  // One id for all attempts: the ledger takes the records once, however often it is called.
  const eventId = uuidv7();
  const charge = chargeOf(exchange, chargeable, eventId);
  let attempts = 0;
  try {
    return await retryUnavailable(
      (timeoutMs) => {
        attempts += 1;
        return send(client, charge, chargeable, exchange.call(timeoutMs));
      },
      {
        totalMs: context.config.chargeTimeoutMs,
        // A large stored response takes time: sending it again would only take longer.
        attemptMs: claim && result.body.length > LARGE_BODY_BYTES ? Infinity : ATTEMPT_MS,
      },
    );
  } catch (error) {
    const isUnknown = isOutcomeUnknown(error);
    // A verdict on a repeated attempt says nothing about the previous attempt, which may still be taken.
    if (!claim && (isUnknown || attempts > 1))
      await voids.void({ eventId, accountId, credentialId }, (timeoutMs) => exchange.call(timeoutMs));
    if (isUnknown) throw unconfirmed(context, error, claim !== undefined);
    context.metrics.chargeRefused();
    if (toServiceError(error).code === 'budget_reached')
      context.metrics.budgetReached(request.bounds.budget ? 'budget' : 'maximum');
    else context.funds.forget(credentialId);
    throw error;
  }
}

function chargeOf(
  exchange: Exchange,
  { request, result, claim }: Chargeable,
  eventId: string,
): ledger.ChargeRequest {
  const { accountId, credentialId, monthlyCapRecords, lineageId } = exchange.credential!;
  return {
    eventId,
    accountId,
    credentialId,
    channel: exchange.of!.channel,
    operation: request.operation,
    mode: result.mode,
    records: result.records,
    requestId: exchange.requestId,
    monthlyCapRecords,
    lineageId,
    answerSha256: createHash('sha256').update(result.body).digest(),
    idempotency: claim && {
      ...claim,
      response: { status: OK, contentType: JSON_CONTENT_TYPE, body: result.body },
    },
  };
}

/** One attempt: by signal, within the request's budget, or neither. */
async function send(
  client: LedgerClient,
  charge: ledger.ChargeRequest,
  { request: { bounds }, result }: Chargeable,
  call: OutgoingCall,
): Promise<Charged> {
  const { budget, maximumRecords: maxRecords } = bounds;
  if (result.signalIds) {
    const signalIds = [...result.signalIds];
    return client.chargeSignals({ charge, signalIds, budget, maxRecords }, call);
  }
  const left = await (budget
    ? client.chargeWithinBudget({ charge, budget }, call)
    : client.charge(charge, call));
  return { ...left, chargedRecords: result.records };
}

function unconfirmed(context: GatewayContext, cause: unknown, hasKey: boolean): ServiceError {
  context.metrics.chargeUnconfirmed();
  const advice = hasKey
    ? 'Retry with the same Idempotency-Key: it is charged at most once.'
    : 'It is voided if it went through. Retry, preferably with an Idempotency-Key.';
  return new ServiceError('unavailable', `The charge of this request could not be confirmed. ${advice}`, {
    cause,
    retryAfterSeconds: UNCONFIRMED_RETRY_SECONDS,
  });
}
