import {
  canonicalSignal,
  effectiveValues,
  renderDocument,
  type CompanyRecord,
  type SignalRecord,
} from '@heliograph/catalog';
import { randomNumbers, syntheticCompanies, syntheticSignals } from '@heliograph/testing';
import {
  Corpus,
  dayOf,
  NO_IDS,
  Percolator,
  SegmentBuilder,
  type Slices,
  type Snapshot,
} from '@heliograph/read-model';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createGunzip } from 'node:zlib';
import type { CorpusSource } from '../corpus';
import { round } from '../percentiles';
import { SavedSearches } from '../saved-searches';
import type { Report } from '../report';

interface PercolationBenchOptions {
  source: CorpusSource;
  /** Saved searches held in memory. */
  searches: number;
  /** Signals matched against them. */
  measured: number;
  /** Signals per batch. */
  batches: readonly number[];
}

interface Item {
  signal: SignalRecord;
  company: CompanyRecord;
  companyId: number;
}

const SEED = 14;
/** Signals that the index learns rare words from. */
const LEARNED = 5_000;
const WARMING_SIGNALS = 5_000;
const MEGABYTE = 2 ** 20;

/** Signals per second matched against saved searches on one thread, and the cost of a search and of a signal. */
export async function benchPercolation(report: Report, options: PercolationBenchOptions): Promise<void> {
  const items = shuffled(await readItems(options.source));
  const held = items.slice(0, options.measured + WARMING_SIGNALS);
  const others = items.slice(held.length);
  if (others.length === 0) throw new Error('the corpus has too few signals');
  const percolator = new Percolator();
  for (const { segment } of snapshotOf(others.slice(0, LEARNED)).views) percolator.learn(segment);
  const saved = new SavedSearches(others, SEED);
  const today = dayOf(
    others.reduce((latest, { signal }) => (signal.activityDate > latest ? signal.activityDate : latest), ''),
  );
  const before = usedHeap();
  const startedAt = performance.now();
  for (let index = 0; index < options.searches; index++) percolator.add(String(index), saved.draw(), today);
  const addSeconds = (performance.now() - startedAt) / 1000;
  const bytesPerSearch = Math.round((usedHeap() - before) / options.searches);
  percolateAll(percolator, held.slice(options.measured), 250, today);
  for (const batch of options.batches) {
    const figures = percolateAll(percolator, held.slice(0, options.measured), batch, today);
    report.add({
      bench: 'percolation',
      searches: options.searches,
      unindexedQueries: percolator.unindexedQueries,
      bytesPerSearch,
      addsPerSecond: Math.round(options.searches / addSeconds),
      batch,
      ...figures,
    });
  }
  process.stderr.write(`${Math.round(process.memoryUsage().rss / MEGABYTE)} MB resident\n`);
}

function percolateAll(percolator: Percolator, items: readonly Item[], batch: number, today: number) {
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  let [matches, tried, longestMs] = [0, 0, 0];
  for (let start = 0; start < items.length; start += batch) {
    const batchStartedAt = performance.now();
    const value = run(percolator.match(snapshotOf(items.slice(start, start + batch)), today));
    for (const { found } of value.matches) matches += found.length;
    tried += value.tried;
    longestMs = Math.max(longestMs, performance.now() - batchStartedAt);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    signalsPerSecond: Math.round(items.length / seconds),
    cpuMsPerSignal: round((user + system) / 1000 / items.length),
    matchesPerSecond: Math.round(matches / seconds),
    matchesPerSignal: round(matches / items.length),
    triedPerSignal: round(tried / items.length),
    longestBatchMs: round(longestMs),
  };
}

function run<Value>(work: Slices<Value>): Value {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

function snapshotOf(items: readonly Item[]): Snapshot {
  const builder = new SegmentBuilder();
  for (const [ordinal, { signal, company, companyId }] of items.entries()) {
    builder.add({
      id: signal.id,
      ordinal,
      companyId,
      employeeCount: company.employeeCount,
      publishedAtMs: 0,
      document: Buffer.from(renderDocument(signal, company, effectiveValues(signal, company))),
    });
  }
  const corpus = new Corpus();
  corpus.apply({ version: 1, nextOrdinal: items.length, segment: builder.finish(), withdrawn: NO_IDS }, 1);
  return corpus.at(1);
}

async function readItems(source: CorpusSource): Promise<Item[]> {
  const companies = new Map<string, { company: CompanyRecord; companyId: number }>();
  const items: Item[] = [];
  const files = 'directory' in source ? source.directory : undefined;
  const options = 'signals' in source ? { signals: source.signals } : { signals: 0 };
  for await (const company of files
    ? linesOf<CompanyRecord>(files, 'companies')
    : syntheticCompanies(options))
    companies.set(company.slug, { company, companyId: companies.size + 1 });
  for await (const signal of files ? linesOf<SignalRecord>(files, 'signals') : syntheticSignals(options))
    items.push({ signal: canonicalSignal(signal), ...companies.get(signal.companySlug)! });
  return items;
}

async function* linesOf<Value>(directory: string, name: string): AsyncGenerator<Value> {
  const input = createReadStream(join(directory, `${name}.ndjson.gz`)).pipe(createGunzip());
  for await (const line of createInterface({ input })) yield JSON.parse(line) as Value;
}

function shuffled(items: Item[]): Item[] {
  const random = randomNumbers(SEED);
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [items[last], items[other]] = [items[other]!, items[last]!];
  }
  return items;
}

function usedHeap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
