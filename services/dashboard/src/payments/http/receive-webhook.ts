import { clientSite } from '@heliograph/edge';
import { identity } from '@heliograph/proto';
import { ServiceError, toServiceError } from '@heliograph/runtime';
import { change } from '../../api/ask';
import { requireAccount } from '../../api/require-account';
import type { DashboardContext } from '../../context';
import { readPlainBody } from '../../http/body';
import type { Exchange } from '../../http/exchange';
import { NewestBodies } from '../../http/newest-bodies';
import type { Operation } from '../../http/operation';
import type { CardSaved } from '../off-session';
import { InvalidWebhookError, type PaymentEvent, type PlanChanged, type PlanPaid } from '../payment-provider';
import { reversePayment } from '../reverse-payment';
import { applyPlanEvent } from '../apply-plan-event';

/** A payment provider's events are a few kilobytes. */
const MAXIMUM_WEBHOOK_BYTES = 262_144;
/** Bodies being read at once, by client site: anyone may start one and never finish it. */
const MAXIMUM_BODIES = { site: 16, process: 256 };

/**
 * `POST /webhooks/payments`: a message from the payment provider. Only this credits a payment; the browser's return
 * proves nothing.
 *
 * If the process dies before the ledger has answered, the provider sends the message again, and the ledger credits each
 * reference once. The same holds for messages that arrive twice, even concurrently.
 */
export function receiveWebhook(): Operation {
  const bodies = new NewestBodies(MAXIMUM_BODIES);
  return {
    name: 'receiveWebhook',
    methods: ['POST'],
    async handle(context, exchange) {
      const event = await readEvent(context, exchange, bodies);
      if (event.kind === 'paid') await credit(context, exchange, event);
      if (event.kind === 'reversed') {
        if (event.credit) await credit(context, exchange, { ...event.payment, ...event.credit });
        await reversePayment(context, exchange, event);
      }
      if (event.kind === 'plan_paid' || event.kind === 'plan_changed')
        await handlePlanEvent(context, exchange, event);
      if (event.kind === 'card_saved') await saveCard(context, exchange, event);
      if (event.kind === 'ignored') context.metrics.webhookHandled('ignored');
      if (event.kind === 'refused') refuse(context, exchange, event.reference, event.why);
      exchange.sendData({ received: true });
    },
  };
}

async function readEvent(
  context: DashboardContext,
  exchange: Exchange,
  bodies: NewestBodies,
): Promise<PaymentEvent> {
  const { payments, metrics, failures, config } = context;
  try {
    if (!exchange.header(payments.signatureHeader)) throw new InvalidWebhookError('no signature');
    const site = clientSite(exchange.request, config.trustedProxies);
    const rawBody = await bodies.run(site, (signal) =>
      readPlainBody(exchange, MAXIMUM_WEBHOOK_BYTES, signal),
    );
    return await payments.readWebhook(rawBody, exchange.request.headers);
  } catch (error) {
    if (!(error instanceof InvalidWebhookError)) throw error;
    metrics.webhookHandled('invalid');
    failures.warn({ err: error, requestId: exchange.requestId }, 'a webhook was refused');
    throw new ServiceError('invalid_parameter', 'The message is not from the payment provider.', {
      cause: error,
    });
  }
}

/** @throws ServiceError unless it is known to be credited: the provider then sends the message again. */
async function credit(
  context: DashboardContext,
  exchange: Exchange,
  { accountId, micros, reference, reason }: Omit<Extract<PaymentEvent, { kind: 'paid' }>, 'kind'>,
): Promise<void> {
  try {
    await requireAccount(context, accountId, (read) => change(exchange, read));
    // Safe to repeat: the reference is credited once.
    const { credited } = await change(exchange, (call) =>
      context.clients.ledger.credit({ accountId, micros, reference, reason }, call),
    );
    context.metrics.webhookHandled(credited ? 'credited' : 'repeated');
    if (credited) context.metrics.toppedUp(micros);
    context.logger.info({ accountId, micros: String(micros), reference, credited }, 'payment received');
  } catch (error) {
    const { code } = toServiceError(error);
    if (code !== 'not_found' && code !== 'invalid_parameter') {
      context.metrics.webhookHandled('failed');
      throw error;
    }
    const why = code === 'not_found' ? 'there is no such account' : 'credited before with another amount';
    refuse(context, exchange, reference, why);
  }
}

/** @throws ServiceError unless it is known to be saved: the provider then sends the message again. */
async function saveCard(
  context: DashboardContext,
  exchange: Exchange,
  { accountId, userId, customerId, paymentMethodId, card, savedAtMs }: CardSaved,
): Promise<void> {
  const saved = { accountId, customerId, paymentMethodId, card, savedAt: new Date(savedAtMs) };
  try {
    await requireAccount(context, accountId, (read) => change(exchange, read));
    // Safe to repeat: it sets a value.
    const setting = await change(exchange, (call) => context.clients.topUp.saveCard(saved, call));
    // If the process dies before this line, the provider sends the message again. A card that did not take effect is
    // not logged.
    if (setting.card === card) {
      const logged = {
        accountId,
        change: identity.RecordTopUpChangeRequest_Change.CARD_SAVED,
        detail: card,
        deduplicationKey: `card-saved:${customerId}`,
        actor: userId === undefined ? undefined : { accountId, sessionId: '', userId },
      };
      await change(exchange, (call) => context.clients.identity.recordTopUpChange(logged, call));
    }
    context.metrics.webhookHandled('card_saved');
    context.logger.info({ accountId }, 'a card was saved for automatic top-ups');
  } catch (error) {
    if (toServiceError(error).code !== 'not_found') {
      context.metrics.webhookHandled('failed');
      throw error;
    }
    refuse(context, exchange, customerId, 'there is no such account');
  }
}

/** @throws ServiceError unless it is known to be recorded: the provider then sends the message again. */
async function handlePlanEvent(
  context: DashboardContext,
  exchange: Exchange,
  event: PlanPaid | PlanChanged,
): Promise<void> {
  const reference = event.kind === 'plan_paid' ? event.reference : event.subscriptionId;
  try {
    const outcome = await applyPlanEvent(context, (write) => change(exchange, write), event);
    if (typeof outcome === 'string') context.metrics.webhookHandled(outcome);
    else refuse(context, exchange, reference, outcome.why);
  } catch (error) {
    const { code } = toServiceError(error);
    if (code !== 'not_found' && code !== 'invalid_parameter') {
      context.metrics.webhookHandled('failed');
      throw error;
    }
    refuse(
      context,
      exchange,
      reference,
      code === 'not_found' ? 'there is no such account' : 'it is not valid',
    );
  }
}

/** Accepts the message, because sending it again would not help; an operator has to track down the money. */
function refuse(context: DashboardContext, exchange: Exchange, reference: string, why: string): void {
  context.metrics.webhookHandled('refused');
  context.logger.error({ reference, why, requestId: exchange.requestId }, 'a payment could not be credited');
}
