import { DELIVERY_PARAMETERS } from '@heliograph/contract';
import type { Delivery, DeliveryList, ReplayResponse } from '@heliograph/dashboard-api';
import { deliveryPageOf, deliveryRecord, readReplay } from '@heliograph/signal-search';
import { ask } from '../ask';
import { endpoint, refuse } from '../endpoint';
import { openBody } from './body';
import { deliveryIdOf, savedSearchIdOf } from './ids';

/** `GET /saved-searches/{id}/deliveries`, newest first. */
export const listDeliveries = endpoint({
  name: 'listDeliveries',
  query: new Set(Object.keys(DELIVERY_PARAMETERS)),
  checksQuery: true,
  async run({ context, exchange, signedIn, parameters, query }) {
    const page = deliveryPageOf(query);
    refuse(query.issues);
    const wanted = { accountId: signedIn.account.id, savedSearchId: savedSearchIdOf(parameters), ...page };
    const found = await ask(exchange, (call) => context.clients.notifier.listDeliveries(wanted, call));
    return {
      items: found.deliveries.map(deliveryRecord),
      nextCursor: found.nextCursor || null,
    } satisfies DeliveryList;
  },
});

/** `POST /saved-searches/{id}/deliveries/{deliveryId}/replay` */
export const replayDelivery = endpoint({
  name: 'replayDelivery',
  async run({ context, exchange, signedIn, parameters }) {
    const { delivery } = await context.clients.notifier.replayDelivery(
      {
        accountId: signedIn.account.id,
        savedSearchId: savedSearchIdOf(parameters),
        deliveryId: deliveryIdOf(parameters),
      },
      exchange.call(),
    );
    return deliveryRecord(delivery!) satisfies Delivery;
  },
});

/** `POST /saved-searches/{id}/replay`: replays everything since a moment. */
export const replayDeliveries = endpoint({
  name: 'replayDeliveries',
  body: openBody,
  checksQuery: true,
  async run({ context, exchange, signedIn, parameters, query, body }) {
    const since = readReplay(body, context.clock(), query.issues);
    refuse(query.issues);
    const { deliveries } = await context.clients.notifier.replaySince(
      { accountId: signedIn.account.id, savedSearchId: savedSearchIdOf(parameters), since },
      exchange.call(),
    );
    return { deliveries } satisfies ReplayResponse;
  },
});
