import type { SavedSearchVisit } from '@heliograph/dashboard-api';
import { newSince } from '../../domain/new-since';
import { recordingOf, recordSearch } from '../activities/record-search';
import { ask, change } from '../ask';
import { endpoint } from '../endpoint';
import { savedSearchIdOf } from './ids';

/**
 * `POST /saved-searches/{id}/visits`. Before recording, checks the owner, and that the search is one of the month's or
 * can be paid for: activities that cannot be shown stay new.
 */
export const visitSavedSearch = endpoint({
  name: 'visitSavedSearch',
  async run(request) {
    const { context, exchange, signedIn, parameters } = request;
    const { notifier, identity } = context.clients;
    const { account, user } = signedIn;
    const [accountId, id] = [account.id, savedSearchIdOf(parameters)];
    const found = await ask(exchange, (call) => notifier.getSavedSearch({ accountId, id }, call));
    const recording = recordingOf(request, new Map(Object.entries(found.query)));
    if (recording.isSearch && !recording.isUnlimited) {
      await recordSearch(request, { ...recording, checkOnly: true });
    }
    const { visitedBeforeAt } = await change(exchange, (call) =>
      identity.visitSavedSearch({ accountId, userId: user.id, savedSearchId: id }, call),
    );
    const since = newSince(visitedBeforeAt, found.createdAt!, context.clock());
    return { since: since.toISOString() } satisfies SavedSearchVisit;
  },
});
