import { sendFile } from '@heliograph/edge';
import { latestOptions } from '@heliograph/signal-search';
import { endpoint } from '../endpoint';

/** `GET /activities/filter-options`, with a strong ETag derived from its content. */
export const getFilterOptions = endpoint({
  name: 'getFilterOptions',
  async run({ context, exchange }) {
    const file = await latestOptions(context.filterOptions, exchange.call());
    await sendFile(exchange, file, 'private, no-cache');
    return undefined;
  },
});
