import type { SavedSearchVisit } from '@heliograph/dashboard-api';
import { newSince } from '../../domain/new-since';
import { ask, change } from '../ask';
import { endpoint } from '../endpoint';
import { savedSearchIdOf } from './ids';

/** `POST /saved-searches/{id}/visits`. Checks the owner before recording anything. */
export const visitSavedSearch = endpoint({
  name: 'visitSavedSearch',
  async run({ context, exchange, signedIn, parameters }) {
    const { notifier, identity } = context.clients;
    const { account, user } = signedIn;
    const [accountId, id] = [account.id, savedSearchIdOf(parameters)];
    const found = await ask(exchange, (call) => notifier.getSavedSearch({ accountId, id }, call));
    const { visitedBeforeAt } = await change(exchange, (call) =>
      identity.visitSavedSearch({ accountId, userId: user.id, savedSearchId: id }, call),
    );
    const since = newSince(visitedBeforeAt, found.createdAt!, context.clock());
    return { since: since.toISOString() } satisfies SavedSearchVisit;
  },
});
