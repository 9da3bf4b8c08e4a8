import { SAVED_SEARCH } from '@heliograph/contract';
import type { SavedSearchChecks } from '@heliograph/signal-search';
import type { NotifierClient } from '../../../clients';
import { backendOf } from '../../../backends';
import type { GatewayContext } from '../../../context';
import type { DataApi } from '../../data-api';
import type { Exchange } from '../../exchange';
import type { Operation } from '../../operation';

/** Dependencies of a saved-search operation. */
interface Asked {
  context: GatewayContext;
  exchange: Exchange;
  /** The notifier's client for live keys and sessions, or for test keys. */
  client: NotifierClient;
  accountId: string;
}

/** An operation on the saved searches of the credential's account. Free. */
export function savedSearchOperation(
  of: DataApi,
  name: string,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  handle: (asked: Asked) => Promise<void>,
  { takesBody = false } = {},
): Operation {
  return {
    name,
    methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
    of,
    scope: 'searches:write',
    ...(takesBody && { takesBody, bodyBytes: SAVED_SEARCH.bodyBytes }),
    handle: (context, exchange) =>
      handle({
        context,
        exchange,
        client: backendOf(context, exchange).notifier,
        accountId: exchange.credential!.accountId,
      }),
  };
}

/** Checks for a credential's saved search. */
export function checksOf(context: GatewayContext, exchange: Exchange): SavedSearchChecks {
  const { filterOptions } = backendOf(context, exchange);
  return { filterOptions, call: exchange.call(), earliestActivityDate: context.config.earliestActivityDate };
}
