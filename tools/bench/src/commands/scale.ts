import { FakeProvider } from '@heliograph/testing';
import { importInto } from '../corpus';
import { alone } from '../load';
import { round, type Latency } from '../percentiles';
import type { Report } from '../report';
import { targetOf } from '../search/compared';
import { heliographEngine } from '../search/heliograph-engine';
import { queryClasses } from '../search/query-classes';
import { measureApi } from '../semantic/measure-api';
import { measureIndex } from '../semantic/measure-index';
import { titlesOf } from '../semantic/stored-vectors';
import { BenchedSystem } from '../system';

const SEMANTIC_QUERIES = 50;

/**
 * The unloaded latency of each class at increasing corpus sizes, and its growth from the smallest to the largest; the
 * same for semantic search, with a cheap embedding provider.
 */
export async function benchScale(
  report: Report,
  options: { sizes: readonly number[]; aloneRequests: number },
): Promise<void> {
  const byClass = new Map<string, Latency[]>();
  const note = (name: string, latency: Latency) => byClass.set(name, [...(byClass.get(name) ?? []), latency]);
  for (const signals of options.sizes) {
    const provider = await FakeProvider.start();
    const system = await BenchedSystem.start(['--empty'], provider.environment);
    try {
      await importInto(system, { signals });
      await system.admin('embed');
      const key = await system.newKey();
      const databaseUrl = await system.databaseUrl();
      const texts = await titlesOf(databaseUrl, 2 * SEMANTIC_QUERIES);
      note('semantic: index', await measureIndex(report, system, signals, texts.slice(0, SEMANTIC_QUERIES)));
      for (const [asked, latency] of await measureApi(report, { system, key, signals, texts })) {
        note(`semantic: ${asked}`, latency);
      }
      const headers = { authorization: `Bearer ${key}` };
      const api = heliographEngine({
        name: 'the API',
        url: system.url,
        headers,
        processorTimes: () => system.processorTimes(),
      });
      for (const queryClass of await queryClasses(databaseUrl)) {
        const { name } = queryClass;
        const target = (await targetOf(api, queryClass))!;
        await alone(target, target.requests.length);
        const latency = await alone(target, options.aloneRequests);
        note(name, latency);
        report.add({ bench: 'scale', class: name, signals, ...latency });
      }
    } finally {
      await system.destroy();
      await provider.close();
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
