import { StaticFile } from '@heliograph/edge';
import { latestOptions } from '@heliograph/signal-search';
import { backendOf } from '../../backends';
import { setFreeRecords } from '../../charging/records-remaining';
import { sendStatic } from '../compressed';
import type { DataApi } from '../data-api';
import { JSON_CONTENT_TYPE } from '@heliograph/edge';
import type { Operation } from '../operation';
import { queryOf, throwIfInvalid } from '../query';

/** One file per version of the options, kept while it is the latest. */
const files = new WeakMap<Buffer, StaticFile>();

/** `GET {root}/filter-options` */
export function getFilterOptions(of: DataApi): Operation {
  return {
    name: 'getFilterOptions',
    methods: ['GET', 'HEAD'],
    of,
    async handle(context, exchange) {
      throwIfInvalid(queryOf(exchange));
      const { body } = await latestOptions(backendOf(context, exchange).filterOptions, exchange.call());
      let file = files.get(body);
      // Brotli would take seconds for the megabytes of a large corpus.
      if (!file) files.set(body, (file = new StaticFile(JSON_CONTENT_TYPE, body, ['gzip'])));
      await setFreeRecords(context, exchange);
      await sendStatic(exchange, file, 'private, no-cache');
    },
  };
}
