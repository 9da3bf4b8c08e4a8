import { retryUnavailable } from '@heliograph/runtime';
import { backendOf } from '../backends';
import type { GatewayContext } from '../context';
import type { Exchange } from '../http/exchange';
import { capLeft, recordsLeft } from './cap-left';
import { fundsOf } from './funds';

const TIMEOUT_MS = 1_000;
/** Free helpers can do without the figure. */
const HELPER_TIMEOUT_MS = 250;

/** Records that the credential can pay for now. @throws ServiceError when the ledger does not answer. */
export async function recordsRemaining(
  context: GatewayContext,
  exchange: Exchange,
  totalMs: number = TIMEOUT_MS,
): Promise<bigint> {
  const credential = exchange.credential!;
  const { accountId } = credential;
  const [usage, left] = await Promise.all([
    retryUnavailable(
      (timeoutMs) =>
        backendOf(context, exchange).ledger.getUsage({ accountId, month: '' }, exchange.readCall(timeoutMs)),
      { totalMs, attemptMs: totalMs },
    ),
    capLeft(context, exchange, credential, totalMs),
  ]);
  return recordsLeft(fundsOf(exchange.of!, usage), left);
}

/**
 * Records left, as the ledger reported within the last five minutes, or else now: for responses that charge nothing.
 * Others may spend some of them a moment later.
 *
 * @throws ServiceError if the ledger has to be called and does not answer.
 */
export async function recentRecordsRemaining(
  context: GatewayContext,
  exchange: Exchange,
  totalMs?: number,
): Promise<bigint> {
  const { credentialId } = exchange.credential!;
  const known = context.funds.remaining(credentialId);
  if (known !== undefined) return known;
  const remaining = await recordsRemaining(context, exchange, totalMs);
  context.funds.note(credentialId, remaining);
  return remaining;
}

/** Sets the record headers of a response without a charge; records left only if the ledger answers in time. */
export async function setFreeRecords(context: GatewayContext, exchange: Exchange): Promise<void> {
  const left = await recentRecordsRemaining(context, exchange, HELPER_TIMEOUT_MS).catch(() => undefined);
  setRecords(exchange, 0, left);
}

/** Sets the record headers of a response. */
export function setRecords(exchange: Exchange, consumed: number, remaining: bigint | undefined): void {
  exchange.setHeader('X-Records-Consumed', String(consumed));
  if (remaining !== undefined) exchange.setHeader('X-Records-Remaining', String(remaining));
}
