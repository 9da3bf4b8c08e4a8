import type { FeedRow } from '@heliograph/catalog';
import { Corpus, mergeViews, SegmentBuilder, splitSignalId, type Slices } from '@heliograph/read-model';
import fc from 'fast-check';
import { companies, signals as anySignals, TODAY } from './arbitrary';
import type { PlainSignal } from './brute-force';

/** The time at which the corpora are searched. */
export const NOW = new Date(`${TODAY}T12:00:00Z`);

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

/** A version of a random corpus, as a feed hands it over. */
export interface TakenChange {
  version: number;
  nextOrdinal: number;
  rows: FeedRow[];
  withdrawn: readonly string[];
}

function take(
  corpus: Corpus,
  signals: readonly PlainSignal[],
  withdrawn: readonly string[],
  onTaken: (change: TakenChange) => void,
): void {
  const builder = new SegmentBuilder();
  version += 1;
  const rows = signals.map((signal): FeedRow => ({
    id: signal.id,
    version,
    ordinal: ordinal++,
    companyId: companyIds.get(signal.companySlug)!,
    employeeCount: companyOf.get(signal.companySlug)!.employeeCount,
    publishedAtMs: Date.parse(signal.publishedAt),
    document: documentOf(signal),
  }));
  for (const row of rows) builder.add(row);
  onTaken({ version, nextOrdinal: ordinal, rows, withdrawn });
  const ids = withdrawn.map((id) => splitSignalId(BigInt(id)));
  corpus.apply(
    {
      version,
      nextOrdinal: ordinal,
      segment: signals.length > 0 ? builder.finish() : undefined,
      withdrawn: {
        high: Uint32Array.from(ids, ({ high }) => high),
        low: Uint32Array.from(ids, ({ low }) => low),
      },
    },
    NOW.getTime() - 10,
  );
}

/** The result of a scan that nothing interrupts. */
export function run<Result>(slices: Slices<Result>): Result {
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}

/** Merges some of what there is, with changes on the way, as a merge in another thread has them. */
function merge(corpus: Corpus, meanwhile: () => void): void {
  const views = corpus.at(NOW.getTime()).views.slice(0, 3);
  corpus.beginMerge();
  const merged = mergeViews(views);
  meanwhile();
  corpus.merged(
    merged,
    views.map(({ segment }) => segment),
    NOW.getTime(),
  );
}

/**
 * A random corpus as it is after changes: taken in in pieces, of which some signals were updated, withdrawn and merged since.
 *
 * @param round decides in how many pieces, and whether segments were merged while signals were withdrawn.
 * @param onTaken told of each change.
 */
export function changedCorpus(
  seed: number,
  round: number,
  onTaken: (change: TakenChange) => void = () => undefined,
): { corpus: Corpus; signals: PlainSignal[] } {
  const fresh = fc.sample(anySignals, { numRuns: 1, seed })[0]!;
  const corpus = new Corpus();
  const byId = new Map<string, PlainSignal>();
  const put = (signals: readonly PlainSignal[]) => {
    take(corpus, signals, [], onTaken);
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
    take(corpus, [], withdrawn, onTaken);
    for (const id of withdrawn) byId.delete(id);
  };
  if (round % 2 === 0) merge(corpus, withdraw);
  else withdraw();
  return { corpus, signals: [...byId.values()] };
}
