import { issueWithWebhookUrlForm, SAVED_SEARCH } from '@heliograph/contract';
import type { notifier, search } from '@heliograph/proto';
import { isReadableName, readableNameRule, type OutgoingCall } from '@heliograph/runtime';
import { checkIdentifiers } from '../check-identifiers';
import { isJsonObject } from '../domain/bounded-json';
import { excerpt } from '../domain/characters';
import { MAXIMUM_LISTED_ISSUES, type RequestIssue } from '../domain/issues';
import { readSavedQuery } from '../domain/saved-query';
import type { FilterOptionsCache } from '../filter-options/filter-options-cache';

/** A parsed body: undefined members were absent, and null removes. Valid only without issues. */
export interface SavedSearchRequest {
  name: string | undefined;
  query: { query: Record<string, string>; filters: search.Filters } | undefined;
  webhookUrl: string | null | undefined;
  maxRecordsPerDay: number | null | undefined;
}

/** What checking a saved search needs. */
export interface SavedSearchChecks {
  filterOptions: FilterOptionsCache;
  /** Call options for fetching the filter options. */
  call: OutgoingCall;
  /** `YYYY-MM-DD` */
  earliestActivityDate: string;
}

const FIELDS: ReadonlySet<string> = new Set(['name', 'query', 'webhook', 'maxRecordsPerDay']);
const WEBHOOK_FIELDS: ReadonlySet<string> = new Set(['url']);

/** Parses the body of a create or update, adding every issue. The notifier checks what only it can know. */
export async function readSavedSearchRequest(
  checks: SavedSearchChecks,
  body: Readonly<Record<string, unknown>>,
  issues: RequestIssue[],
): Promise<SavedSearchRequest> {
  refuseUnknown(body, FIELDS, '', issues);
  const { name, query, webhook, maxRecordsPerDay } = body;
  return {
    name: readName(name, issues),
    query: await readQuery(checks, query, issues),
    webhookUrl: readWebhook(webhook, issues),
    maxRecordsPerDay: readMaximum(maxRecordsPerDay, issues),
  };
}

/** Reports every unexpected member of an object. */
export function refuseUnknown(
  given: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
  prefix: string,
  issues: RequestIssue[],
): void {
  for (const name of Object.keys(given)) {
    if (known.has(name)) continue;
    if (issues.length >= MAXIMUM_LISTED_ISSUES) return;
    issues.push({
      code: 'unknown_parameter',
      parameter: `${prefix}${excerpt(name)}`,
      message: 'is not a field of this request',
    });
  }
}

/** The message for an update: absent members stay, and null removes. */
export function updateOf(
  owner: { accountId: string; id: string },
  { name, query, webhookUrl, maxRecordsPerDay }: SavedSearchRequest,
): notifier.UpdateSavedSearchRequest {
  return {
    ...owner,
    name,
    query,
    webhook: webhookUrl === undefined ? undefined : { url: webhookUrl ?? undefined },
    maxRecordsPerDay: maxRecordsPerDay === undefined ? undefined : { value: maxRecordsPerDay ?? undefined },
  };
}

/**
 * The message for a create, adding an issue for each missing part. Valid only without issues.
 *
 * @param body what `wanted` was parsed from.
 */
export function creationOf(
  accountId: string,
  body: Readonly<Record<string, unknown>>,
  wanted: SavedSearchRequest,
  issues: RequestIssue[],
): notifier.CreateSavedSearchRequest {
  for (const parameter of ['name', 'query'] as const)
    if (body[parameter] === undefined) issue(issues, parameter, 'is required');
  return {
    accountId,
    name: wanted.name ?? '',
    query: wanted.query?.query ?? {},
    filters: wanted.query?.filters,
    webhookUrl: wanted.webhookUrl ?? undefined,
    maxRecordsPerDay: wanted.maxRecordsPerDay ?? undefined,
    idempotencyKey: undefined,
    credentialId: undefined,
  };
}

function readName(name: unknown, issues: RequestIssue[]): string | undefined {
  if (name === undefined) return undefined;
  const { nameLength } = SAVED_SEARCH;
  if (typeof name !== 'string' || name.trim() === '') {
    issue(issues, 'name', `must be a text of 1 to ${nameLength} characters, not blank`);
  } else if (!isReadableName(name, nameLength)) {
    issue(issues, 'name', readableNameRule(nameLength));
  } else {
    return name;
  }
  return undefined;
}

async function readQuery(
  { filterOptions, call, earliestActivityDate }: SavedSearchChecks,
  query: unknown,
  issues: RequestIssue[],
): Promise<SavedSearchRequest['query']> {
  if (query === undefined) return undefined;
  if (!isJsonObject(query)) {
    issue(issues, 'query', 'must be an object of parameters and their values');
    return undefined;
  }
  const { identifiers, ...read } = readSavedQuery(query, earliestActivityDate, issues);
  if (identifiers) await checkIdentifiers(filterOptions, call, identifiers, issues);
  return read;
}

function readWebhook(webhook: unknown, issues: RequestIssue[]): string | null | undefined {
  if (webhook === undefined || webhook === null) return webhook;
  if (!isJsonObject(webhook)) {
    issue(issues, 'webhook', 'must be an object with a url, or null');
    return undefined;
  }
  refuseUnknown(webhook, WEBHOOK_FIELDS, 'webhook.', issues);
  const { url } = webhook;
  if (typeof url !== 'string') {
    issue(issues, 'webhook.url', 'must be a URL');
    return undefined;
  }
  // Only the notifier knows which hosts are allowed, and which over http.
  const wrong = issueWithWebhookUrlForm(url, URL.canParse(url) ? new URL(url) : undefined);
  if (wrong !== undefined) issue(issues, 'webhook.url', wrong);
  return url;
}

function readMaximum(value: unknown, issues: RequestIssue[]): number | null | undefined {
  if (value === undefined || value === null) return value;
  const { recordsPerDay } = SAVED_SEARCH;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= recordsPerDay) {
    return value;
  }
  issue(issues, 'maxRecordsPerDay', `must be a whole number from 1 to ${recordsPerDay}, or null`);
  return undefined;
}

function issue(issues: RequestIssue[], parameter: string, message: string): void {
  issues.push({ code: 'invalid_parameter', parameter, message });
}
