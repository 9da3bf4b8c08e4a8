import { CHANGES_PARAMETERS } from '@heliograph/contract';
import { onDatabase } from '@heliograph/postgres';
import type { metering } from '@heliograph/proto';
import { Issues, isIdentifier, IDENTIFIER_RULE } from '@heliograph/runtime';
import type { Context } from '../context';

/**
 * Gateways log a request by the account's choice at its start, which they may have read 5 s earlier, and hold some
 * requests for the longest wait. The rest is for slow answers and clocks.
 */
const STILL_SENT_MS = CHANGES_PARAMETERS.wait.maximum * 1000 + 30_000;

/** Removes the queries from an account's log entries, once the account no longer wants them there. */
export async function forgetQueries(
  { requestLog }: Context,
  { accountId }: metering.ForgetQueriesRequest,
): Promise<metering.ForgetQueriesResponse> {
  const issues = new Issues();
  issues.require(isIdentifier(accountId), 'account_id', IDENTIFIER_RULE);
  issues.throwIfAny();
  await onDatabase(() => requestLog.forgetQueries(accountId, Date.now() + STILL_SENT_MS));
  return {};
}
