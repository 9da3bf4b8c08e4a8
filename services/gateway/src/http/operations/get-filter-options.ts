import { matchesEntityTag } from '@heliograph/runtime';
import { latestOptions } from '@heliograph/signal-search';
import type { DataInterface } from '../data-interface';
import { JSON_CONTENT_TYPE } from '../metered';
import type { Operation } from '../operation';
import { queryOf, refuseFaults } from '../query';

/** `GET {root}/filter-options` */
export function getFilterOptions(of: DataInterface): Operation {
  return {
    name: 'getFilterOptions',
    methods: ['GET', 'HEAD'],
    of,
    async handle(context, exchange) {
      refuseFaults(queryOf(exchange));
      const { body, entityTag } = await latestOptions(context.catalogue, exchange.call());
      exchange.addHeader('ETag', entityTag);
      exchange.addHeader('Cache-Control', 'private, no-cache');
      exchange.addHeader('X-Records-Consumed', '0');
      if (matchesEntityTag(exchange.request.headers['if-none-match'], entityTag)) exchange.sendEmpty(304);
      else exchange.send(200, JSON_CONTENT_TYPE, body);
    },
  };
}
