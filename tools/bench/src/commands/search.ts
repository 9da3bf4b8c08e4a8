import { startBareServer } from '../baselines/start-bare-server';
import { medianChargeMs, readChargeBuckets } from '../charge-latency';
import { importInto, untilPublished, untilSearched, type CorpusSource } from '../corpus';
import { alone, load, openLoad, type LoadResult, type Target } from '../load';
import { startEngine, type SearchCluster } from '../opensearch/start-engine';
import { openSearchEngine, type RunningOpenSearch } from '../opensearch/opensearch-engine';
import { round } from '../percentiles';
import { processorTimes, usedBetween, type ProcessorTimes } from '../processor-time';
import type { Report } from '../report';
import { requireSameAnswers, targetOf, type Engine } from '../search/compared';
import { bareEngine, heliographEngine } from '../search/heliograph-engine';
import { queryClasses, type QueryClass } from '../search/query-classes';
import { BenchedSystem } from '../system';

/**
 * Warm-up for all classes together before the first, and for each before its measurement. JIT compilers often take a
 * while to compile hot code.
 */
const FIRST_WARM_UP_SECONDS = 10;
const WARM_UP_SECONDS = 1;
const WARM_UP_QUERIES = 20;
/** Programs whose share of a request is reported by name. */
const PROCESSES = ['gateway', 'search', 'ledger', 'postgresql', 'opensearch'];

export interface SearchBenchOptions {
  source: CorpusSource;
  /** Seconds of load for each class, engine, and loop. */
  seconds: number;
  connections: number;
  /** Requests sent one at a time, for latency alone. */
  aloneRequests: number;
  /** Measures only these classes; all by default. */
  class?: readonly string[];
  /** Whether to measure OpenSearch where Java and Maven are installed. */
  opensearch: boolean;
  /** The engine that answers the API's searches. */
  engine: 'memory' | 'opensearch';
  /** Number of OpenSearch nodes; the index has one shard on each. */
  nodes: number;
}

interface Measured extends LoadResult {
  /** CPU milliseconds per request, by process. */
  cpu: Record<string, number> | undefined;
}

/**
 * Measures the API for each class of queries: unloaded, in a closed loop, and in an open loop at half that rate.
 * Alternates with one bare process (HTTP and the same read model) and with OpenSearch; all must agree.
 */
export async function benchSearch(report: Report, options: SearchBenchOptions): Promise<void> {
  const engine = options.engine === 'opensearch' ? await startEngine(options.nodes) : undefined;
  let system: BenchedSystem | undefined;
  let opensearch: RunningOpenSearch | undefined;
  try {
    system = await BenchedSystem.start(undefined, { EMBEDDING_PROVIDER: 'none', ...engine?.variables });
    const imported = await importInto(system, options.source);
    report.add({
      bench: 'import',
      ...imported,
      signalsPerSecond: Math.round(imported.signals / imported.seconds),
      searchedSecondsLater: await untilSearched(system),
      publishedSecondsLater: await untilPublished(system),
    });
    if (options.opensearch) opensearch = await openSearchEngine(await system.databaseUrl());
    await measureClasses(report, { system, engine, opensearch }, imported.signals, options);
  } finally {
    await opensearch?.close();
    await system?.destroy();
    await engine?.close();
  }
}

interface Measurable {
  system: BenchedSystem;
  /** The engine that answers its searches, unless the API does. */
  engine: SearchCluster | undefined;
  /** For comparison. */
  opensearch: RunningOpenSearch | undefined;
}

async function measureClasses(
  report: Report,
  { system, engine, opensearch }: Measurable,
  signals: number,
  options: SearchBenchOptions,
): Promise<void> {
  const databaseUrl = await system.databaseUrl();
  const classes = await queryClasses(databaseUrl);
  const wanted = options.class ?? classes.map(({ name }) => name);
  const headers = { authorization: `Bearer ${await system.newKey()}` };
  const api = heliographEngine({
    name: 'the API',
    url: system.url,
    headers,
    processorTimes: async () => withCluster(await system.processorTimes(), await engine?.usedMilliseconds()),
  });
  const bareServer = await startBareServer(databaseUrl);
  try {
    const bare = bareEngine({
      name: 'the bare process',
      url: bareServer.url,
      processorTimes: () => processorTimes(bareServer.pid),
    });
    const peers: Record<string, Engine> = opensearch ? { bare, opensearch: opensearch.engine } : { bare };
    for (const engine of [api, ...Object.values(peers)]) await warmUp(engine, classes, options);
    for (const name of wanted) {
      const queryClass = classes.find((each) => each.name === name);
      if (queryClass) {
        const row = await measureClass(system, queryClass, api, peers, options);
        report.add({ bench: 'search', class: name, signals, ...row });
      } else process.stderr.write(`no query of the class "${name}" in this corpus\n`);
    }
  } finally {
    await bareServer.close();
  }
}

function withCluster(
  times: ProcessorTimes | undefined,
  ofCluster: number | undefined,
): ProcessorTimes | undefined {
  return times && ofCluster !== undefined ? new Map([...times, ['opensearch', ofCluster]]) : times;
}

async function warmUp(
  engine: Engine,
  classes: readonly QueryClass[],
  options: SearchBenchOptions,
): Promise<void> {
  const requests = classes
    .flatMap(({ queries }) => queries.slice(0, WARM_UP_QUERIES))
    .flatMap((query) => engine.requestOf(query) ?? []);
  const seconds = Math.min(FIRST_WARM_UP_SECONDS, FIRST_WARM_UP_SECONDS * options.seconds);
  await load({ ...engine, requests }, { ...options, seconds });
}

async function measureClass(
  system: BenchedSystem,
  queryClass: QueryClass,
  api: Engine,
  peers: Readonly<Record<string, Engine>>,
  options: SearchBenchOptions,
): Promise<Record<string, string | number>> {
  const target = (await targetOf(api, queryClass))!;
  // Warm-up: their connections, caches, and compiled code.
  const warming = { ...options, seconds: Math.min(WARM_UP_SECONDS, options.seconds) };
  await load(target, warming);
  const row: Record<string, string | number> = { queries: target.requests.length };
  const peerTargets: [string, Engine, Target][] = [];
  for (const [name, engine] of Object.entries(peers)) {
    const peerTarget = await targetOf(engine, queryClass);
    if (!peerTarget) continue;
    await requireSameAnswers(queryClass, { engine: api, target }, { engine, target: peerTarget });
    await load(peerTarget, warming);
    peerTargets.push([name, engine, peerTarget]);
  }

  const single = await alone(target, options.aloneRequests);
  Object.assign(row, { aloneP50: single.p50, aloneP95: single.p95, aloneP99: single.p99 });
  const closed = await withCharges(system, () => withProcessors(api, () => load(target, options)));
  const { rps, p50, p95, p99, errors, chargeP50 } = closed;
  Object.assign(row, { rps, p50, p95, p99, errors, chargeP50 });
  const rate = Math.max(1, Math.round(rps / 2));
  const open = await withCharges(system, () => openLoad(target, { ...options, rate }));
  Object.assign(row, { openRate: rate, openP50: open.p50, openP95: open.p95, openP99: open.p99 });
  Object.assign(row, { openErrors: open.errors, openChargeP50: open.chargeP50 }, processorColumns(closed));
  for (const [name, engine, peerTarget] of peerTargets) {
    const peerAlone = await alone(peerTarget, options.aloneRequests);
    const peer = await withProcessors(engine, () => load(peerTarget, options));
    row[`${name}AloneP50`] = peerAlone.p50;
    row[`${name}Rps`] = peer.rps;
    row[`${name}P50`] = peer.p50;
    if (peer.cpu) row[`${name}Cpu`] = round(peer.cpu.sum!);
    row[`${name}Ratio`] = round(rps / peer.rps);
  }
  return row;
}

/** Adds the CPU time that the engine's processes used meanwhile. */
async function withProcessors(engine: Engine, run: () => Promise<LoadResult>): Promise<Measured> {
  const before = await engine.processorTimes();
  const started = performance.now();
  const result = await run();
  const seconds = (performance.now() - started) / 1000;
  const used = usedBetween(before, await engine.processorTimes());
  const requests = result.rps * seconds + result.errors;
  const cpu = used && Object.fromEntries(Object.entries(used).map(([name, ms]) => [name, ms / requests]));
  return { ...result, cpu };
}

/** CPU milliseconds per request: in total, by program, and for the rest. */
function processorColumns({ cpu }: Measured): Record<string, number> {
  if (!cpu) return {};
  const named = PROCESSES.filter((name) => name in cpu).map((name) => [name, cpu[name]!] as const);
  const rest = named.reduce((left, [, milliseconds]) => left - milliseconds, cpu.sum!);
  const column = (name: string) => `cpu${name[0]!.toUpperCase()}${name.slice(1)}`;
  return Object.fromEntries(
    [['', cpu.sum!] as const, ...named, ['others', rest] as const].map(([name, milliseconds]) => [
      name === '' ? 'cpu' : column(name),
      round(milliseconds),
    ]),
  );
}

/** The results of a load on the API, and the median time in milliseconds that its requests waited for their charges. */
async function withCharges<Result extends LoadResult>(
  system: BenchedSystem,
  run: () => Promise<Result>,
): Promise<Result & { chargeP50: number }> {
  const before = await readChargeBuckets(system.home);
  const result = await run();
  return { ...result, chargeP50: medianChargeMs(before, await readChargeBuckets(system.home)) };
}
