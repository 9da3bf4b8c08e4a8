import type { SavedSearch } from '@heliograph/dashboard-api';
import { savedSearchRecord, updateOf } from '@heliograph/signal-search';
import { endpoint, refuse } from '../endpoint';
import { openBody } from './body';
import { savedSearchIdOf } from './ids';
import { readSavedSearchBody } from './read-body';

/** `PATCH /saved-searches/{id}` */
export const updateSavedSearch = endpoint({
  name: 'updateSavedSearch',
  body: openBody,
  checksQuery: true,
  async run(request) {
    const { context, exchange, signedIn, parameters, query } = request;
    const owned = { accountId: signedIn.account.id, id: savedSearchIdOf(parameters) };
    const wanted = await readSavedSearchBody(request);
    refuse(query.issues);
    const changed = await context.clients.notifier.updateSavedSearch(
      updateOf(owned, wanted),
      exchange.call(),
    );
    return savedSearchRecord(changed.savedSearch!, changed.secret) satisfies SavedSearch;
  },
});
