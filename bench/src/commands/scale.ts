import { importInto } from '../corpus';
import { alone } from '../load';
import { round, type Latency } from '../percentiles';
import { queryClasses } from '../query-classes';
import type { Report } from '../report';
import { BenchedSystem } from '../system';

/** The latency of each class alone at growing sizes, and how much it grows from the smallest to the largest. */
export async function benchScale(
  report: Report,
  options: { sizes: readonly number[]; aloneRequests: number },
): Promise<void> {
  const byClass = new Map<string, Latency[]>();
  for (const signals of options.sizes) {
    const system = await BenchedSystem.start();
    try {
      await importInto(system, { signals });
      const headers = { authorization: `Bearer ${await system.newKey()}` };
      for (const { name, queries } of await queryClasses(await system.databaseUrl())) {
        if (queries.length === 0) continue;
        const paths = queries.map((parameters) => `/api/v1/signals?${new URLSearchParams(parameters)}`);
        const target = { url: system.url, paths, headers };
        await alone(target, queries.length);
        const latency = await alone(target, options.aloneRequests);
        byClass.set(name, [...(byClass.get(name) ?? []), latency]);
        report.add({ bench: 'scale', class: name, signals, ...latency });
      }
    } finally {
      await system.destroy();
    }
  }
  for (const [name, latencies] of byClass) {
    const [first, last] = [latencies[0]!, latencies.at(-1)!];
    report.add({
      bench: 'slope',
      class: name,
      signals: `${options.sizes[0]} to ${options.sizes.at(-1)}`,
      p50: round(last.p50 / first.p50),
      p95: round(last.p95 / first.p95),
      p99: round(last.p99 / first.p99),
    });
  }
}
