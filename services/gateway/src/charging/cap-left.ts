import { backendOf } from '../backends';
import type { GatewayContext } from '../context';
import type { Credential } from '../credentials/credential-verifier';
import { retryUnavailable } from '@heliograph/runtime';
import type { Exchange } from '../http/exchange';

const CAP_TIMEOUT_MS = 3_000;

/**
 * What is left of a key's monthly cap in this UTC month; undefined, without a call, if it has no cap.
 *
 * @throws ServiceError if the ledger cannot be reached.
 */
export async function capLeft(
  context: GatewayContext,
  exchange: Exchange,
  { accountId, credentialId, lineageId, isTest, monthlyCapRecords }: Credential,
  totalMs: number = CAP_TIMEOUT_MS,
): Promise<bigint | undefined> {
  if (monthlyCapRecords === undefined) return undefined;
  const { credentials } = await retryUnavailable(
    (timeoutMs) =>
      backendOf(context, exchange).ledger.listCredentialUsage(
        { accountId, month: '' },
        exchange.readCall(timeoutMs),
      ),
    { totalMs, attemptMs: totalMs },
  );
  // Its own usage, and that of the keys it shares its cap with; a test key shares its cap with none.
  const lineage = isTest ? '' : (lineageId ?? '');
  const used = credentials
    .filter((usage) => usage.credentialId === credentialId || usage.lineageId === lineage)
    .reduce((sum, { records }) => sum + records, 0n);
  return used < monthlyCapRecords ? monthlyCapRecords - used : 0n;
}

/** Records that a credential can still pay for: its funds, limited by its cap. */
export function recordsLeft(funds: bigint, left: bigint | undefined): bigint {
  return left === undefined || left > funds ? funds : left;
}
