import type { UsageReport, UsageRow } from '@heliograph/dashboard-api';
import { credentialNameOf } from '@heliograph/signal-search';
import { requestsOf } from './days';

/** Usage on one day, as totaled by metering. Micro-dollars. */
interface DailyUse {
  date: string;
  credentialId: string;
  channel: string;
  operation: string;
  requests: bigint;
  records: bigint;
  allowanceRecords: bigint;
  prepaidRecords: bigint;
  subscriptionRecords: bigint;
  prepaidMicros: bigint;
}

const CHANNELS = ['api', 'cli', 'web'] as const;

/**
 * A month of usage. Rows are sorted by date, then in metering's order.
 *
 * @param names of keys and devices by id; browser sessions need none.
 * @param dollars formats micro-dollars.
 */
export function usageReport(
  month: string,
  months: readonly string[],
  uses: readonly DailyUse[],
  names: ReadonlyMap<string, string>,
  dollars: (micros: bigint) => string,
): UsageReport {
  const rows = uses.map((use): UsageRow => {
    const channel = CHANNELS.find((known) => known === use.channel) ?? 'api';
    return {
      date: use.date,
      credentialId: use.credentialId,
      credentialName: nameOf(channel, use.credentialId, names),
      channel,
      operation: use.operation,
      requests: Number(use.requests),
      records: Number(use.records),
      allowanceRecords: Number(use.allowanceRecords),
      prepaidRecords: Number(use.prepaidRecords),
      subscriptionRecords: Number(use.subscriptionRecords),
      cost: dollars(use.prepaidMicros),
    };
  });
  return {
    month,
    months: [...new Set([month, ...months])].sort().reverse(),
    rows,
    totals: {
      // Browsing in the dashboard is in the rows, but is not an API request.
      requests: uses.reduce((sum, use) => sum + requestsOf(use), 0),
      records: rows.reduce((sum, { records }) => sum + records, 0),
      cost: dollars(uses.reduce((sum, { prepaidMicros }) => sum + prepaidMicros, 0n)),
    },
  };
}

/** A credential's display name. @param names of keys and devices by id. */
function nameOf(channel: UsageRow['channel'], id: string, names: ReadonlyMap<string, string>): string {
  if (channel === 'web') return 'Dashboard';
  return credentialNameOf(channel, id, names);
}
