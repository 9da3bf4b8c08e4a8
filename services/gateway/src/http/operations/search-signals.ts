import { SEMANTIC_CLIENT_VERSION } from '@heliograph/contract';
import {
  checkIdentifiers,
  cursorsOf,
  readSearchQuery,
  runSearch,
  SEARCH_PARAMETER_NAMES,
} from '@heliograph/signal-search';
import { backendOf } from '../../backends';
import { outdatedClientVersion } from '../../domain/client-version';
import { readCostBounds } from '../../domain/cost-bounds';
import { readIdempotencyKey } from '../../domain/idempotency';
import type { DataApi } from '../data-api';
import { answerMetered } from '../../charging/metered';
import type { Operation } from '../operation';
import { mayHaveBeenAnswered, queryOf, throwIfInvalid } from '../query';

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
      const { searching, filterOptions } = backendOf(context, exchange);
      const query = queryOf(exchange, SEARCH_PARAMETER_NAMES);
      const search = readSearchQuery(query, {
        cursors: cursorsOf(context.config.cursorSecrets, {
          channel: exchange.credential!.isTest ? 'test' : of.name,
          accountId: exchange.credential!.accountId,
        }),
        earliestActivityDate: context.config.earliestActivityDate,
        nowMs: context.clock(),
      });
      const { headers } = exchange.request;
      const idempotencyKey = readIdempotencyKey(headers['idempotency-key'], query.issues);
      const bounds = readCostBounds(headers, query.issues);
      if (of.checksClientVersion && query.values.has('semantic')) {
        const version = outdatedClientVersion(headers['user-agent']);
        if (version !== undefined) query.issues.push(clientTooOld(version));
      }
      const mayBeRepeat = mayHaveBeenAnswered(query, idempotencyKey);
      if (search.identifiers) {
        await checkIdentifiers(filterOptions, exchange.call(), search.identifiers, query.issues);
      }
      if (!mayBeRepeat) throwIfInvalid(query);
      await answerMetered(context, exchange, {
        operation: 'searchSignals',
        query,
        idempotencyKey,
        bounds,
        isFree: search.countOnly,
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
