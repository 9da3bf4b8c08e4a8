import { createLogger, createMetrics, type CallContext } from '@heliograph/runtime';
import { startBeforeAll, startTestDatabase } from '@heliograph/testing';
import fc from 'fast-check';
import { Pool } from 'pg';
import { SearchMetrics } from '../src/metrics';
import { SemanticSearch, type SemanticRequest } from '../src/semantic/semantic-search';
import { CollectionStore } from '../src/storage/collection-store';
import { ReadModelEngine } from '../src/engine/read-model-engine';
import { Admission } from '../src/admission/admission';
import { AdmissionMetrics } from '../src/admission/metrics';
import { LiveCorpus } from '../src/read-model/live-corpus';
import { ReadModelMetrics } from '../src/read-model/metrics';
import { companies, queries, signals as anySignals, TODAY } from './support/arbitrary';
import { bruteForcePool, type PlainSignal } from './support/brute-force';
import { embedSignals, importSignals, reportCollection } from './support/corpus';
import { byRank, ExactVectorIndex, similarityOf } from './support/exact-vector-index';
import { FakeEmbeddings, vectorOf } from './support/fake-embeddings';
import { wireFilters } from './support/wire-filters';

const now = new Date(`${TODAY}T12:00:00Z`);
const SEED = 20261122;
const COLLECTION = 'signals-test-1';
const call: CallContext = {
  requestId: 'r',
  traceparent: '',
  caller: 'test',
  accountId: 'a',
  deadline: Number.MAX_SAFE_INTEGER,
  signal: new AbortController().signal,
  remainingMs: () => 30_000,
};

let signals: PlainSignal[];
const index = new ExactVectorIndex();
const isEmbedded = ({ id }: PlainSignal) => BigInt(id) % 5n !== 0n;

const database = startBeforeAll(startTestDatabase);
beforeAll(async () => {
  const catalog = database.connectionString('catalog');
  signals = fc.sample(anySignals, { numRuns: 1, seed: SEED })[0]!;
  await importSignals(catalog, companies, signals);
  // Some have no vector: they are excluded, both as items and as evidence.
  await embedSignals(
    catalog,
    index,
    COLLECTION,
    signals.filter(isEmbedded).map(({ id }) => id),
  );
  await reportCollection(catalog, COLLECTION, { signals: 1, embedded: 1, complete: true });
});

/** The answer of an index that holds `mostMatches` of the nearest published signals. */
function poolOf(text: string, mostMatches: number) {
  return signals
    .filter((signal) => isEmbedded(signal) && Date.parse(signal.publishedAt) <= now.getTime())
    .map(({ id, title }) => ({ id, similarityMillionths: similarityOf(vectorOf(text), vectorOf(title)) }))
    .sort(byRank)
    .slice(0, mostMatches);
}

async function allPages(semantic: SemanticSearch, request: SemanticRequest) {
  const items: { id: string; similarity: number }[] = [];
  const counts = new Set<string>();
  let continuation: SemanticRequest['continuation'];
  do {
    const page = await semantic.search({ ...request, continuation }, call);
    items.push(...(JSON.parse(page.itemsJson.toString()) as { id: string; similarity: number }[]));
    counts.add(`${page.poolSize} ${page.matched}`);
    if (page.next) expect(page.itemCount).toBe(request.limit);
    continuation = page.next
      ? { after: page.next, cutoff: page.cutoff, collection: page.collection }
      : undefined;
  } while (continuation);
  return { items, counts: [...counts] };
}

test('random queries within random pools answer like the definition, on pages that form one list', async () => {
  const pool = new Pool({ connectionString: database.connectionString('reader'), max: 2 });
  const metrics = createMetrics('test');
  const corpus = new LiveCorpus({
    databaseUrl: database.connectionString('reader'),
    catalogReadUrl: database.connectionString('reader'),
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: new ReadModelMetrics(metrics),
    now: () => now,
  });
  await corpus.start();
  const engine = new ReadModelEngine({
    snapshot: () => corpus.snapshot(),
    requireCurrent: () => corpus.requireLease(),
    admission: new Admission({ semanticSearches: 8, engineSearches: 8 }, new AdmissionMetrics(metrics)),
    now: () => now,
    onAnswered: () => undefined,
  });
  const semantic = new SemanticSearch({
    embeddings: new FakeEmbeddings(),
    index,
    engine,
    collections: new CollectionStore(pool),
    metrics: new SearchMetrics(metrics),
    now: () => now,
  });
  const seen = { ties: 0, largeIds: 0, restricted: 0 };
  try {
    await fc.assert(
      fc.asyncProperty(
        queries,
        fc.constantFrom('robots', 'money', 'people', 'somewhere else'),
        fc.constantFrom(0, 1, 9, 40, 1_000),
        fc.constantFrom(1, 3, 50),
        async (plain, text, mostMatches, limit) => {
          index.mostMatches = mostMatches;
          const expected = poolOf(text, mostMatches);
          const { shown, ranked } = bruteForcePool(companies, signals, expected, plain, now);
          const step = Math.min(50, Math.max(limit, Math.ceil(ranked.length / 8)));
          const { items, counts } = await allPages(semantic, {
            text,
            filters: wireFilters(plain),
            limit: step,
            fields: ['similarity'],
          });
          expect(items.map(({ id, similarity }) => ({ id, similarity }))).toEqual(
            ranked.map(({ id, similarityMillionths }) => ({ id, similarity: similarityMillionths / 1e6 })),
          );
          expect(counts).toEqual([`${shown} ${ranked.length}`]);
          const similarities = new Set(items.map(({ similarity }) => similarity));
          if (similarities.size < items.length) seen.ties++;
          if (items.some(({ id }) => BigInt(id) > 2n ** 53n)) seen.largeIds++;
          if (items.length > 0 && items.length < shown) seen.restricted++;
        },
      ),
      { numRuns: 350, seed: SEED },
    );
  } finally {
    await corpus.close();
    await pool.end();
  }
  // Otherwise the property would have proved little.
  expect(Math.min(seen.ties, seen.largeIds, seen.restricted)).toBeGreaterThan(20);
});
