import { clientNetwork, noteFailure } from '@heliograph/edge';
import { toServiceError } from '@heliograph/runtime';
import { change } from '../api/ask';
import type { Exchange } from '../http/exchange';
import { countAddressRequest } from '../http/limit';
import type { Operation } from '../http/operation';
import { sendPage } from '../pages/page';
import {
  invalidLinkPage,
  notUnsubscribedPage,
  unsubscribedPage,
  unsubscribePage,
} from '../pages/unsubscribe';

export const UNSUBSCRIBE_PATH = '/unsubscribe';

/** Per address. A mail provider unsubscribes many of its users from few addresses. */
const REQUESTS_PER_MINUTE = 600;

/**
 * `GET` and `POST /unsubscribe/{token}`, the link in an email digest or alert: works without a session, so mail
 * providers can use it too (RFC 8058). `GET` only asks, because scanners follow links.
 */
export const unsubscribe: Operation = {
  name: 'unsubscribe',
  methods: ['GET', 'HEAD', 'POST'],
  async handle(context, exchange) {
    await countAddressRequest(context, exchange, {
      kind: 'unsubscribe',
      address: clientNetwork(exchange.request, context.config.trustedProxies),
      maximum: REQUESTS_PER_MINUTE,
    });
    const token = tokenOf(exchange);
    // The token is a secret of a kind.
    exchange.setHeader('Referrer-Policy', 'no-referrer');
    if (exchange.method !== 'POST') {
      sendPage(exchange, 200, unsubscribePage(exchange.path));
      return;
    }
    try {
      // The body carries nothing else. Safe to repeat.
      await change(exchange, (call) => context.clients.digest.unsubscribe({ token }, call));
      sendPage(exchange, 200, unsubscribedPage());
    } catch (error) {
      const failure = toServiceError(error);
      exchange.code = failure.code;
      noteFailure(context, exchange, failure);
      const isForged = failure.code === 'not_found';
      sendPage(exchange, failure.status, isForged ? invalidLinkPage() : notUnsubscribedPage(exchange.path));
    }
  },
};

const tokenOf = ({ path }: Exchange) => path.slice(UNSUBSCRIBE_PATH.length + 1);
