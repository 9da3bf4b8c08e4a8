import type { SavedSearch } from '@heliograph/dashboard-api';
import { creationOf, savedSearchRecord } from '@heliograph/signal-search';
import { endpoint, refuse } from '../endpoint';
import { openBody } from './body';
import { readSavedSearchBody } from './read-body';

const CREATED = 201;

/** `POST /saved-searches`. Not retried: if the response was lost, a second one would be created. */
export const createSavedSearch = endpoint({
  name: 'createSavedSearch',
  body: openBody,
  checksQuery: true,
  async run(request) {
    const { context, exchange, signedIn, body, query } = request;
    const wanted = await readSavedSearchBody(request);
    const creation = creationOf(signedIn.account.id, body, wanted, query.issues);
    refuse(query.issues);
    const made = await context.clients.notifier.createSavedSearch(creation, exchange.call());
    exchange.sendData(savedSearchRecord(made.savedSearch!, made.secret) satisfies SavedSearch, CREATED);
    return undefined;
  },
});
