import { retryUnavailable } from '@heliograph/runtime';
import { backendOf } from '../backends';
import type { GatewayContext } from '../context';
import type { DataApi } from '../http/data-api';
import type { Exchange } from '../http/exchange';
import { capLeft, recordsLeft } from './cap-left';
import { fundsOf } from './funds';

const TIMEOUT_MS = 1_000;

/** Records that the credential can pay for now. @throws ServiceError when the ledger does not answer. */
export async function recordsRemaining(
  context: GatewayContext,
  exchange: Exchange,
  of: DataApi,
): Promise<bigint> {
  const credential = exchange.credential!;
  const { accountId } = credential;
  const [usage, left] = await Promise.all([
    retryUnavailable(
      (timeoutMs) =>
        backendOf(context, exchange).ledger.getUsage({ accountId, month: '' }, exchange.readCall(timeoutMs)),
      { totalMs: TIMEOUT_MS, attemptMs: TIMEOUT_MS },
    ),
    capLeft(context, exchange, credential),
  ]);
  return recordsLeft(fundsOf(of, usage), left);
}
