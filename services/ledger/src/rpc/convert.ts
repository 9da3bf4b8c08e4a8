import { IDEMPOTENCY_KEY_RULE, isMonth, MONTH_RULE } from '@heliograph/contract';
import {
  Issues,
  isIdentifier,
  isOperationId,
  isText,
  isUuid,
  isUuidVersion7,
  IDENTIFIER_RULE,
} from '@heliograph/runtime';
import { ledger } from '@heliograph/proto';
import {
  MAXIMUM_MONTHLY_CAP,
  MAXIMUM_RECORDS,
  type Charge,
  type ChargedChannel,
  type Mode,
} from '../domain/charge';
import { MAXIMUM_CREDIT_MICROS, MAXIMUM_SUBSCRIPTION_RECORDS, recordsOfBalance } from '../domain/funds';
import { FINGERPRINT_BYTES, REPLAY_WINDOW_SECONDS, type KeyRequest } from '../domain/idempotency';
import { isContentType, isIdempotencyKey, isRequestId } from '../domain/identifiers';
import { MAXIMUM_BODY_BYTES, type StoredResponse } from '../domain/stored-response';
import type { Plan } from '../domain/plan';
import type { Allowance, Subscription, Usage } from '../domain/usage';
import { webAllowance } from '../domain/web-request';
import { planToResponse } from './plan-to-response';

const CHANNELS: ReadonlyMap<ledger.Channel, ChargedChannel> = new Map([
  [ledger.Channel.API, 'api'],
  [ledger.Channel.CLI, 'cli'],
]);

export const MODES: ReadonlyMap<ledger.Mode, Mode> = new Map([
  [ledger.Mode.UNSPECIFIED, ''],
  [ledger.Mode.KEYWORD, 'keyword'],
  [ledger.Mode.SEMANTIC, 'semantic'],
  [ledger.Mode.COUNT, 'count'],
]);

export const MODE_RULE = 'must be KEYWORD, SEMANTIC, COUNT, or unspecified';
export const REQUEST_ID_RULE = 'must be 1 to 128 visible ASCII characters';
const SHA256_BYTES = 32;
const MAXIMUM_ACCOUNTS = 100;
const KEY_RULE = `must be ${IDEMPOTENCY_KEY_RULE}`;
export const UUID_RULE = 'must be a UUID in lower case';
export const REASON_RULE = 'must be at most 500 characters without control characters';
/** The longest period ahead that an end or a time may lie. */
export const TEN_YEARS_MS = 10 * 366 * 24 * 60 * 60 * 1000;
export const NAME_RULE = 'must be 1 to 200 characters without control characters';

/** @throws ServiceError `invalid_parameter` */
export function accountFromRequest({ accountId }: { accountId: string }): string {
  const issues = new Issues();
  issues.require(isIdentifier(accountId), 'account_id', IDENTIFIER_RULE);
  issues.throwIfAny();
  return accountId;
}

/** @throws ServiceError `invalid_parameter` */
export function accountIdsFromRequest({ accountIds }: ledger.ListFundsRequest): readonly string[] {
  const issues = new Issues();
  const areIds = accountIds.length <= MAXIMUM_ACCOUNTS && accountIds.every(isIdentifier);
  issues.require(areIds, 'account_ids', `must be at most ${MAXIMUM_ACCOUNTS} ids of accounts`);
  issues.throwIfAny();
  return accountIds;
}

/** A charge whose response, if any, is not compressed yet. */
export type UncompressedCharge = Uncompressed<Charge>;

export type Uncompressed<Kind extends Pick<Charge, 'idempotency'>> = Omit<Kind, 'idempotency'> & {
  idempotency: { key: string; claim: string; response: StoredResponse } | undefined;
};

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function chargeFromRequest(
  request: ledger.ChargeRequest = ledger.ChargeRequest.create(),
  issues: Issues = new Issues(),
): UncompressedCharge {
  const channel = CHANNELS.get(request.channel);
  const mode = MODES.get(request.mode);
  issues.require(isUuidVersion7(request.eventId), 'event_id', 'must be a version 7 UUID in lower case');
  issues.require(isIdentifier(request.accountId), 'account_id', IDENTIFIER_RULE);
  issues.require(isIdentifier(request.credentialId), 'credential_id', IDENTIFIER_RULE);
  issues.require(channel !== undefined, 'channel', 'must be API or CLI');
  issues.require(mode !== undefined, 'mode', MODE_RULE);
  issues.require(isOperationId(request.operation), 'operation', 'must be an operation id');
  issues.require(request.records <= MAXIMUM_RECORDS, 'records', `must be at most ${MAXIMUM_RECORDS}`);
  issues.require(isRequestId(request.requestId), 'request_id', REQUEST_ID_RULE);
  const digest = request.answerSha256;
  issues.require(
    digest === undefined || digest.length === SHA256_BYTES,
    'answer_sha256',
    `must be ${SHA256_BYTES} bytes`,
  );
  checkCap(request.monthlyCapRecords, issues);
  const lineageId = request.lineageId || undefined;
  issues.require(lineageId === undefined || isIdentifier(lineageId), 'lineage_id', IDENTIFIER_RULE);
  const idempotency = request.idempotency && idempotencyFromRequest(request.idempotency, issues);
  issues.throwIfAny();
  const { eventId, accountId, credentialId, operation, records, requestId, monthlyCapRecords } = request;
  return {
    eventId,
    accountId,
    credentialId,
    channel: channel!,
    mode: mode!,
    operation,
    records,
    requestId,
    monthlyCapRecords,
    lineageId,
    answerSha256: digest?.toString('hex'),
    idempotency,
  };
}

function idempotencyFromRequest(
  result: ledger.IdempotencyResult,
  issues: Issues,
): UncompressedCharge['idempotency'] {
  const { idempotencyKey: key, claim, response } = result;
  issues.require(isIdempotencyKey(key), 'idempotency.idempotency_key', KEY_RULE);
  issues.require(isUuid(claim), 'idempotency.claim', UUID_RULE);
  if (!response) {
    issues.require(false, 'idempotency.response', 'must be set');
    return undefined;
  }
  const { status, contentType, body } = response;
  issues.require(status >= 200 && status < 300, 'idempotency.response.status', 'must be a 2xx status');
  issues.require(
    isContentType(contentType),
    'idempotency.response.content_type',
    'must be 1 to 255 ASCII characters',
  );
  // Charging without storing the response would charge a retry again, so it is refused before anything is taken.
  issues.require(
    body.length <= MAXIMUM_BODY_BYTES,
    'idempotency.response.body',
    `must be at most ${MAXIMUM_BODY_BYTES} bytes`,
  );
  return { key, claim, response: { status, contentType, body } };
}

/**
 * @param claim the token that will hold the key.
 * @throws ServiceError `invalid_parameter` naming every issue.
 */
export function keyRequestFromRequest(request: ledger.BeginRequest, claim: string): KeyRequest {
  const { credentialId, idempotencyKey: key, fingerprint, monthlyCapRecords, replaySeconds } = request;
  const issues = new Issues();
  issues.require(isIdentifier(credentialId), 'credential_id', IDENTIFIER_RULE);
  issues.require(isIdempotencyKey(key), 'idempotency_key', KEY_RULE);
  issues.require(
    fingerprint.length === FINGERPRINT_BYTES,
    'fingerprint',
    `must be ${FINGERPRINT_BYTES} bytes`,
  );
  issues.require(isUuid(claim), 'claim', UUID_RULE);
  issues.require(
    replaySeconds === undefined || (replaySeconds > 0 && replaySeconds <= REPLAY_WINDOW_SECONDS),
    'replay_seconds',
    `must be from 1 to ${REPLAY_WINDOW_SECONDS}`,
  );
  checkCap(monthlyCapRecords, issues);
  issues.throwIfAny();
  return { credentialId, key, fingerprint, monthlyCapRecords, claim, replaySeconds };
}

function checkCap(records: bigint | undefined, issues: Issues): void {
  issues.require(
    records === undefined || (records > 0n && records <= MAXIMUM_MONTHLY_CAP),
    'monthly_cap_records',
    `must be from 1 to ${MAXIMUM_MONTHLY_CAP}`,
  );
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkRelease(request: ledger.ReleaseRequest | ledger.KeepRequest): void {
  const issues = new Issues();
  issues.require(isIdentifier(request.credentialId), 'credential_id', IDENTIFIER_RULE);
  issues.require(isIdempotencyKey(request.idempotencyKey), 'idempotency_key', KEY_RULE);
  issues.require(isUuid(request.claim), 'claim', UUID_RULE);
  issues.throwIfAny();
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkUsageRequest(request: ledger.GetUsageRequest | ledger.ListCredentialUsageRequest): void {
  const issues = new Issues();
  issues.require(isIdentifier(request.accountId), 'account_id', IDENTIFIER_RULE);
  issues.require(request.month === '' || isMonth(request.month), 'month', MONTH_RULE);
  issues.throwIfAny();
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkCredit(request: ledger.CreditRequest): void {
  const issues = new Issues();
  issues.require(isIdentifier(request.accountId), 'account_id', IDENTIFIER_RULE);
  issues.require(
    request.micros > 0n && request.micros <= MAXIMUM_CREDIT_MICROS,
    'micros',
    `must be from 1 to ${MAXIMUM_CREDIT_MICROS}`,
  );
  issues.require(
    isText(request.reference, 200),
    'reference',
    'must be at most 200 characters without control characters',
  );
  issues.require(isReason(request.reason), 'reason', REASON_RULE);
  issues.require(
    !request.unlessDuplicateWithinSeconds || request.reference.startsWith('command:'),
    'unless_duplicate_within_seconds',
    'is for references that begin with "command:"',
  );
  issues.throwIfAny();
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function checkSubscription(request: ledger.StartSubscriptionRequest, now: number): void {
  const issues = new Issues();
  issues.require(isIdentifier(request.accountId), 'account_id', IDENTIFIER_RULE);
  issues.require(
    request.cliRecords > 0n && request.cliRecords <= MAXIMUM_SUBSCRIPTION_RECORDS,
    'cli_records',
    `must be from 1 to ${MAXIMUM_SUBSCRIPTION_RECORDS}`,
  );
  const periodEnd = Number(request.periodEnd);
  issues.require(
    periodEnd > now && periodEnd <= now + TEN_YEARS_MS,
    'period_end',
    'must be in the future, at most ten years from now',
  );
  issues.throwIfAny();
}

export function usageToResponse(usage: Usage): ledger.Usage {
  return {
    month: usage.month,
    requests: usage.requests,
    records: usage.records,
    byOperation: usage.byOperation,
    api: allowanceToResponse(usage.api),
    cli: allowanceToResponse(usage.cli),
    web: webAllowance(usage.webSearches),
    balanceMicros: usage.balanceMicros,
    balanceRecords: recordsOfBalance(usage.balanceMicros),
    subscription: usage.subscription && subscriptionToResponse(usage.subscription, usage.plan),
    prepaidUse: usage.prepaidUse,
    plan: usage.plan && planToResponse(usage.plan),
  };
}

/**
 * @param plan if it paid for these records, its billing period is reported: they begin when its payment arrives, and
 *   last until its renewal has had time to.
 */
export function subscriptionToResponse(subscription: Subscription, plan?: Plan): ledger.Subscription {
  const period = plan?.period;
  const isOfPlan = Number(period?.allowanceEndsAt) === Number(subscription.endsAt);
  const { startsAt, endsAt } = period && isOfPlan ? period : subscription;
  return {
    periodStart: startsAt,
    periodEnd: endsAt,
    cli: allowanceToResponse(subscription.cli),
  };
}

function allowanceToResponse({ granted, remaining }: Allowance): ledger.Allowance {
  return { granted, used: granted - remaining, remaining };
}

export const isReason = (text: string): boolean => isText(text, 500);
/** What a provider calls a customer, a card, or a payment. */
export const isName = (text: string): boolean => text !== '' && isText(text, 200);
