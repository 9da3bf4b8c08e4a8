import { SEMANTIC_CLIENT_VERSION } from '@heliograph/contract';
import {
  checkIdentifiers,
  cursorsOf,
  readSearchQuery,
  runSearch,
  SEARCH_PARAMETER_NAMES,
} from '@heliograph/signal-search';
import { outdatedClientVersion } from '../../domain/client-version';
import { readCostBounds } from '../../domain/cost-bounds';
import { readIdempotencyKey } from '../../domain/idempotency';
import type { DataInterface } from '../data-interface';
import { answerMetered } from '../../charging/metered';
import type { Operation } from '../operation';
import { queryOf, refuseFaults } from '../query';

/** `GET {root}/signals` */
export function searchSignals(of: DataInterface): Operation {
  return {
    name: 'searchSignals',
    // HEAD would have to be charged as GET is, for no records.
    methods: ['GET'],
    of,
    scope: 'signals:read',
    isSearch: true,
    async handle(context, exchange) {
      const query = queryOf(exchange, SEARCH_PARAMETER_NAMES);
      const search = readSearchQuery(query, {
        cursors: cursorsOf(context.config.cursorSecrets, {
          channel: of.name,
          accountId: exchange.credential!.accountId,
        }),
        earliestActivityDate: context.config.earliestActivityDate,
        nowMs: context.clock(),
      });
      const { headers } = exchange.request;
      const idempotencyKey = readIdempotencyKey(headers['idempotency-key'], query.faults);
      const bounds = readCostBounds(headers, query.faults);
      if (of.checksClientVersion && query.values.has('semantic')) {
        const version = outdatedClientVersion(headers['user-agent']);
        if (version !== undefined) query.faults.push(clientTooOld(version));
      }
      if (search.identifiers) {
        await checkIdentifiers(context.filterOptions, exchange.call(), search.identifiers, query.faults);
      }
      refuseFaults(query);
      await answerMetered(context, exchange, {
        of,
        operation: 'searchSignals',
        query,
        idempotencyKey,
        bounds,
        isFree: search.countOnly,
        run: () => runSearch(context.searching, exchange, search),
      });
    },
  };
}

function clientTooOld(version: string) {
  return {
    code: 'client_too_old',
    parameter: 'semantic',
    message: `needs signals ${SEMANTIC_CLIENT_VERSION} or newer, and this is ${version}; update the client (keyword search works as before)`,
  } as const;
}
