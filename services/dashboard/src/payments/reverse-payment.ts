import { topUp } from '@heliograph/proto';
import { toServiceError } from '@heliograph/runtime';
import { ask, change } from '../api/ask';
import type { DashboardContext } from '../context';
import type { Exchange } from '../http/exchange';
import type { PaymentReversed, Settlement } from './payment-reversal';
import { recordPause } from './record-pause';

/**
 * Accounts have few refunds. An older refund would look new, turning top-ups off once too often; an older manual credit
 * would leave them on.
 */
const NEWEST_ENTRIES = 100;

/**
 * Takes back what is left of a refunded or disputed payment, and gives it back if the refund failed or the dispute was
 * won. The payment was either credited or refused; if refused, there is nothing to take unless an operator credited it.
 *
 * If the process dies in between, the provider sends its message again, and the ledger settles each reference once.
 * Until the ledger has all of them, each message turns automatic top-ups off; after that, users can turn them on again
 * for good.
 *
 * @throws ServiceError unless it is known to be settled: the provider then sends the message again.
 */
export async function reversePayment(
  context: DashboardContext,
  exchange: Exchange,
  reversal: PaymentReversed,
): Promise<void> {
  const { payment, settlements } = reversal;
  const newMicros = await microsToTake(context, exchange, reversal);
  if (newMicros > 0n) await pauseTopUps(context, exchange, payment.accountId, newMicros);
  for (const settlement of settlements) {
    try {
      await settle(context, exchange, payment, settlement);
    } catch (error) {
      const { code } = toServiceError(error);
      context.metrics.paymentReversed(code === 'not_found' ? 'refused' : 'failed');
      if (code !== 'not_found') throw error;
    }
  }
}

/** What the refunds and disputes of a credited payment come to that the ledger does not know about yet. */
async function microsToTake(
  context: DashboardContext,
  exchange: Exchange,
  { payment: { accountId, reference }, credit, settlements }: PaymentReversed,
): Promise<bigint> {
  const taking = settlements.filter(({ isReturned }) => !isReturned);
  if (taking.length === 0) return 0n;
  const known = (kind: string) => newestReferences(context, exchange, accountId, kind);
  if (credit === undefined && !(await known('credit')).has(reference)) return 0n;
  const refunds = await known('refund');
  return taking.reduce((sum, one) => (refunds.has(one.reference) ? sum : sum + one.micros), 0n);
}

async function newestReferences(
  { clients }: DashboardContext,
  exchange: Exchange,
  accountId: string,
  kind: string,
): Promise<ReadonlySet<string>> {
  const { entries } = await ask(exchange, (call) =>
    clients.ledger.listEntries({ accountId, limit: NEWEST_ENTRIES, pageToken: '', kind }, call),
  );
  return new Set(entries.map(({ reference }) => reference));
}

/**
 * Call before the balance falls: a refunded amount must not be bought again automatically.
 *
 * Notifies before it pauses: if the process dies in between, the repeated message does both, and each pause is emailed
 * once. The email is lost if the notifier is down, or of a version that refuses the reason: the money matters more.
 */
async function pauseTopUps(
  context: DashboardContext,
  exchange: Exchange,
  accountId: string,
  micros: bigint,
): Promise<void> {
  const { clients } = context;
  const pauseId = await recordPause(context, (write) => change(exchange, write), accountId, 'refunded');
  if (pauseId !== undefined) {
    const paused = { accountId, topUpId: pauseId, micros, reason: 'refunded' };
    await change(exchange, (call) => clients.alert.notifyTopUpPaused(paused, call)).catch((error: unknown) =>
      context.logger.warn({ err: error, accountId }, 'the email about a refund could not be queued'),
    );
  }
  await change(exchange, (call) =>
    clients.topUp.pauseTopUps({ accountId, pause: topUp.TopUpPause.REFUNDED }, call),
  );
}

async function settle(
  { clients, metrics, logger }: DashboardContext,
  exchange: Exchange,
  { accountId, reference: paymentReference }: PaymentReversed['payment'],
  { reference, micros, isReturned, reason }: Settlement,
): Promise<void> {
  const { settled, movedMicros } = await change(exchange, (call) =>
    clients.ledger.settleRefund({ accountId, paymentReference, reference, micros, isReturned, reason }, call),
  );
  if (!settled) {
    metrics.paymentReversed('repeated');
    return;
  }
  const shortMicros = isReturned ? 0n : micros - movedMicros;
  metrics.paymentReversed(isReturned ? 'returned' : shortMicros > 0n ? 'short' : 'taken');
  metrics.reversalShort(shortMicros);
  logger.warn(
    {
      accountId,
      reference,
      paymentReference,
      micros: String(micros),
      movedMicros: String(movedMicros),
      shortMicros: String(shortMicros),
      isReturned,
      requestId: exchange.requestId,
    },
    isReturned ? 'a payment was returned to the payer' : 'a payment was taken back',
  );
}
