import {
  checkIdentifiers,
  readSearchQuery,
  runSearch,
  SEARCH_PARAMETER_NAMES,
} from '@heliograph/signal-search';
import { readIdempotencyKey } from '../../domain/idempotency';
import { answerMetered } from '../metered';
import type { Operation } from '../operation';
import { queryOf, refuseFaults } from '../query';

/** `GET /api/v1/signals` */
export const searchSignals: Operation = {
  name: 'searchSignals',
  // HEAD would have to be charged as GET is, for no records.
  methods: ['GET'],
  isPublic: false,
  scope: 'signals:read',
  isSearch: true,
  async handle(context, exchange) {
    const query = queryOf(exchange, SEARCH_PARAMETER_NAMES);
    const search = readSearchQuery(query, {
      cursors: context.searching.cursors,
      earliestActivityDate: context.config.earliestActivityDate,
      nowMs: context.clock(),
    });
    const idempotencyKey = readIdempotencyKey(exchange.request.headers['idempotency-key'], query.faults);
    if (search.identifiers) {
      await checkIdentifiers(context.catalogue, exchange.call(), search.identifiers, query.faults);
    }
    refuseFaults(query);
    await answerMetered(context, exchange, {
      operation: 'searchSignals',
      query,
      idempotencyKey,
      run: () => runSearch(context.searching, exchange, search),
    });
  },
};
