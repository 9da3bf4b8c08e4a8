import { groupBy } from '../check/group-by';
import type { FaultsReport } from './report';

/** Violations listed per check. */
const MAXIMUM_PER_CHECK = 10;

/** Moments listed per kind of fault. */
const MAXIMUM_TIMES = 8;

/** The human-readable report. */
export function reportText(report: FaultsReport): string {
  return [summary(report), faultsTable(report), violationsText(report)].join('\n\n');
}

function summary({ requests, events, ...report }: FaultsReport): string {
  const retries = Object.entries(requests.retries).map(([reason, count]) => `${count} ${reason}`);
  const waits = requests.answerSeconds;
  const faults = report.faults.reduce((sum, { count }) => sum + count, 0);
  return lines([
    ['started', report.startedAt],
    ['commit', report.commit],
    ['machine', report.machine],
    ['seed', `${report.seed}`],
    [
      'run',
      `${report.seconds} s, ${report.clients} clients, event log ${report.eventLog}, limits ${report.limits}, database ${report.database}`,
    ],
    ['faults', `${faults} of ${report.faults.length} kinds`],
    ['lost', `${report.lost}`],
    ['doubled', `${report.doubled}`],
    ['requests', `${requests.logical} in ${requests.attempts} attempts`],
    ['retries', retries.join(', ') || 'none'],
    [
      'answers',
      `${requests.answered} × 200, ${requests.refused} × 402, ${requests.limited} given up while limited`,
    ],
    ['definite after', `${waits.median} s median, ${waits.p99} s p99, ${waits.maximum} s at most`],
    [
      'also',
      `${requests.replays} replays, ${requests.conflicts} conflicts, ${requests.twins} twins, ${report.topUps} top-ups`,
    ],
    [
      'webhooks',
      `${report.webhooks.signals} signals in ${report.webhooks.deliveries} deliveries, ${report.webhooks.attempts} attempts, ${report.webhooks.records} records charged`,
    ],
    ['charges', `${report.charges.count} with ${report.charges.records} records`],
    [
      'events',
      `${events.distinct}, of them ${events.copies} published again, ${events.redelivered} redelivered by the run`,
    ],
    ['poison', `${events.poison} messages, ${events.deadLetters} dead letters`],
    [
      'metering',
      `${report.metering.requests} with ${report.metering.records} records, caught up after ${report.catchUpSeconds} s`,
    ],
  ]);
}

function faultsTable({ faults }: FaultsReport): string {
  const head = ['fault', 'times', 'median s', 'max s', 'at s'];
  const rows = faults.map(({ kind, count, recoverySeconds, atSeconds }) => [
    kind,
    String(count),
    recoverySeconds?.median.toFixed(2) ?? '-',
    recoverySeconds?.maximum.toFixed(2) ?? '-',
    [...atSeconds.slice(0, MAXIMUM_TIMES).map(Math.round), ...(count > MAXIMUM_TIMES ? ['…'] : [])].join(' '),
  ]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  );
  const isText = (column: number) => column === 0 || column === head.length - 1;
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) =>
          isText(column) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function violationsText({ violations, seed }: FaultsReport): string {
  if (violations.length === 0) return 'Nothing lost, nothing doubled.';
  const listed = [...groupBy(violations, ({ check }) => check)].flatMap(([check, own]) => {
    const more = own.length - MAXIMUM_PER_CHECK;
    return [
      ...own
        .slice(0, MAXIMUM_PER_CHECK)
        .map(({ detail, ids }) => `  ${check}: ${detail} [${ids.join(', ')}]`),
      ...(more > 0 ? [`  ${check}: and ${more} more, which --json lists`] : []),
    ];
  });
  return [`${violations.length} violations (seed ${seed}):`, ...listed].join('\n');
}

function lines(facts: readonly (readonly [string, string])[]): string {
  const width = Math.max(...facts.map(([name]) => name.length));
  return facts.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}
