import {
  Corpus,
  countMatches,
  dayOf,
  findPage,
  idOf,
  mergeViews,
  readQuery,
  SegmentBuilder,
  splitSignalId,
  type Position,
  type SignalFilters,
  type Slices,
} from '@heliograph/read-model';
import fc from 'fast-check';
import { companies, queries, signals as anySignals, TODAY } from './support/arbitrary';
import { bruteForce, type PlainSignal } from './support/brute-force';
import { wireFilters } from './support/wire-filters';

const now = new Date(`${TODAY}T12:00:00Z`);
const CORPORA = 4;
const QUERIES_OF_CORPUS = 250;
const FIXED_SEED = 20261121;

const companyIds = new Map(companies.map(({ slug }, index) => [slug, index * 7 + 1]));
const companyOf = new Map(companies.map((company) => [company.slug, company]));

/** The item of a signal, as the catalog renders it. */
function documentOf(signal: PlainSignal): Buffer {
  const company = companyOf.get(signal.companySlug)!;
  return Buffer.from(
    JSON.stringify({
      ...signal,
      country: signal.country ?? company.country,
      city: signal.city ?? company.city,
      industries: signal.industries ?? company.industries ?? [],
      company: { slug: company.slug, name: company.name },
    }),
  );
}

let version = 0;
let ordinal = 0;

function take(corpus: Corpus, signals: readonly PlainSignal[], withdrawn: readonly string[] = []): void {
  const builder = new SegmentBuilder();
  for (const signal of signals) {
    builder.add({
      id: signal.id,
      ordinal: ordinal++,
      companyId: companyIds.get(signal.companySlug)!,
      employeeCount: companyOf.get(signal.companySlug)!.employeeCount,
      publishedAtMs: Date.parse(signal.publishedAt),
      document: documentOf(signal),
    });
  }
  const ids = withdrawn.map((id) => splitSignalId(BigInt(id)));
  corpus.apply(
    {
      version: ++version,
      nextOrdinal: ordinal,
      segment: signals.length > 0 ? builder.finish() : undefined,
      withdrawn: {
        high: Uint32Array.from(ids, ({ high }) => high),
        low: Uint32Array.from(ids, ({ low }) => low),
      },
    },
    now.getTime() - 10,
  );
}

function run<Result>(slices: Slices<Result>): Result {
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}

const read = (query: SignalFilters) => readQuery(query, dayOf(TODAY));

function pagesByCursor(corpus: Corpus, query: SignalFilters, limit: number): string[] {
  const ids: string[] = [];
  let after: Position | undefined;
  do {
    const { found, next } = run(findPage(read(query), { limit, after }, corpus.at(now.getTime())));
    ids.push(...found.map(idOf));
    after = next ?? undefined;
    if (after) expect(found).toHaveLength(limit);
  } while (after);
  return ids;
}

const numberedPage = (corpus: Corpus, query: SignalFilters, limit: number, page: number) =>
  run(findPage(read(query), { limit, page }, corpus.at(now.getTime()))).found.map(idOf);

/** Merges some of what there is, with changes on the way, as a merge in another thread has them. */
function merge(corpus: Corpus, meanwhile: () => void): void {
  const views = corpus.at(now.getTime()).views.slice(0, 3);
  corpus.beginMerge();
  const merged = mergeViews(views);
  meanwhile();
  corpus.merged(
    merged,
    views.map(({ segment }) => segment),
    now.getTime(),
  );
}

for (let round = 0; round < CORPORA; round++) {
  test(`random queries on random corpus ${round} answer as the definition does`, () => {
    const seed = FIXED_SEED + round;
    const fresh = fc.sample(anySignals, { numRuns: 1, seed })[0]!;
    const corpus = new Corpus();
    const byId = new Map<string, PlainSignal>();
    const put = (signals: readonly PlainSignal[]) => {
      take(corpus, signals);
      for (const signal of signals) byId.set(signal.id, signal);
    };
    const pieces = round + 1;
    const size = Math.ceil(fresh.length / pieces);
    for (let start = 0; start < fresh.length; start += size) put(fresh.slice(start, start + size));
    // Updated, withdrawn and merged on the way: nothing of what was may be left.
    const changed = fresh.filter((_, index) => index % 7 === 0);
    const withdrawn = fresh.filter((_, index) => index % 11 === 3).map(({ id }) => id);
    put(changed.map((signal, index) => ({ ...signal, title: `${fresh[index]!.title} ai` })));
    const withdraw = () => {
      take(corpus, [], withdrawn);
      for (const id of withdrawn) byId.delete(id);
    };
    if (round % 2 === 0) merge(corpus, withdraw);
    else withdraw();
    const signals = [...byId.values()];

    fc.assert(
      fc.property(
        queries,
        fc.constantFrom(1, 3, 50),
        fc.integer({ min: 1, max: 4 }),
        (plain, limit, page) => {
          const query = wireFilters(plain);
          const expected = bruteForce(companies, signals, plain, now);
          expect(run(countMatches(read(query), corpus.at(now.getTime())))).toBe(expected.length);
          const step = Math.max(limit, Math.ceil(expected.length / 8));
          expect(pagesByCursor(corpus, query, Math.min(step, 50))).toEqual(expected);
          expect(numberedPage(corpus, query, limit, page)).toEqual(
            expected.slice((page - 1) * limit, page * limit),
          );
        },
      ),
      { numRuns: QUERIES_OF_CORPUS, seed },
    );
  });
}
