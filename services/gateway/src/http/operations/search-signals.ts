import { SEMANTIC_CLIENT_VERSION } from '@heliograph/contract';
import { cursorsOf, readSearchQuery, runSearch, SEARCH_PARAMETER_NAMES } from '@heliograph/signal-search';
import { backendOf } from '../../backends';
import { outdatedClientVersion } from '../../domain/client-version';
import type { DataApi } from '../data-api';
import { answerMetered } from '../../charging/metered';
import { checkMeteredQuery, readMeteredHeaders } from '../metered-query';
import type { Operation } from '../operation';
import { queryOf } from '../query';

/** `GET {root}/signals` */
export function searchSignals(of: DataApi): Operation {
  return {
    name: 'searchSignals',
    // HEAD would have to be charged like GET, for no records.
    methods: ['GET'],
    of,
    isMetered: true,
    scope: 'signals:read',
    isSearch: true,
    async handle(context, exchange) {
      const { searching } = backendOf(context, exchange);
      const query = queryOf(exchange, SEARCH_PARAMETER_NAMES);
      const search = readSearchQuery(query, {
        cursors: cursorsOf(context.config.cursorSecrets, {
          channel: exchange.credential!.isTest ? 'test' : of.name,
          accountId: exchange.credential!.accountId,
        }),
        earliestActivityDate: context.config.earliestActivityDate,
        nowMs: context.clock(),
      });
      const { idempotencyKey, bounds } = readMeteredHeaders(exchange, query);
      if (of.checksClientVersion && query.values.has('semantic')) {
        const version = outdatedClientVersion(exchange.request.headers['user-agent']);
        if (version !== undefined) query.issues.push(clientTooOld(version));
      }
      await checkMeteredQuery(context, exchange, { query, idempotencyKey }, search.identifiers);
      await answerMetered(context, exchange, {
        operation: 'searchSignals',
        query,
        idempotencyKey,
        bounds,
        isFree: search.countOnly,
        mayFindNothing: search.semantic === '',
        run: () => runSearch(searching, exchange, search),
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
