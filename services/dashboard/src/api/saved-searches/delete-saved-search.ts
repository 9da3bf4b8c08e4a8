import { endpoint } from '../endpoint';
import { savedSearchIdOf } from './ids';

const NO_CONTENT = 204;

/** `DELETE /saved-searches/{id}`, along with its pending deliveries. */
export const deleteSavedSearch = endpoint({
  name: 'deleteSavedSearch',
  async run({ context, exchange, signedIn, parameters }) {
    const owned = { accountId: signedIn.account.id, id: savedSearchIdOf(parameters) };
    await context.clients.notifier.deleteSavedSearch(owned, exchange.call());
    exchange.sendEmpty(NO_CONTENT);
    return undefined;
  },
});
