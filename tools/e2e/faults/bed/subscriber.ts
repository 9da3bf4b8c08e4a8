import type { System } from '../../support/system';
import { makeAccount, makeKey } from './customers';
import { topicOf, WATCHED_WORD } from '../load/corpus';
import type { Credential } from '../load/good-client';
import { RECEIVER_FAULTS, type Receivers } from './receivers';

export interface SavedSearch {
  id: string;
  /** A word in the title of every signal that the search matches. */
  word: string;
}

/** An account that gets signals only by webhooks. */
export interface Subscriber extends Credential {
  savedSearches: SavedSearch[];
}

const DOLLARS = '100000';

/**
 * Saves a search for a separate topic per receiver, and one for all topics for the receiver that behaves: each signal
 * is delivered twice and paid for once.
 */
export async function makeSubscriber(system: System, receivers: Receivers): Promise<Subscriber> {
  const accountId = await makeAccount(system, DOLLARS);
  const credential = await makeKey(system, accountId, 'signals:read,searches:write');
  const savedSearches: SavedSearch[] = [];
  for (const [number, fault] of RECEIVER_FAULTS.entries()) {
    const word = fault === 'none' ? WATCHED_WORD : topicOf(number);
    const response = await fetch(`${system.url}/api/v1/saved-searches`, {
      method: 'POST',
      headers: { authorization: `Bearer ${credential.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: fault, query: { q: word }, webhook: { url: receivers.urlOf(fault) } }),
    });
    const { data } = (await response.json()) as { data?: { id: string; webhook: { secret: string } } };
    if (!data) throw new Error(`saving a search answered ${response.status}`);
    receivers.setSecret(fault, data.webhook.secret);
    savedSearches.push({ id: data.id, word });
  }
  return { ...credential, savedSearches };
}
