import type { Suggestions } from '@heliograph/dashboard-api';
import { readSuggestQuery, runSuggest, SUGGEST_PARAMETER_NAMES } from '@heliograph/signal-search';
import { endpoint, refuse } from '../endpoint';

/** `GET /activities/suggest`: the data API's suggestions as the user types. */
export const getSuggestions = endpoint({
  name: 'getSuggestions',
  query: SUGGEST_PARAMETER_NAMES,
  checksQuery: true,
  async run({ context, exchange, query }) {
    const asked = readSuggestQuery(query);
    refuse(query.issues);
    return (await runSuggest(context.searching, exchange, asked)) satisfies Suggestions;
  },
});
