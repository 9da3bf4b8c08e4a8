import { retryUnavailable, ServiceError } from '@heliograph/runtime';
import { backendOf } from '../backends';
import type { GatewayContext } from '../context';
import { capLeft, recordsLeft } from './cap-left';
import { fundsOf, noRecords } from './funds';
import type { Exchange } from '../http/exchange';

const USAGE_TIMEOUT_MS = 3_000;

/**
 * The refusal of work that could not be paid for, before it is done: with nothing left, any record is 402. Usually makes
 * no call, because the credential's last charge left records.
 *
 * @returns `insufficient_records` or `key_cap_reached` if nothing is left, else undefined.
 * @throws ServiceError `unavailable` if the ledger has to be called and does not answer.
 */
export async function refusalWithoutRecords(
  context: GatewayContext,
  exchange: Exchange,
): Promise<ServiceError | undefined> {
  const { of } = exchange;
  const credential = exchange.credential!;
  const { accountId, credentialId, monthlyCapRecords } = credential;
  if (context.funds.has(credentialId)) return undefined;
  const [usage, left] = await Promise.all([
    retryUnavailable(
      (timeoutMs) =>
        backendOf(context, exchange).ledger.getUsage({ accountId, month: '' }, exchange.call(timeoutMs)),
      {
        totalMs: USAGE_TIMEOUT_MS,
        attemptMs: USAGE_TIMEOUT_MS,
        isUnwanted: () => exchange.isAbandoned,
      },
    ),
    capLeft(context, exchange, credential),
  ]);
  const funds = fundsOf(of!, usage);
  context.funds.note(credentialId, recordsLeft(funds, left));
  if (funds > 0n && left !== 0n) return undefined;
  if (funds === 0n) return noRecords(of!, credential);
  return new ServiceError(
    'key_cap_reached',
    `This key has used all ${monthlyCapRecords} records of its monthly cap (UTC). Use another key, or have its monthly cap raised.`,
  );
}
