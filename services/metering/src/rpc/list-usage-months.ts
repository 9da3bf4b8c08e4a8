import { onDatabase } from '@heliograph/postgres';
import type { metering } from '@heliograph/proto';
import type { Context } from '../context';
import { checkUsageMonthsRequest } from './convert';

/** Months in which an account has usage, newest first. */
export async function listUsageMonths(
  context: Context,
  request: metering.ListUsageMonthsRequest,
): Promise<metering.ListUsageMonthsResponse> {
  checkUsageMonthsRequest(request);
  return { months: await onDatabase(() => context.usage.readMonths(request.accountId)) };
}
