/** Totals per day, credential, channel, and operation. */
interface DailyTotal {
  /** `YYYY-MM-DD`, UTC. */
  date: string;
  operation: string;
  requests: bigint;
  records: bigint;
}

/** An account's day in the response of `GET /usage`. */
export interface DayOfUsage {
  date: string;
  requests: number;
  records: number;
  byOperation: { operation: string; requests: number; records: number }[];
}

/** Days with usage, in order, over all credentials and channels. */
export function byDay(totals: readonly DailyTotal[]): DayOfUsage[] {
  const days = new Map<string, Map<string, { requests: bigint; records: bigint }>>();
  for (const { date, operation, requests, records } of totals) {
    const operations = days.get(date) ?? new Map<string, { requests: bigint; records: bigint }>();
    const known = operations.get(operation) ?? { requests: 0n, records: 0n };
    operations.set(operation, { requests: known.requests + requests, records: known.records + records });
    days.set(date, operations);
  }
  return [...days].sort(byName).map(([date, operations]) => {
    const byOperation = [...operations].sort(byName).map(([operation, { requests, records }]) => ({
      operation,
      requests: Number(requests),
      records: Number(records),
    }));
    return {
      date,
      requests: byOperation.reduce((sum, { requests }) => sum + requests, 0),
      records: byOperation.reduce((sum, { records }) => sum + records, 0),
      byOperation,
    };
  });
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}
