import { RECEIPT_HEADER } from '@heliograph/contract';
import { JSON_CONTENT_TYPE } from '@heliograph/edge';
import { ledger } from '@heliograph/proto';
import {
  responseTooLarge,
  MAXIMUM_RESPONSE_BYTES,
  ServiceError,
  toServiceError,
  uuidv7,
  isUnavailable,
  retryUnavailable,
} from '@heliograph/runtime';
import { createHash } from 'node:crypto';
import { backendOf } from '../backends';
import type { GatewayContext } from '../context';
import type { Credential } from '../credentials/credential-verifier';
import { fingerprintOfRequest } from '../domain/idempotency';
import { canonicalQuery, type Query } from '@heliograph/signal-search';
import type { CostBounds } from '../domain/cost-bounds';
import { fetchBudgetRemaining, requireWithinMaximum, setBudgetRemaining, addBudgetToRefusal } from './budget';
import { capLeft } from './cap-left';
import { isOutcomeUnknown } from './is-outcome-unknown';
import { sendCompressible } from '../http/compressed';
import type { Exchange } from '../http/exchange';
import { throwIfInvalid } from '../http/query';
import { slowDown } from '../http/test-outcome';
import { recentRecordsRemaining } from './records-remaining';
import { requireRecords } from './require-records';

const OK = 200;
const CHARGE_ATTEMPT_MS = 2_000;
const LARGE_BODY_BYTES = 1024 * 1024;
/** An immediate retry after an unconfirmed charge would mostly fail the same way. */
const UNCONFIRMED_RETRY_SECONDS = 2;
const BEGIN_ATTEMPT_MS = 2_000;
const BEGIN_TOTAL_MS = 4_000;

/** The result of a data request, before it is charged. */
export interface MeteredResult {
  body: Buffer;
  /** Its cost; for a result charged by signal, the ledger determines it. */
  records: number;
  mode: ledger.Mode;
  /** The signals to pay for unless paid for recently; absent if every record is paid for. */
  signalIds?: readonly string[];
  /** Nothing was found, and this does not even count as usage: idle feeds poll every half minute. */
  isUncharged?: boolean;
}

/** A charged operation, with what it takes to run or replay it. */
interface MeteredRequest {
  /** The operation's name in the ledger and in usage events. */
  operation: string;
  /** May have issues that it did not have when first sent; they refuse it unless a response is stored. */
  query: Query;
  /** '' without one. */
  idempotencyKey: string;
  bounds: CostBounds;
  /** Whether its result never costs records, like a count. */
  isFree: boolean;
  /** Runs the request; its outcome is then charged, so `run` must not have charged it. */
  run: () => Promise<MeteredResult>;
}

interface Claim {
  idempotencyKey: string;
  claim: string;
}

/**
 * Runs a data request, charges it, and responds: nothing is returned without a charge, and nothing charged without a
 * response. With an Idempotency-Key the first success is stored with its charge and replayed from then on; every
 * failure frees the key, including a charge with an unknown outcome: a charge needs its claim, so either it was taken
 * and stays, and a retry replays its response, or it can no longer be taken. Without a key such a charge is voided.
 * Paid operations do not run for a credential without records.
 *
 * If this process dies before the charge, nothing was taken, and the ledger frees a claimed key within 60 s. If it dies
 * after the charge, a retry with the key gets the stored response; without a key the request is paid for and lost. That
 * includes dying between a charge that could not be confirmed and its void.
 *
 * @throws ServiceError
 */
export async function answerMetered(
  context: GatewayContext,
  exchange: Exchange,
  request: MeteredRequest,
): Promise<void> {
  let credential = exchange.credential!;
  let claim: Claim | undefined;
  if (request.idempotencyKey !== '') {
    claim = await beginOrReplay(context, exchange, credential, request);
    if (!claim) return;
  }
  try {
    throwIfInvalid(request.query);
    await slowDown(context, exchange);
    if (!request.isFree) await requireRecords(context, exchange);
    const result = await request.run();
    // A held request has been authenticated again.
    credential = exchange.credential!;
    // Only a corpus of an earlier version has records this large. Applies with a key, too: a retry gets the same
    // result.
    if (result.body.length > MAXIMUM_RESPONSE_BYTES) throw responseTooLarge();
    // A client that has gone is not charged. If it goes after this line, it is: its response was on the way.
    if (exchange.isAbandoned) throw new ServiceError('unavailable', 'The client closed the connection.');
    if (result.isUncharged) {
      if (claim) await release(context, exchange, credential, claim, true);
      await fetchBudgetRemaining(context, exchange, request.bounds.budget);
      return await sendData(exchange, result.body, 0, await recentRecordsRemaining(context, exchange));
    }
    if (!result.signalIds) requireWithinMaximum(context, request.bounds, result.records);
    const chargedFrom = performance.now();
    const left = await chargeOrVoid(context, exchange, credential, { request, result, claim });
    const seconds = (performance.now() - chargedFrom) / 1000;
    context.funds.note(credential.credentialId, left.remainingRecords);
    context.metrics.charged(exchange.channel, request.operation, left.chargedRecords, seconds);
    if (left.budgetRemainingRecords !== undefined) setBudgetRemaining(exchange, left.budgetRemainingRecords);
    setReceiptHeader(exchange, left.receipt);
    await sendData(exchange, result.body, left.chargedRecords, left.remainingRecords);
  } catch (error) {
    if (claim) await release(context, exchange, credential, claim, true);
    await addBudgetToRefusal(context, exchange, request.bounds.budget, error);
    throw error;
  }
}

/** @returns undefined if the request got an earlier response. */
async function beginOrReplay(
  context: GatewayContext,
  exchange: Exchange,
  credential: Credential,
  { idempotencyKey, query, bounds }: MeteredRequest,
): Promise<Claim | undefined> {
  const { credentialId, monthlyCapRecords } = credential;
  const { replaySeconds } = exchange;
  const fingerprint = fingerprintOfRequest('GET', exchange.path, canonicalQuery(query.values));
  // One claim for all attempts: if its confirmation was lost, we recognize it as ours.
  const claim = uuidv7();
  const begun = await retryUnavailable(
    (timeoutMs) =>
      backendOf(context, exchange).ledger.begin(
        { credentialId, idempotencyKey, fingerprint, monthlyCapRecords, claim, replaySeconds },
        exchange.call(timeoutMs),
      ),
    { totalMs: BEGIN_TOTAL_MS, attemptMs: BEGIN_ATTEMPT_MS, isUnwanted: () => exchange.isAbandoned },
  ).catch(async (error: unknown) => {
    if (isUnavailable(error)) {
      await release(context, exchange, credential, { idempotencyKey, claim }, false);
    }
    throw error;
  });
  const { NEW, REPLAY, CONFLICT, IN_PROGRESS } = ledger.BeginResponse_Outcome;
  switch (begun.outcome) {
    case NEW:
      return { idempotencyKey, claim: begun.claim };
    case REPLAY:
      await replay(context, exchange, credential, bounds, begun);
      return undefined;
    case CONFLICT:
      throw new ServiceError(
        'idempotency_conflict',
        'This Idempotency-Key was used for another request: the path or the query differs.',
      );
    case IN_PROGRESS:
      throw new ServiceError(
        'idempotency_in_progress',
        'The first request with this Idempotency-Key is still running.',
        {
          retryAfterSeconds: Math.max(1, begun.retryAfterSeconds),
        },
      );
    default:
      throw new Error(`unknown outcome ${begun.outcome} of Begin`);
  }
}

/** Sends a stored response. */
async function replay(
  context: GatewayContext,
  exchange: Exchange,
  credential: Credential,
  { budget }: CostBounds,
  { response, remainingRecords, receipt }: ledger.BeginResponse,
): Promise<void> {
  context.metrics.replayed();
  exchange.isReplayed = true;
  context.funds.note(credential.credentialId, remainingRecords);
  exchange.setHeader('Idempotency-Replayed', 'true');
  setReceiptHeader(exchange, receipt);
  await fetchBudgetRemaining(context, exchange, budget);
  await sendData(
    exchange,
    response?.body ?? Buffer.alloc(0),
    0,
    await remainingOf(context, exchange, credential, remainingRecords),
    response?.status,
    response?.contentType,
  );
}

/** A replay does not include the usage of other keys that share the cap, so the ledger is asked for it. */
async function remainingOf(
  context: GatewayContext,
  exchange: Exchange,
  credential: Credential,
  byOwnUse: bigint,
): Promise<bigint> {
  if (credential.lineageId === undefined) return byOwnUse;
  // The stored response is ready, so it is sent even if the figure cannot be had.
  const left = await capLeft(context, exchange, credential).catch(() => undefined);
  return left !== undefined && left < byOwnUse ? left : byOwnUse;
}

/** What is left after a charge. */
interface RecordsLeft {
  remainingRecords: bigint;
  chargedRecords: number;
  /** Undefined for test keys, and for a ledger version without receipts. */
  receipt?: string | undefined;
  /** Left of the request's budget, if it has one. */
  budgetRemainingRecords?: bigint;
}

/** What a charge is for. */
interface Chargeable {
  request: MeteredRequest;
  result: MeteredResult;
  claim: Claim | undefined;
}

/** Charges a result. Without a claim, a charge that failed and may still be taken is voided. */
async function chargeOrVoid(
  context: GatewayContext,
  exchange: Exchange,
  credential: Credential,
  chargeable: Chargeable,
): Promise<RecordsLeft> {
  const { request, claim } = chargeable;
  // One id for all attempts: the ledger takes the records once, however often it is called.
  const eventId = uuidv7();
  let attempts = 0;
  const onAttempt = () => (attempts += 1);
  try {
    return await charge(context, exchange, credential, { ...chargeable, eventId, onAttempt });
  } catch (error) {
    const isUnknown = isOutcomeUnknown(error);
    // A verdict on a repeated attempt says nothing about the previous attempt, which may still be taken.
    if (!claim && (isUnknown || attempts > 1)) await voidCharge(context, exchange, credential, eventId);
    if (isUnknown) throw unconfirmed(context, error, claim !== undefined);
    context.metrics.chargeRefused();
    if (toServiceError(error).code === 'budget_reached')
      context.metrics.budgetReached(request.bounds.budget ? 'budget' : 'maximum');
    else context.funds.forget(credential.credentialId);
    throw error;
  }
}

/** A charge that may take several attempts. */
interface ChargeAttempts extends Chargeable {
  eventId: string;
  onAttempt: () => void;
}

async function charge(
  context: GatewayContext,
  exchange: Exchange,
  credential: Credential,
  { eventId, request: { operation, bounds }, result, claim, onAttempt }: ChargeAttempts,
): Promise<RecordsLeft> {
  const charged: ledger.ChargeRequest = {
    eventId,
    accountId: credential.accountId,
    credentialId: credential.credentialId,
    channel: exchange.of!.channel,
    operation,
    mode: result.mode,
    records: result.records,
    requestId: exchange.requestId,
    monthlyCapRecords: credential.monthlyCapRecords,
    lineageId: credential.lineageId,
    answerSha256: createHash('sha256').update(result.body).digest(),
    idempotency: claim && {
      ...claim,
      response: { status: OK, contentType: JSON_CONTENT_TYPE, body: result.body },
    },
  };
  const { budget, maximumRecords: maxRecords } = bounds;
  const { ledger: client } = backendOf(context, exchange);
  return retryUnavailable<RecordsLeft>(
    async (timeoutMs) => {
      onAttempt();
      const call = exchange.call(timeoutMs);
      if (result.signalIds) {
        const signalIds = [...result.signalIds];
        return client.chargeSignals({ charge: charged, signalIds, budget, maxRecords }, call);
      }
      const left = await (budget
        ? client.chargeWithinBudget({ charge: charged, budget }, call)
        : client.charge(charged, call));
      return { ...left, chargedRecords: result.records };
    },
    {
      totalMs: context.config.chargeTimeoutMs,
      // A large stored response takes time: sending it again would only take longer.
      attemptMs: claim && result.body.length > LARGE_BODY_BYTES ? Infinity : CHARGE_ATTEMPT_MS,
    },
  );
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

function voidCharge(
  context: GatewayContext,
  exchange: Exchange,
  { accountId, credentialId }: Credential,
  eventId: string,
): Promise<void> {
  return backendOf(context, exchange).voids.void({ eventId, accountId, credentialId }, (timeoutMs) =>
    exchange.call(timeoutMs),
  );
}

function release(
  context: GatewayContext,
  exchange: Exchange,
  { credentialId }: Credential,
  claim: Claim,
  isClaimCertain: boolean,
): Promise<void> {
  return backendOf(context, exchange).releases.free(
    { credentialId, ...claim },
    (timeoutMs) => exchange.call(timeoutMs),
    isClaimCertain,
  );
}

function setReceiptHeader(exchange: Exchange, receipt: string | undefined): void {
  if (receipt === undefined) return;
  exchange.receipt = receipt;
  exchange.setHeader(RECEIPT_HEADER, receipt);
}

async function sendData(
  exchange: Exchange,
  body: Buffer,
  consumed: number,
  remaining: bigint,
  status: number = OK,
  contentType: string = JSON_CONTENT_TYPE,
): Promise<void> {
  exchange.records = consumed;
  exchange.setHeader('X-Records-Consumed', String(consumed));
  exchange.setHeader('X-Records-Remaining', String(remaining));
  exchange.setHeader('Cache-Control', 'no-store');
  await sendCompressible(exchange, status, contentType, body);
}
