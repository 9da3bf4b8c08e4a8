import type { ClusterStatus } from '../status';
import type { ExerciseReport } from '../exercise/report';

/** Titles and rows, aligned in columns. */
function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [titles, ...rows];
  const widths = titles.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd())
    .join('\n');
}

/** The instances, and where they run. */
export function statusText({ instances, incidents }: ClusterStatus): string {
  const rows = instances.map(({ name, address, state, ready, inFlight }) => [
    name,
    address,
    ready ? 'ready' : state,
    inFlight === undefined ? '' : String(inFlight),
  ]);
  const ended = incidents.map(({ instance, kind, how, at }) => `  ${at} ${instance} ${kind}: ${how}`);
  return [table(['INSTANCE', 'ADDRESS', 'STATE', 'IN FLIGHT'], rows), ...ended].join('\n');
}

/** The result of an exercise. */
export function reportText(report: ExerciseReport): string {
  const { latencyMs, reconciliation, failures, failed } = report;
  const totals = ({ requests, records }: { requests: number; records: number }) =>
    `${requests} requests, ${records} records`;
  const pairs = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([name, count]) => `${name || 'nobody'} ${count}`)
      .join(', ');
  const facts: [string, string][] = [
    ...report.actions.map(({ action, seconds }): [string, string] => [action, `${seconds} s`]),
    [
      'requests',
      `${report.requests} in ${report.seconds} s (${report.requestsPerSecond}/s): ${pairs(report.byOperation)}`,
    ],
    ['answered by', pairs(report.byInstance)],
    ['asked again', String(report.replays)],
    ['failed', String(failed)],
    [
      'latency',
      `p50 ${latencyMs.p50} ms, p95 ${latencyMs.p95} ms, p99 ${latencyMs.p99} ms, longest ${latencyMs.max} ms`,
    ],
    ['answers', totals(reconciliation.answers)],
    ['ledger', totals(reconciliation.ledger)],
    ['metering', `${totals(reconciliation.metering)} (caught up in ${reconciliation.catchUpMs} ms)`],
  ];
  const width = Math.max(...facts.map(([name]) => name.length));
  const lines = facts.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  const failedLines = failures.map(
    ({ atMs, operation, status, reason, servedBy, tookMs, requestId }) =>
      `  at ${(atMs / 1_000).toFixed(1)} s ${operation} ${status || 'no answer'} ${reason} by ${servedBy || 'nobody'} after ${tookMs} ms (${requestId})`,
  );
  return [
    '',
    ...lines,
    ...(failedLines.length > 0 ? ['', 'Failed:', ...failedLines] : []),
    ...(report.violations.length > 0 ? ['', ...report.violations.map((text) => `  ! ${text}`)] : []),
    ...(report.incidents.length > 0
      ? ['', ...report.incidents.map(({ instance, kind, how }) => `  ! ${instance} ${kind}: ${how}`)]
      : []),
    '',
    report.passed ? 'Passed: no request failed, and clients, ledger and metering agree.' : 'Not passed.',
    '',
  ].join('\n');
}
