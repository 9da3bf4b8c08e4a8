import { monthIssue } from '@heliograph/contract';
import type { UsageReport } from '@heliograph/dashboard-api';
import { dollarsOfMicros } from '@heliograph/runtime';
import type { Query } from '@heliograph/signal-search';
import { monthOf } from '../../domain/days';
import { usageReport } from '../../domain/usage-report';
import { ask } from '../ask';
import { readNames } from '../credential-names';
import { refuse, type EndpointRequest } from '../endpoint';

/** The parameters of a usage report. */
export const USAGE_PARAMETERS: ReadonlySet<string> = new Set(['month']);

/**
 * The usage report of a request.
 *
 * @throws ServiceError when metering is unavailable: without it there is no report.
 */
export async function readUsageReport({
  context,
  exchange,
  signedIn: { account },
  query,
}: EndpointRequest<undefined>): Promise<UsageReport> {
  const accountId = account.id;
  const { clients } = context;
  const nowMs = context.clock();
  const current = monthOf(nowMs);
  const month = readMonth(query, current, nowMs);
  const [{ days }, { months }] = await Promise.all([
    ask(exchange, (call) => clients.metering.getUsageHistory({ accountId, month }, call)),
    ask(exchange, (call) => clients.metering.listUsageMonths({ accountId }, call)),
  ]);
  const names = await readNames(context, exchange, accountId, days);
  const known = [current, ...months.map((used) => used.month)];
  return usageReport(month, known, days, names, dollarsOfMicros);
}

function readMonth({ values, issues }: Query, current: string, nowMs: number): string {
  const month = values.get('month') ?? current;
  const message = monthIssue(month, nowMs);
  if (message) issues.push({ code: 'invalid_parameter', parameter: 'month', message });
  refuse(issues);
  return month;
}
