import type { SavedSearch } from '@heliograph/dashboard-api';
import { savedSearchRecord } from '@heliograph/signal-search';
import { ask } from '../ask';
import { endpoint } from '../endpoint';
import { savedSearchIdOf } from './ids';

/** `GET /saved-searches/{id}` */
export const getSavedSearch = endpoint({
  name: 'getSavedSearch',
  async run({ context, exchange, signedIn, parameters }) {
    const owned = { accountId: signedIn.account.id, id: savedSearchIdOf(parameters) };
    const found = await ask(exchange, (call) => context.clients.notifier.getSavedSearch(owned, call));
    return savedSearchRecord(found) satisfies SavedSearch;
  },
});
