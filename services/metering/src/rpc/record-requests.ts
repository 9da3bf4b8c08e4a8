import { onDatabase } from '@heliograph/postgres';
import type { metering } from '@heliograph/proto';
import type { Context } from '../context';
import { canBeKept } from '../domain/logged-request';
import { entriesFromRequest } from './convert-requests';

/**
 * Adds answered requests to their accounts' logs. If the process dies before it responds, the gateway sends them again,
 * which changes nothing. Entries that cannot be kept are counted and left out, so that they never hold up the rest.
 */
export async function recordRequests(
  { requestLog, metrics }: Context,
  request: metering.RecordRequestsRequest,
): Promise<metering.RecordRequestsResponse> {
  const entries = entriesFromRequest(request);
  const now = Date.now();
  const kept = entries.filter((entry) => canBeKept(entry, now));
  await onDatabase(() => requestLog.add(kept));
  const rejected = entries.length - kept.length;
  metrics.requestsLogged(kept.length, rejected);
  return { rejected };
}
