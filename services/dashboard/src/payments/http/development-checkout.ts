import { dollarsOfMicros, ServiceError } from '@heliograph/runtime';
import type { DashboardContext } from '../../context';
import type { Exchange } from '../../http/exchange';
import type { Operation } from '../../http/operation';
import { checkoutPage, portalPage, unfinishedPage } from '../../pages/development-checkout';
import { sendPage } from '../../pages/page';
import { postToWebhook } from '../deliver-message';
import type { DevelopmentCheckout } from '../development-checkout';
import { DevelopmentPayments } from '../development-payments';
import { DEVELOPMENT_CHECKOUT_PATH } from '../development-checkout';
import { DEVELOPMENT_PORTAL_PATH } from '../development-plans';
import type { DevelopmentPortal } from '../development-portal';
import {
  BILLING_PATH,
  CANCELED_PATH,
  NOT_SUBSCRIBED_PATH,
  SUBSCRIBED_PATH,
  SUCCEEDED_PATH,
} from '../return-paths';

const BAD_GATEWAY = 502;

/** `GET /development-checkout/{checkout}`: a page with the amount and two buttons. */
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
        cliRecords: checkout.cliRecords,
        cancelPath: checkout.cliRecords === undefined ? CANCELED_PATH : NOT_SUBSCRIBED_PATH,
      }),
    );
  },
};

/**
 * `POST /development-checkout/{checkout}/pay`: notifies the webhook, over HTTP as an external provider would, and sends
 * the browser back. Pressing it twice is one payment.
 */
export const payDevelopmentCheckout: Operation = {
  name: 'payDevelopmentCheckout',
  methods: ['POST'],
  async handle(context, exchange) {
    const { checkout, payments } = checkoutOf(context, exchange);
    const { origin } = context.site;
    const isTaken = await postToWebhook(origin, payments.messageOf(checkout));
    const isPlan = checkout.cliRecords !== undefined;
    if (isTaken) exchange.redirect(origin + (isPlan ? SUBSCRIBED_PATH : SUCCEEDED_PATH));
    else sendPage(exchange, BAD_GATEWAY, unfinishedPage());
  },
};

/** `GET /development-portal/{portal}`: a subscription, and what a provider might do to it. */
export const showDevelopmentPortal: Operation = {
  name: 'showDevelopmentPortal',
  methods: ['GET', 'HEAD'],
  handle(context, exchange) {
    const { portal, segment } = portalOf(context, exchange);
    sendPage(
      exchange,
      200,
      portalPage({
        dollars: dollarsOfMicros(portal.priceMicros).replace(/0$/, ''),
        periodEnd: new Date(portal.periodEndMs).toISOString().slice(0, 10),
        path: `${DEVELOPMENT_PORTAL_PATH}/${segment}`,
        backPath: BILLING_PATH,
      }),
    );
  },
};

const PORTAL_CHANGES = ['renew', 'fail', 'end'] as const;

/** `POST /development-portal/{portal}/{change}`: notifies the webhook of a change to the subscription. */
export const changeDevelopmentPlan: Operation = {
  name: 'changeDevelopmentPlan',
  methods: ['POST'],
  async handle(context, exchange) {
    const { portal, payments } = portalOf(context, exchange);
    const change = PORTAL_CHANGES.find((known) => exchange.path.endsWith(`/${known}`));
    if (!change) throw new ServiceError('not_found', 'There is no such change.');
    if (await payments.plans.change(portal, change)) exchange.redirect(context.site.origin + BILLING_PATH);
    else sendPage(exchange, BAD_GATEWAY, unfinishedPage());
  },
};

function portalOf(
  { payments }: DashboardContext,
  exchange: Exchange,
): { portal: DevelopmentPortal; segment: string; payments: DevelopmentPayments } {
  const [segment = ''] = exchange.path.slice(DEVELOPMENT_PORTAL_PATH.length + 1).split('/');
  const portal = payments instanceof DevelopmentPayments ? payments.plans.readPortal(segment) : undefined;
  if (!portal) throw new ServiceError('not_found', 'There is no such page, or it has expired.');
  return { portal, segment, payments: payments as DevelopmentPayments };
}

function checkoutOf(
  { payments }: DashboardContext,
  exchange: Exchange,
): { checkout: DevelopmentCheckout; segment: string; payments: DevelopmentPayments } {
  const [segment = ''] = exchange.path.slice(DEVELOPMENT_CHECKOUT_PATH.length + 1).split('/');
  const checkout = payments instanceof DevelopmentPayments ? payments.readCheckout(segment) : undefined;
  if (!checkout) throw new ServiceError('not_found', 'There is no such checkout, or it has expired.');
  return { checkout, segment, payments: payments as DevelopmentPayments };
}
