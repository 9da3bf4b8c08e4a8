import {
  IDEMPOTENCY_KEY,
  IDEMPOTENCY_KEY_RULE,
  SAVED_SEARCH,
  SAVED_SEARCH_ID,
  type SavedSearchState,
} from '@heliograph/contract';
import { notifier, search } from '@heliograph/proto';
import { Issues, isReadableName, readableNameRule, ServiceError } from '@heliograph/runtime';
import { createHash } from 'node:crypto';
import type {
  NewSavedSearch,
  Owner,
  SavedQuery,
  SavedSearch,
  SavedSearchChanges,
} from '../domain/saved-search';
import { issueWithWebhookUrl } from '../domain/webhook-url';
import type { Idempotency } from '../storage/saved-search-store';

const STATE_NUMBERS: Record<SavedSearchState, notifier.SavedSearchState> = {
  active: notifier.SavedSearchState.ACTIVE,
  failing: notifier.SavedSearchState.FAILING,
  waiting_for_records: notifier.SavedSearchState.WAITING_FOR_RECORDS,
};

/** The owner of the saved searches that a call is about. @throws ServiceError `invalid_parameter`. */
export function ownerFromRequest({ accountId }: { accountId: string }, isTest: boolean): Owner {
  const issues = new Issues();
  issues.require(SAVED_SEARCH_ID.test(accountId), 'account_id', 'must be the id of an account');
  issues.throwIfAny();
  return { accountId, isTest };
}

/** A malformed id matches nothing. @throws ServiceError `not_found`. */
export function idFromRequest(id: string): string {
  if (SAVED_SEARCH_ID.test(id)) return id;
  throw noSuchSavedSearch();
}

export const noSuchSavedSearch = (): ServiceError =>
  new ServiceError('not_found', 'There is no such saved search.');

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function newSavedSearchFromRequest(
  request: notifier.CreateSavedSearchRequest,
  allowedHosts: readonly string[],
): { wanted: NewSavedSearch; idempotency: Idempotency | undefined } {
  const issues = new Issues();
  const { name, query, filters, webhookUrl, maxRecordsPerDay } = request;
  requireName(issues, name);
  if (webhookUrl !== undefined) requireUrl(issues, webhookUrl, allowedHosts);
  if (maxRecordsPerDay !== undefined) requireMaximum(issues, maxRecordsPerDay);
  requireKey(issues, request);
  issues.throwIfAny();
  const wanted = {
    name,
    ...savedQuery(query, filters),
    webhookUrl,
    maximumRecordsPerDay: maxRecordsPerDay,
  };
  const key = keyOf(request);
  return { wanted, idempotency: key === undefined ? undefined : { key, hash: hashOf(wanted) } };
}

type KeyedRequest = Pick<notifier.RotateSecretRequest, 'idempotencyKey' | 'credentialId'>;

/** The credential's id and its key; undefined without a key. @throws ServiceError `invalid_parameter`. */
export function keyFromRequest(request: KeyedRequest): string | undefined {
  const issues = new Issues();
  requireKey(issues, request);
  issues.throwIfAny();
  return keyOf(request);
}

/** @throws ServiceError `invalid_parameter` naming every issue. */
export function changesFromRequest(
  { name, query, webhook, maxRecordsPerDay }: notifier.UpdateSavedSearchRequest,
  allowedHosts: readonly string[],
): SavedSearchChanges {
  const issues = new Issues();
  if (name !== undefined) requireName(issues, name);
  if (webhook?.url !== undefined) requireUrl(issues, webhook.url, allowedHosts);
  if (maxRecordsPerDay?.value !== undefined) requireMaximum(issues, maxRecordsPerDay.value);
  issues.throwIfAny();
  return {
    name,
    query: query && savedQuery(query.query, query.filters),
    webhookUrl: webhook && (webhook.url ?? null),
    maximumRecordsPerDay: maxRecordsPerDay && (maxRecordsPerDay.value ?? null),
  };
}

export function savedSearchToResponse(savedSearch: SavedSearch): notifier.SavedSearch {
  const { id, accountId, name, query, filters, webhook, maximumRecordsPerDay, state, failure, createdAt } =
    savedSearch;
  return {
    id,
    accountId,
    name,
    query: { ...query },
    filters,
    webhook,
    maxRecordsPerDay: maximumRecordsPerDay,
    state: STATE_NUMBERS[state],
    createdAt,
    failure,
  };
}

function savedQuery(query: Record<string, string>, filters: search.Filters | undefined): SavedQuery {
  return { query, filters: filters ?? search.Filters.create() };
}

function requireKey(issues: Issues, { idempotencyKey }: KeyedRequest): void {
  const isKey = idempotencyKey === undefined || IDEMPOTENCY_KEY.test(idempotencyKey);
  issues.require(isKey, 'idempotency_key', `must be ${IDEMPOTENCY_KEY_RULE}`);
}

const keyOf = ({ idempotencyKey, credentialId }: KeyedRequest): string | undefined =>
  idempotencyKey === undefined ? undefined : `${credentialId ?? ''}:${idempotencyKey}`;

function requireName(issues: Issues, name: string): void {
  issues.require(name.trim() !== '', 'name', 'must not be blank');
  issues.require(
    isReadableName(name, SAVED_SEARCH.nameLength),
    'name',
    readableNameRule(SAVED_SEARCH.nameLength),
  );
}

function requireUrl(issues: Issues, url: string, allowedHosts: readonly string[]): void {
  const issue = issueWithWebhookUrl(url, allowedHosts);
  issues.require(issue === undefined, 'webhook.url', issue ?? '');
}

function requireMaximum(issues: Issues, value: number): void {
  issues.require(
    value >= 1 && value <= SAVED_SEARCH.recordsPerDay,
    'maxRecordsPerDay',
    `must be a whole number from 1 to ${SAVED_SEARCH.recordsPerDay}`,
  );
}

/** Equal requests have equal hashes. */
function hashOf({ name, query, webhookUrl, maximumRecordsPerDay }: NewSavedSearch): Buffer {
  const parameters = Object.entries(query).sort(([left], [right]) => (left < right ? -1 : 1));
  const text = JSON.stringify([name, parameters, webhookUrl ?? null, maximumRecordsPerDay ?? null]);
  return createHash('sha256').update(text).digest();
}
