import { SAVED_SEARCH } from '@heliograph/contract';
import type { search } from '@heliograph/proto';
import { isReadableName, readableNameRule } from '@heliograph/runtime';
import {
  checkIdentifiers,
  excerpt,
  isJsonObject,
  MAXIMUM_LISTED_FAULTS,
  readSavedQuery,
  type RequestFault,
} from '@heliograph/signal-search';
import { backendOf } from '../../../backends';
import type { GatewayContext } from '../../../context';
import type { Exchange } from '../../exchange';

/** What a body asks for; what is undefined was not given, and null takes away. Only good when there are no faults. */
export interface SavedSearchRequest {
  name: string | undefined;
  query: { query: Record<string, string>; filters: search.Filters } | undefined;
  webhookUrl: string | null | undefined;
  maxRecordsPerDay: number | null | undefined;
}

const FIELDS: ReadonlySet<string> = new Set(['name', 'query', 'webhook', 'maxRecordsPerDay']);
const WEBHOOK_FIELDS: ReadonlySet<string> = new Set(['url']);

/** Reads the body of a creation or a change, adding every fault. What the notifier has to know more for it checks itself. */
export async function readSavedSearchRequest(
  context: GatewayContext,
  exchange: Exchange,
  body: Readonly<Record<string, unknown>>,
  faults: RequestFault[],
): Promise<SavedSearchRequest> {
  refuseUnknown(body, FIELDS, '', faults);
  const { name, query, webhook, maxRecordsPerDay } = body;
  return {
    name: readName(name, faults),
    query: await readQuery(context, exchange, query, faults),
    webhookUrl: readWebhook(webhook, faults),
    maxRecordsPerDay: readMaximum(maxRecordsPerDay, faults),
  };
}

/** Names every member that an object should not have. */
export function refuseUnknown(
  given: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
  prefix: string,
  faults: RequestFault[],
): void {
  for (const name of Object.keys(given)) {
    if (known.has(name)) continue;
    if (faults.length >= MAXIMUM_LISTED_FAULTS) return;
    faults.push({
      code: 'unknown_parameter',
      parameter: `${prefix}${excerpt(name)}`,
      message: 'is not a field of this request',
    });
  }
}

function readName(name: unknown, faults: RequestFault[]): string | undefined {
  if (name === undefined) return undefined;
  const { nameLength } = SAVED_SEARCH;
  if (typeof name !== 'string' || name.trim() === '') {
    fault(faults, 'name', `must be a text of 1 to ${nameLength} characters, not blank`);
  } else if (!isReadableName(name, nameLength)) {
    fault(faults, 'name', readableNameRule(nameLength));
  } else {
    return name;
  }
  return undefined;
}

async function readQuery(
  context: GatewayContext,
  exchange: Exchange,
  query: unknown,
  faults: RequestFault[],
): Promise<SavedSearchRequest['query']> {
  if (query === undefined) return undefined;
  if (!isJsonObject(query)) {
    fault(faults, 'query', 'must be an object of parameters and their values');
    return undefined;
  }
  const { identifiers, ...read } = readSavedQuery(query, context.config.earliestActivityDate, faults);
  if (identifiers) {
    const { filterOptions } = backendOf(context, exchange);
    await checkIdentifiers(filterOptions, exchange.call(), identifiers, faults);
  }
  return read;
}

function readWebhook(webhook: unknown, faults: RequestFault[]): string | null | undefined {
  if (webhook === undefined || webhook === null) return webhook;
  if (!isJsonObject(webhook)) {
    fault(faults, 'webhook', 'must be an object with a url, or null');
    return undefined;
  }
  refuseUnknown(webhook, WEBHOOK_FIELDS, 'webhook.', faults);
  const { url } = webhook;
  if (typeof url === 'string') return url;
  fault(faults, 'webhook.url', 'must be a URL');
  return undefined;
}

function readMaximum(value: unknown, faults: RequestFault[]): number | null | undefined {
  if (value === undefined || value === null) return value;
  const { recordsPerDay } = SAVED_SEARCH;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= recordsPerDay) {
    return value;
  }
  fault(faults, 'maxRecordsPerDay', `must be a whole number from 1 to ${recordsPerDay}, or null`);
  return undefined;
}

function fault(faults: RequestFault[], parameter: string, message: string): void {
  faults.push({ code: 'invalid_parameter', parameter, message });
}
