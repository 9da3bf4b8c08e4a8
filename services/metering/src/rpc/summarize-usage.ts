import { onDatabase } from '@heliograph/postgres';
import type { metering } from '@heliograph/proto';
import type { Context } from '../context';
import { monthOf } from '../domain/calendar';
import { checkSummaryRequest } from './convert';

/** Usage of all accounts in a UTC month. Lags behind the ledger by the events in flight. */
export async function summarizeUsage(
  context: Context,
  request: metering.SummarizeUsageRequest,
): Promise<metering.UsageSummary> {
  checkSummaryRequest(request);
  const month = request.month || monthOf(Date.now());
  return { month, ...(await onDatabase(() => context.usage.summarize(month, request.limit))) };
}
