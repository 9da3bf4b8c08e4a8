import { savedSearchRecord } from '@heliograph/signal-search';
import { withKeptKey } from '../../../charging/kept-key';
import { readIdempotencyKey } from '../../../domain/idempotency';
import type { DataApi } from '../../data-api';
import type { Operation } from '../../operation';
import { queryOf, throwIfInvalid } from '../../query';
import { savedSearchOperation } from './operation';
import { idsOf } from './path-ids';
import { sendUncompressed } from './send';

const OK = 200;

/**
 * `POST {root}/saved-searches/{id}/rotate-secret`: the only response with the new secret. Repeating an Idempotency-Key
 * rotates nothing and returns the first result.
 */
export function rotateSecret(of: DataApi): Operation {
  return savedSearchOperation(
    of,
    'rotateWebhookSecret',
    'POST',
    async ({ context, exchange, client, accountId }) => {
      const request = queryOf(exchange);
      const key = readIdempotencyKey(exchange.request.headers['idempotency-key'], request.issues);
      throwIfInvalid(request);
      const { id } = idsOf(exchange);
      const { credentialId } = exchange.credential!;
      const { savedSearch, secret, replayed } = await withKeptKey(context, exchange, key, () =>
        client.rotateSecret(
          { accountId, id, idempotencyKey: key || undefined, credentialId },
          exchange.call(),
        ),
      );
      if (replayed) exchange.setHeader('Idempotency-Replayed', 'true');
      await sendUncompressed(context, exchange, OK, savedSearchRecord(savedSearch!, secret));
    },
  );
}
