import { JSON_CONTENT_TYPE, matchesEntityTag } from '@heliograph/edge';
import { latestOptions } from '@heliograph/signal-search';
import { endpoint } from '../endpoint';

/** `GET /activities/filter-options`, with a strong ETag derived from its content. */
export const getFilterOptions = endpoint({
  name: 'getFilterOptions',
  async run({ context, exchange }) {
    const { body, entityTag } = await latestOptions(context.filterOptions, exchange.call());
    exchange.setHeader('ETag', entityTag);
    exchange.setHeader('Cache-Control', 'private, no-cache');
    if (matchesEntityTag(exchange.header('if-none-match'), entityTag)) exchange.sendEmpty(304);
    else exchange.send(200, JSON_CONTENT_TYPE, body);
    return undefined;
  },
});
