import { creationOf, readSavedSearchRequest, savedSearchRecord } from '@heliograph/signal-search';
import { withKeptKey } from '../../../charging/kept-key';
import { readIdempotencyKey } from '../../../domain/idempotency';
import type { DataApi } from '../../data-api';
import type { Operation } from '../../operation';
import { queryWithBodyOf, throwIfInvalid } from '../../query';
import { readJsonObject } from '../../read-json';
import { checksOf, savedSearchOperation } from './operation';
import { sendUncompressed } from './send';

const CREATED = 201;

/** `POST {root}/saved-searches`. Repeating an Idempotency-Key creates nothing and returns the first result. */
export function createSavedSearch(of: DataApi): Operation {
  return savedSearchOperation(
    of,
    'createSavedSearch',
    'POST',
    async ({ context, exchange, client, accountId }) => {
      const request = queryWithBodyOf(exchange);
      const { issues } = request;
      const key = readIdempotencyKey(exchange.request.headers['idempotency-key'], issues);
      const body = readJsonObject(exchange);
      const wanted = await readSavedSearchRequest(checksOf(context, exchange), body, issues);
      const creation = creationOf(accountId, body, wanted, issues);
      throwIfInvalid(request);
      const { credentialId } = exchange.credential!;
      const { savedSearch, secret, replayed } = await withKeptKey(context, exchange, key, () =>
        client.createSavedSearch(
          { ...creation, idempotencyKey: key || undefined, credentialId },
          exchange.call(),
        ),
      );
      exchange.setHeader('Location', `${of.root}/saved-searches/${savedSearch!.id}`);
      if (replayed) exchange.setHeader('Idempotency-Replayed', 'true');
      await sendUncompressed(context, exchange, CREATED, savedSearchRecord(savedSearch!, secret));
    },
    { takesBody: true },
  );
}
