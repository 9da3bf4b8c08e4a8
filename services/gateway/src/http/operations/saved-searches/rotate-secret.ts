import { savedSearchRecord } from '@heliograph/signal-search';
import type { DataApi } from '../../data-api';
import type { Operation } from '../../operation';
import { queryOf, throwIfInvalid } from '../../query';
import { savedSearchOperation } from './operation';
import { idsOf } from './path-ids';
import { sendUncompressed } from './send';

const OK = 200;

/** `POST {root}/saved-searches/{id}/rotate-secret`: the only response with the new secret. */
export function rotateSecret(of: DataApi): Operation {
  return savedSearchOperation(
    of,
    'rotateWebhookSecret',
    'POST',
    async ({ context, exchange, client, accountId }) => {
      throwIfInvalid(queryOf(exchange));
      const { savedSearch, secret } = await client.rotateSecret(
        { accountId, id: idsOf(exchange).id },
        exchange.call(),
      );
      await sendUncompressed(context, exchange, OK, savedSearchRecord(savedSearch!, secret));
    },
  );
}
