import { RECEIPT_HEADER } from '@heliograph/contract';
import { JSON_CONTENT_TYPE, sendCompressible } from '@heliograph/edge';
import { ledger } from '@heliograph/proto';
import { responseTooLarge, MAXIMUM_RESPONSE_BYTES, ServiceError } from '@heliograph/runtime';
import { canonicalQuery } from '@heliograph/signal-search';
import type { GatewayContext } from '../context';
import type { Credential } from '../credentials/credential-verifier';
import { fingerprintOfRequest } from '../domain/idempotency';
import type { Exchange } from '../http/exchange';
import { throwIfInvalid } from '../http/query';
import { slowDown } from '../http/test-outcome';
import { fetchBudgetRemaining, requireWithinMaximum, setBudgetRemaining, addBudgetToRefusal } from './budget';
import { capLeft } from './cap-left';
import { chargeOrVoid } from './charge-or-void';
import { beginWithKey, keyConflict, releaseClaim } from './idempotency-keys';
import type { Claim, MeteredRequest, MeteredResult } from './metered-request';
import { recentRecordsRemaining, setRecords } from './records-remaining';
import { refusalWithoutRecords } from './refusal-without-records';

const OK = 200;

const { NEW, REPLAY, CONFLICT, IN_PROGRESS } = ledger.BeginResponse_Outcome;

/**
 * Runs a data request, charges it, and responds: nothing is returned without a charge, and nothing charged without a
 * response. With an Idempotency-Key the first success is stored with its charge and replayed from then on; every
 * failure frees the key, even if the charge's outcome is unknown (README.md, invariant 5). Without a key such a charge
 * is voided. Without records left, only what may find nothing runs, and only if it does is it answered.
 *
 * If this process dies before the charge, nothing was taken, and the ledger frees a claimed key within 60 s. If it dies
 * after the charge, a retry with the key gets the stored response; without a key the request is paid for and lost. That
 * includes dying between a charge that could not be confirmed and its void.
 *
 * @throws ServiceError
 */
export function answerMetered(
  context: GatewayContext,
  exchange: Exchange,
  request: MeteredRequest,
): Promise<void> {
  return new MeteredExchange(context, exchange, request).answer();
}

class MeteredExchange {
  constructor(
    private readonly context: GatewayContext,
    private readonly exchange: Exchange,
    private readonly request: MeteredRequest,
  ) {}

  async answer(): Promise<void> {
    const { context, exchange, request } = this;
    let claim: Claim | undefined;
    if (request.idempotencyKey !== '') {
      const begun = await this.begin();
      if (begun.outcome === REPLAY) return await this.replay(begun);
      claim = claimFrom(begun, request);
    }
    try {
      const result = await this.run();
      if (result.isUncharged) await this.sendUncharged(result, claim);
      else await this.chargeAndSend(result, claim);
    } catch (error) {
      if (claim) await this.release(claim, true);
      await addBudgetToRefusal(context, exchange, request.bounds.budget, error);
      throw error;
    }
  }

  /** The latest: a held request is authenticated again while it runs. */
  private get credential(): Credential {
    return this.exchange.credential!;
  }

  private begin(): Promise<ledger.BeginResponse> {
    const { context, exchange } = this;
    const { idempotencyKey, query } = this.request;
    const fingerprint = fingerprintOfRequest('GET', exchange.path, canonicalQuery(query.values));
    return beginWithKey(context, exchange, idempotencyKey, fingerprint);
  }

  /** Sends a stored response. */
  private async replay({ response, remainingRecords, receipt }: ledger.BeginResponse): Promise<void> {
    const { context, exchange } = this;
    context.metrics.replayed();
    exchange.isReplayed = true;
    context.funds.note(this.credential.credentialId, remainingRecords);
    exchange.setHeader('Idempotency-Replayed', 'true');
    setReceiptHeader(exchange, receipt);
    await fetchBudgetRemaining(context, exchange, this.request.bounds.budget);
    await sendData(
      exchange,
      response?.body ?? Buffer.alloc(0),
      0,
      await this.remainingOfReplay(remainingRecords),
      response?.status,
      response?.contentType,
    );
  }

  /** A replay does not include the usage of other keys that share the cap, so the ledger is asked for it. */
  private async remainingOfReplay(byOwnUse: bigint): Promise<bigint> {
    const { context, exchange, credential } = this;
    if (credential.lineageId === undefined) return byOwnUse;
    // The stored response is ready, so it is sent even if the figure is unavailable.
    const left = await capLeft(context, exchange, credential).catch(() => undefined);
    return left !== undefined && left < byOwnUse ? left : byOwnUse;
  }

  /** Checks the request, runs it, and checks its result. */
  private async run(): Promise<MeteredResult> {
    const { context, exchange, request } = this;
    throwIfInvalid(request.query);
    await slowDown(context, exchange);
    const refusal = request.isFree ? undefined : await refusalWithoutRecords(context, exchange);
    if (refusal && !request.mayFindNothing) throw this.withoutCharge(refusal);
    const result = await request.run();
    if (refusal && result.records > 0) throw this.withoutCharge(refusal);
    // Only a corpus of an earlier version has records this large. Applies with a key, too: a retry gets the same
    // result.
    if (result.body.length > MAXIMUM_RESPONSE_BYTES) throw responseTooLarge();
    // A client that has disconnected is not charged. If it disconnects after this line, it is: its response was on the
    // way.
    if (exchange.isAbandoned) throw new ServiceError('unavailable', 'The client closed the connection.');
    return result;
  }

  private withoutCharge(refusal: ServiceError): ServiceError {
    this.context.metrics.chargeNotBegun();
    return refusal;
  }

  private async sendUncharged(result: MeteredResult, claim: Claim | undefined): Promise<void> {
    const { context, exchange, request } = this;
    if (claim) await this.release(claim, true);
    await fetchBudgetRemaining(context, exchange, request.bounds.budget);
    await sendData(exchange, result.body, 0, await recentRecordsRemaining(context, exchange));
  }

  private async chargeAndSend(result: MeteredResult, claim: Claim | undefined): Promise<void> {
    const { context, exchange, request } = this;
    if (!result.signalIds) requireWithinMaximum(context, request.bounds, result.records);
    const chargedFrom = performance.now();
    const charged = await chargeOrVoid(context, exchange, { request, result, claim });
    const seconds = (performance.now() - chargedFrom) / 1000;
    context.funds.note(this.credential.credentialId, charged.remainingRecords);
    context.metrics.charged(exchange.channel, request.operation, charged.chargedRecords, seconds);
    if (charged.budgetRemainingRecords !== undefined)
      setBudgetRemaining(exchange, charged.budgetRemainingRecords);
    setReceiptHeader(exchange, charged.receipt);
    await sendData(exchange, result.body, charged.chargedRecords, charged.remainingRecords);
  }

  private release(claim: Claim, isClaimCertain: boolean): Promise<void> {
    const { context, exchange } = this;
    return releaseClaim(context, exchange, claim, isClaimCertain);
  }
}

/** @throws ServiceError if the key belongs to another request, or the first one is still running. */
function claimFrom(begun: ledger.BeginResponse, { idempotencyKey }: MeteredRequest): Claim {
  switch (begun.outcome) {
    case NEW:
      return { idempotencyKey, claim: begun.claim };
    case CONFLICT:
      throw keyConflict();
    case IN_PROGRESS:
      throw new ServiceError(
        'idempotency_in_progress',
        'The first request with this Idempotency-Key is still running. Try again shortly.',
        { retryAfterSeconds: Math.max(1, begun.retryAfterSeconds) },
      );
    default:
      throw new Error(`unknown outcome ${begun.outcome} of Begin`);
  }
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
  setRecords(exchange, consumed, remaining);
  exchange.setHeader('Cache-Control', 'no-store');
  await sendCompressible(exchange, status, contentType, body);
}
