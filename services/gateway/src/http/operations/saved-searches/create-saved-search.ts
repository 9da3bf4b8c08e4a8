import { SAVED_SEARCH } from '@heliograph/contract';
import { readIdempotencyKey } from '../../../domain/idempotency';
import type { DataApi } from '../../data-api';
import type { Operation } from '../../operation';
import { queryWithBodyOf, refuseFaults } from '../../query';
import { readJsonObject } from '../../read-json';
import { savedSearchRecord } from './convert';
import { savedSearchOperation } from './operation';
import { readSavedSearchRequest } from './read-request';
import { sendUncompressed } from './send';

const CREATED = 201;

/** `POST {root}/saved-searches`. With an Idempotency-Key a repetition makes nothing and shows the same secret. */
export function createSavedSearch(of: DataApi): Operation {
  return savedSearchOperation(
    of,
    'createSavedSearch',
    'POST',
    async ({ context, exchange, client, accountId }) => {
      const request = queryWithBodyOf(exchange);
      const { faults } = request;
      const key = readIdempotencyKey(exchange.request.headers['idempotency-key'], faults);
      const body = await readJsonObject(exchange, SAVED_SEARCH.bodyBytes);
      for (const parameter of ['name', 'query'] as const) {
        if (body[parameter] === undefined)
          faults.push({ code: 'invalid_parameter', parameter, message: 'is required' });
      }
      const wanted = await readSavedSearchRequest(context, exchange, body, faults);
      refuseFaults(request);
      const { savedSearch, secret, replayed } = await client.createSavedSearch(
        {
          accountId,
          name: wanted.name!,
          ...wanted.query!,
          webhookUrl: wanted.webhookUrl ?? undefined,
          maxRecordsPerDay: wanted.maxRecordsPerDay ?? undefined,
          idempotencyKey: key || undefined,
        },
        exchange.call(),
      );
      exchange.setHeader('Location', `${of.root}/saved-searches/${savedSearch!.id}`);
      if (replayed) exchange.setHeader('Idempotency-Replayed', 'true');
      sendUncompressed(exchange, CREATED, savedSearchRecord(savedSearch!, secret));
    },
    { takesBody: true },
  );
}
