import { readSuggestQuery, runSuggest, SUGGEST_PARAMETER_NAMES } from '@heliograph/signal-search';
import { backendOf } from '../../backends';
import type { DataApi } from '../data-api';
import type { Operation } from '../operation';
import { queryOf, throwIfInvalid } from '../query';
import { sendFree } from '../send-free';

/** `GET {root}/suggest`. Free, for any valid credential. */
export function suggest(of: DataApi): Operation {
  return {
    name: 'suggest',
    methods: ['GET', 'HEAD'],
    of,
    async handle(context, exchange) {
      const query = queryOf(exchange, SUGGEST_PARAMETER_NAMES);
      const asked = readSuggestQuery(query);
      throwIfInvalid(query);
      await sendFree(
        context,
        exchange,
        await runSuggest(backendOf(context, exchange).searching, exchange, asked),
      );
    },
  };
}
