import type { Delivery, SavedSearch } from '@heliograph/dashboard-api';
import { deliveryRecord, savedSearchRecord } from '@heliograph/signal-search';
import { endpoint } from '../endpoint';
import { savedSearchIdOf } from './ids';

/** `POST /saved-searches/{id}/rotate-secret`: the only response that contains the new secret. */
export const rotateWebhookSecret = endpoint({
  name: 'rotateWebhookSecret',
  async run({ context, exchange, signedIn, parameters }) {
    const { savedSearch, secret } = await context.clients.notifier.rotateSecret(
      {
        accountId: signedIn.account.id,
        id: savedSearchIdOf(parameters),
        idempotencyKey: undefined,
        credentialId: undefined,
      },
      exchange.call(),
    );
    return savedSearchRecord(savedSearch!, secret) satisfies SavedSearch;
  },
});

/** `POST /saved-searches/{id}/test`: sends an event without signals and returns the receiver's response. */
export const sendTestEvent = endpoint({
  name: 'sendTestEvent',
  async run({ context, exchange, signedIn, parameters }) {
    const { delivery } = await context.clients.notifier.sendTest(
      { accountId: signedIn.account.id, savedSearchId: savedSearchIdOf(parameters) },
      exchange.call(),
    );
    return deliveryRecord(delivery!) satisfies Delivery;
  },
});
