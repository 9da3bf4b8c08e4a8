import { dollarsOfMicros, ServiceError } from '@heliograph/runtime';
import type { DashboardContext } from '../../context';
import type { Exchange } from '../../http/exchange';
import type { Operation } from '../../http/operation';
import { checkoutPage, unfinishedPage } from '../../pages/development-checkout';
import { sendPage } from '../../pages/page';
import type { DevelopmentCheckout } from '../development-checkout';
import { DEVELOPMENT_CHECKOUT_PATH, DevelopmentPayments } from '../development-payments';
import { CANCELLED_PATH, SUCCEEDED_PATH } from '../return-paths';
import { WEBHOOK_PATH } from './receive-webhook';

const WEBHOOK_TIMEOUT_MS = 10_000;
const BAD_GATEWAY = 502;

/** `GET /development-checkout/{checkout}`: a page with what is to be paid, and two buttons. */
export const showDevelopmentCheckout: Operation = {
  name: 'showDevelopmentCheckout',
  methods: ['GET', 'HEAD'],
  handle(context, exchange) {
    const { checkout, segment } = checkoutOf(context, exchange);
    sendPage(
      exchange,
      200,
      checkoutPage({
        dollars: dollarsOfMicros(checkout.micros).replace(/0$/, ''),
        payPath: `${DEVELOPMENT_CHECKOUT_PATH}/${segment}/pay`,
        cancelPath: CANCELLED_PATH,
      }),
    );
  },
};

/**
 * `POST /development-checkout/{checkout}/pay`: tells the webhook, over HTTP as a provider elsewhere would, and brings the
 * browser back. Pressed twice, it is one payment.
 */
export const payDevelopmentCheckout: Operation = {
  name: 'payDevelopmentCheckout',
  methods: ['POST'],
  async handle(context, exchange) {
    const { checkout, payments } = checkoutOf(context, exchange);
    const { body, headers } = payments.messageOf(checkout);
    const { ok } = await fetch(`${context.site.origin}${WEBHOOK_PATH}`, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
    }).catch(() => ({ ok: false }));
    if (ok) exchange.redirect(context.site.origin + SUCCEEDED_PATH);
    else sendPage(exchange, BAD_GATEWAY, unfinishedPage());
  },
};

function checkoutOf(
  { payments }: DashboardContext,
  exchange: Exchange,
): { checkout: DevelopmentCheckout; segment: string; payments: DevelopmentPayments } {
  const [segment = ''] = exchange.path.slice(DEVELOPMENT_CHECKOUT_PATH.length + 1).split('/');
  const checkout = payments instanceof DevelopmentPayments ? payments.readCheckout(segment) : undefined;
  if (!checkout) throw new ServiceError('not_found', 'There is no such checkout, or it has expired.');
  return { checkout, segment, payments: payments as DevelopmentPayments };
}
