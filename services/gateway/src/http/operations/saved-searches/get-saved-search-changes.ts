import { CHANGES_PARAMETERS } from '@heliograph/contract';
import type { Query } from '@heliograph/signal-search';
import { backendOf } from '../../../backends';
import type { GatewayContext } from '../../../context';
import type { DataApi } from '../../data-api';
import type { Exchange } from '../../exchange';
import type { Operation } from '../../operation';
import { queryOf } from '../../query';
import { changesOperation } from '../get-changes';
import { idsOf } from './path-ids';

const NAMES: ReadonlySet<string> = new Set(Object.keys(CHANGES_PARAMETERS));

/**
 * `GET {root}/saved-searches/{id}/changes`: changes for the saved query. Cursors are bound to that query, and refused
 * once it changes. Prices and scope are those of changes.
 */
export function getSavedSearchChanges(of: DataApi): Operation {
  return changesOperation(of, 'getSavedSearchChanges', withSavedQuery);
}

async function withSavedQuery(context: GatewayContext, exchange: Exchange): Promise<Query> {
  const { values, issues } = queryOf(exchange, NAMES);
  const { accountId } = exchange.credential!;
  const { notifier } = backendOf(context, exchange);
  const { query } = await notifier.getSavedSearch({ accountId, id: idsOf(exchange).id }, exchange.readCall());
  return { values: new Map([...Object.entries(query), ...values]), issues };
}
