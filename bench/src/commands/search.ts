import { bareClient } from '../baselines/bare-client';
import { startBareServer } from '../baselines/start-bare-server';
import { medianChargeMs, readChargeBuckets } from '../charge-latency';
import { compileQueries } from '../compiled-search';
import { importInto, untilPublished, type CorpusSource } from '../corpus';
import { alone, load, pacedLoad, type LoadResult } from '../load';
import { round } from '../percentiles';
import { allInTurn, queryClasses, type QueryClassName } from '../query-classes';
import type { Report } from '../report';
import { BenchedSystem } from '../system';

const WARM_UP_SECONDS = 1;

export interface SearchBenchOptions {
  source: CorpusSource;
  /** Seconds of load for each class and each of the three ways. */
  seconds: number;
  connections: number;
  /** Requests that are sent one by one for the latency alone. */
  aloneRequests: number;
  /** The only class to measure. */
  class?: QueryClassName;
}

/**
 * The API for each class of queries: alone and under load; beside it the same SQL by a bare client, and by one bare
 * process with HTTP in front. The three loads take turns, so that what is quoted are ratios within a minute.
 */
export async function benchSearch(report: Report, options: SearchBenchOptions): Promise<void> {
  const system = await BenchedSystem.start();
  try {
    const imported = await importInto(system, options.source);
    report.add({
      bench: 'import',
      ...imported,
      signalsPerSecond: Math.round(imported.signals / imported.seconds),
      publishedSecondsLater: await untilPublished(system),
    });
    await measureClasses(report, system, imported.signals, options);
  } finally {
    await system.destroy();
  }
}

async function measureClasses(
  report: Report,
  system: BenchedSystem,
  signals: number,
  options: SearchBenchOptions,
): Promise<void> {
  const databaseUrl = await system.databaseUrl();
  const headers = { authorization: `Bearer ${await system.newKey()}` };
  const classes = await queryClasses(databaseUrl);
  const all = [...classes, allInTurn(classes)];
  const wanted = all.filter(({ name }) => options.class === undefined || name === options.class);
  for (const { name, queries } of wanted) {
    if (queries.length === 0) {
      process.stderr.write(`no query of the class "${name}" in this corpus\n`);
      continue;
    }
    const statements = await compileQueries(databaseUrl, queries);
    const paths = queries.map((parameters) => `/api/v1/signals?${new URLSearchParams(parameters)}`);
    const api = { url: system.url, paths, headers };
    const bareServer = await startBareServer(databaseUrl, statements);
    const bare = { url: bareServer.url, paths: statements.map((_, index) => `/${index}`) };
    // Unmeasured: connections, prepared statements, caches and compiled code of both ways.
    for (const target of [api, bare]) {
      await alone(target, queries.length);
      await load(target, { ...options, seconds: Math.min(WARM_UP_SECONDS, options.seconds) });
    }
    const single = await alone(api, options.aloneRequests);
    const bareLoad = await load(bare, options);
    const apiLoad = await withCharges(system, () => load(api, options));
    // With processors to spare, what is waited for is the charge and not they.
    const rate = Math.max(1, Math.round(apiLoad.rps / 2));
    const halfLoad = await withCharges(system, () => pacedLoad(api, { ...options, rate }));
    const sqlLoad = await bareClient(databaseUrl, statements, options);
    await bareServer.close();
    report.add({
      bench: 'search',
      class: name,
      signals,
      aloneP50: single.p50,
      aloneP95: single.p95,
      rps: apiLoad.rps,
      p50: apiLoad.p50,
      p95: apiLoad.p95,
      p99: apiLoad.p99,
      errors: apiLoad.errors,
      chargeP50: apiLoad.chargeP50,
      halfLoadRps: halfLoad.rps,
      halfLoadP50: halfLoad.p50,
      halfLoadChargeP50: halfLoad.chargeP50,
      bareRps: bareLoad.rps,
      bareP50: bareLoad.p50,
      sqlRps: sqlLoad.rps,
      sqlP50: sqlLoad.p50,
      ratioToBare: round(apiLoad.rps / bareLoad.rps),
      ratioToSql: round(apiLoad.rps / sqlLoad.rps),
    });
  }
}

/** What a load of the API measured, and what its requests waited for their charges meanwhile: the median, in milliseconds. */
async function withCharges(
  system: BenchedSystem,
  run: () => Promise<LoadResult>,
): Promise<LoadResult & { chargeP50: number }> {
  const before = await readChargeBuckets(system.home);
  const result = await run();
  return { ...result, chargeP50: medianChargeMs(before, await readChargeBuckets(system.home)) };
}
