import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { round } from './percentiles';

const HISTOGRAM = 'heliograph_gateway_charge_seconds_bucket';

/** Charges that took at most this many seconds, by the buckets' upper bounds in ascending order. */
export type Buckets = readonly { atMost: number; count: number }[];

/** The charge latencies that the system's gateway has measured so far. */
export async function readChargeBuckets(home: string): Promise<Buckets> {
  const file = JSON.parse(await readFile(join(home, 'run/system.json'), 'utf8')) as {
    metrics: { gateway: number };
  };
  const response = await fetch(`http://127.0.0.1:${file.metrics.gateway}/metrics`);
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith(HISTOGRAM));
  return lines
    .map((line) => {
      const [, bound, count] = /le="([^"]+)".*\} (\S+)$/.exec(line) ?? [];
      return { atMost: bound === '+Inf' ? Infinity : Number(bound), count: Number(count) };
    })
    .sort((one, other) => one.atMost - other.atMost);
}

/**
 * The median in milliseconds of the charges between two readings, interpolated linearly within its bucket. A median
 * beyond the last bound is reported as that bound.
 */
export function medianChargeMs(before: Buckets, after: Buckets): number {
  const counts = after.map(({ atMost, count }, index) => ({
    atMost,
    count: count - (before[index]?.count ?? 0),
  }));
  const half = (counts.at(-1)?.count ?? 0) / 2;
  let lower = 0;
  let below = 0;
  for (const { atMost, count } of counts) {
    if (count >= half && count > below) {
      const upper = Number.isFinite(atMost) ? atMost : lower;
      return round(1000 * (lower + ((upper - lower) * (half - below)) / (count - below)));
    }
    lower = atMost;
    below = count;
  }
  return 0;
}
