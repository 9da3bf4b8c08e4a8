import { onDatabase } from '@heliograph/postgres';
import type { metering } from '@heliograph/proto';
import type { Context } from '../context';
import { monthOf } from '../domain/calendar';
import { checkUsageHistoryRequest } from './convert';

/** Daily totals of an account in a UTC month. Lags behind the ledger by the events in flight. */
export async function getUsageHistory(
  context: Context,
  request: metering.GetUsageHistoryRequest,
): Promise<metering.UsageHistory> {
  checkUsageHistoryRequest(request);
  const month = request.month || monthOf(Date.now());
  const days = await onDatabase(() => context.usage.readDays(request.accountId, month));
  return { month, days };
}
