import { type notifier, search } from '@heliograph/proto';
import { randomUUID } from 'node:crypto';
import type { Owner, SavedSearchChanges } from '../../src/domain/saved-search';
import type { SavedSearchStore } from '../../src/storage/saved-search-store';
import { call, type NotifierClient } from './notifier';

/** A request for a new account's saved search, for all signals and without a webhook; override what matters. */
export function newSavedSearch(
  overrides: Partial<notifier.CreateSavedSearchRequest> = {},
): notifier.CreateSavedSearchRequest {
  return {
    accountId: randomUUID(),
    name: 'Funding in Germany',
    query: { q: 'raises' },
    filters: search.Filters.fromPartial({ q: 'raises' }),
    webhookUrl: undefined,
    maxRecordsPerDay: undefined,
    idempotencyKey: undefined,
    credentialId: 'key-1',
    ...overrides,
  };
}

/** Creates a saved search. */
export async function create(
  client: NotifierClient,
  overrides: Partial<notifier.CreateSavedSearchRequest> = {},
): Promise<notifier.SavedSearch & { secret: string | undefined }> {
  const { savedSearch, secret } = await client.createSavedSearch(newSavedSearch(overrides), call);
  return { ...savedSearch!, secret };
}

/** A request that changes nothing; override what matters. */
export function changesOf(
  { id, accountId }: { id: string; accountId: string },
  overrides: Partial<notifier.UpdateSavedSearchRequest>,
): notifier.UpdateSavedSearchRequest {
  return {
    id,
    accountId,
    name: undefined,
    query: undefined,
    webhook: undefined,
    maxRecordsPerDay: undefined,
    ...overrides,
  };
}

/** A URL that a test's notifier accepts. */
export const WEBHOOK_URL = 'http://127.0.0.1:9/hook';

/** Stores a saved search with a webhook, for a new account. */
export async function store(savedSearches: SavedSearchStore): Promise<{ owner: Owner; id: string }> {
  const [owner, id] = [{ accountId: randomUUID(), isTest: false }, randomUUID()];
  const wanted = {
    name: 'News',
    query: {},
    filters: search.Filters.create(),
    maximumRecordsPerDay: undefined,
  };
  await savedSearches.create(owner, id, { ...wanted, webhookUrl: WEBHOOK_URL }, 'whsec_', undefined);
  return { owner, id };
}

export const NO_CHANGES: SavedSearchChanges = {
  name: undefined,
  query: undefined,
  webhookUrl: undefined,
  maximumRecordsPerDay: undefined,
};
