import type { UsageReport, UsageRow } from '@heliograph/dashboard-api';
import { type ChartData, dollarsOf, microsOf, MAXIMUM_SERIES, type Series } from '../../design/figures';

export type Dimension = 'operation' | 'key' | 'channel';
export type Measure = 'records' | 'requests';

/** A month's rows, totaled by one dimension. */
export interface UsageTotal extends Series {
  requests: number;
  records: number;
  allowanceRecords: number;
  prepaidRecords: number;
  subscriptionRecords: number;
  /** US dollars. */
  cost: string;
}

const CHANNELS: Readonly<Record<UsageRow['channel'], string>> = {
  api: 'API',
  cli: 'Command line',
  web: 'Dashboard',
};

const OPERATIONS: Readonly<Record<string, string>> = {
  searchSignals: 'Search signals',
  getCompany: 'Company details',
  getChanges: 'Changes',
  deliverWebhook: 'Webhook deliveries',
  getFilterOptions: 'Filter options',
  getUsage: 'Usage',
  searchActivities: 'Search activities',
  browseActivities: 'Browse activities',
};

/** An operation's id in words; an unknown one as is, such as "searchSignals". */
export function operationName(operation: string): string {
  return Object.hasOwn(OPERATIONS, operation) ? OPERATIONS[operation]! : operation;
}

function channelName(channel: UsageRow['channel']): string {
  return CHANNELS[channel];
}

function seriesOf(row: UsageRow, dimension: Dimension): Series {
  switch (dimension) {
    case 'operation':
      return { id: row.operation, label: operationName(row.operation) };
    case 'key':
      // Every browser session is a separate credential, so show them as one.
      if (row.channel === 'web') return { id: 'web', label: row.credentialName };
      return { id: row.credentialId, label: row.credentialName };
    case 'channel':
      return { id: row.channel, label: channelName(row.channel) };
  }
}

/** Requests from the dashboard's pages, which the report's total leaves out. */
export function requestsInDashboard(rows: readonly UsageRow[]): number {
  return rows.reduce((sum, { channel, requests }) => sum + (channel === 'web' ? requests : 0), 0);
}

/** The month's totals by operation, key, or channel: most records first, then most requests. */
export function totalUsage(rows: readonly UsageRow[], dimension: Dimension): UsageTotal[] {
  const totals = new Map<string, UsageTotal & { micros: bigint }>();
  for (const row of rows) {
    const { id, label } = seriesOf(row, dimension);
    const total = totals.get(id) ?? {
      id,
      label,
      requests: 0,
      records: 0,
      allowanceRecords: 0,
      prepaidRecords: 0,
      subscriptionRecords: 0,
      cost: '',
      micros: 0n,
    };
    total.requests += row.requests;
    total.records += row.records;
    total.allowanceRecords += row.allowanceRecords;
    total.prepaidRecords += row.prepaidRecords;
    total.subscriptionRecords += row.subscriptionRecords;
    total.micros += microsOf(row.cost);
    totals.set(id, total);
  }
  return [...totals.values()]
    .map(({ micros, ...total }) => ({ ...total, cost: dollarsOf(micros) }))
    .sort(
      (one, other) =>
        other.records - one.records || other.requests - one.requests || compare(one.id, other.id),
    );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The series for everything without a color of its own. */
const OTHERS: Series = { id: '…others', label: 'Others' };

/**
 * The month by day, stacked by a dimension. The largest series are separate; the rest are combined.
 *
 * @param today UTC, `YYYY-MM-DD`; later days are omitted.
 */
export function pivotByDay(
  { month, rows }: Pick<UsageReport, 'month' | 'rows'>,
  dimension: Dimension,
  measure: Measure,
  today: string,
): ChartData {
  const totals = new Map<string, Series & { total: number }>();
  for (const row of rows) {
    const series = seriesOf(row, dimension);
    const before = totals.get(series.id)?.total ?? 0;
    totals.set(series.id, { ...series, total: before + row[measure] });
  }
  const ordered = [...totals.values()]
    .filter(({ total }) => total > 0)
    .sort((one, other) => other.total - one.total || compare(one.id, other.id));
  const own = ordered.length > MAXIMUM_SERIES ? ordered.slice(0, MAXIMUM_SERIES - 1) : ordered;
  const series: Series[] = own.map(({ id, label }) => ({ id, label }));
  if (ordered.length > own.length) series.push(OTHERS);

  const isOwn = new Set(own.map(({ id }) => id));
  const days = new Map(daysOf(month, today).map((date) => [date, {} as Record<string, number>]));
  for (const row of rows) {
    const values = days.get(row.date);
    const { id } = seriesOf(row, dimension);
    const key = isOwn.has(id) ? id : OTHERS.id;
    if (values && row[measure] > 0) values[key] = (values[key] ?? 0) + row[measure];
  }
  return { series, days: [...days].map(([date, values]) => ({ date, values })) };
}

/** All days of a UTC month up to today. */
export function daysOf(month: string, today: string): string[] {
  const [year = 0, monthNumber = 1] = month.split('-').map(Number);
  const count = new Date(Date.UTC(year, monthNumber, 0)).getUTCDate();
  return Array.from({ length: count }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`).filter(
    (date) => date <= today,
  );
}
