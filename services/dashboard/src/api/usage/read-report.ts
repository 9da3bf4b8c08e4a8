import { faultOfMonth } from '@heliograph/contract';
import type { UsageReport } from '@heliograph/dashboard-api';
import type { metering } from '@heliograph/proto';
import { dollarsOfMicros } from '@heliograph/runtime';
import type { Query } from '@heliograph/signal-search';
import type { DashboardContext } from '../../context';
import { auditDetail } from '../../domain/audit-sentence';
import { monthOf } from '../../domain/days';
import { usageReport } from '../../domain/usage-report';
import type { Exchange } from '../../http/exchange';
import { ask } from '../ask';
import { refuse, type EndpointRequest } from '../endpoint';

/** The parameters of a usage report. */
export const USAGE_PARAMETERS: ReadonlySet<string> = new Set(['month']);

const CLI_SESSION_BEGUN = 'cli_session.create';
const AUDIT_PAGE = 200;
/** Devices further back than this in the audit log are shown by id. */
const MAXIMUM_AUDIT_PAGES = 5;

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

function readMonth({ values, faults }: Query, current: string, nowMs: number): string {
  const month = values.get('month') ?? current;
  const message = faultOfMonth(month, nowMs);
  if (message) faults.push({ code: 'invalid_parameter', parameter: 'month', message });
  refuse(faults);
  return month;
}

/** The names of keys and devices, including revoked and signed-out ones. */
async function readNames(
  context: DashboardContext,
  exchange: Exchange,
  accountId: string,
  days: readonly metering.DailyUsage[],
): Promise<Map<string, string>> {
  const { clients } = context;
  const used = (channel: string) =>
    new Set(days.filter((day) => day.channel === channel).map(({ credentialId }) => credentialId));
  const names = new Map<string, string>();
  if (used('api').size > 0) {
    const { keys } = await ask(exchange, (call) => clients.identity.listKeys({ accountId }, call));
    for (const { id, name, hint } of keys) names.set(id, name || hint);
  }
  const devices = used('cli');
  if (devices.size > 0) {
    const { sessions } = await ask(exchange, (call) => clients.cli.listCliSessions({ accountId }, call));
    for (const { id, device } of sessions) names.set(id, device?.name ?? '');
    await addEndedDevices(context, exchange, accountId, devices, names);
  }
  return names;
}

/** Only the audit log knows the device of an ended session. */
async function addEndedDevices(
  { clients }: DashboardContext,
  exchange: Exchange,
  accountId: string,
  devices: ReadonlySet<string>,
  names: Map<string, string>,
): Promise<void> {
  let pageToken = '';
  for (let page = 0; page < MAXIMUM_AUDIT_PAGES; page += 1) {
    if ([...devices].every((id) => names.has(id))) return;
    const { entries, nextPageToken } = await ask(exchange, (call) =>
      clients.identity.listAuditEntries({ accountId, limit: AUDIT_PAGE, pageToken }, call),
    );
    for (const { action, detailJson } of entries) {
      const { sessionId, device } = auditDetail(detailJson);
      if (action === CLI_SESSION_BEGUN && typeof sessionId === 'string' && typeof device === 'string') {
        names.set(sessionId, device);
      }
    }
    if (nextPageToken === '') return;
    pageToken = nextPageToken;
  }
}
