import { onDatabase } from '@heliograph/postgres';
import type { metering } from '@heliograph/proto';
import { Issues, isIdentifier } from '@heliograph/runtime';
import type { Context } from '../context';
import { IDENTIFIER_RULE } from './convert';

/** Gateways may act on the account's previous choice for up to 5 s. */
const STILL_SENT_MS = 10_000;

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
