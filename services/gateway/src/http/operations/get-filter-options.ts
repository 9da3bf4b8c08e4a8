import { sendFile } from '@heliograph/edge';
import { latestOptions } from '@heliograph/signal-search';
import { backendOf } from '../../backends';
import { setFreeRecords } from '../../charging/records-remaining';
import type { DataApi } from '../data-api';
import type { Operation } from '../operation';
import { queryOf, throwIfInvalid } from '../query';

/** `GET {root}/filter-options` */
export function getFilterOptions(of: DataApi): Operation {
  return {
    name: 'getFilterOptions',
    methods: ['GET', 'HEAD'],
    of,
    async handle(context, exchange) {
      throwIfInvalid(queryOf(exchange));
      const file = await latestOptions(backendOf(context, exchange).filterOptions, exchange.call());
      await setFreeRecords(context, exchange);
      await sendFile(exchange, file, 'private, no-cache');
    },
  };
}
