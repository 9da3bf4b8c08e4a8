import type { FeedRow } from '@heliograph/catalog';
import {
  Corpus,
  keptRows,
  mergeViews,
  SegmentBuilder,
  splitSignalId,
  type Slices,
} from '@heliograph/read-model';
import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Checkpoint } from '../../src/checkpoint/checkpoint';
import { openCheckpoint } from '../../src/checkpoint/read-checkpoint';
import { writeCheckpoint } from '../../src/checkpoint/write-checkpoint';
import { companies, signals as anySignals, TODAY } from './arbitrary';
import type { PlainSignal } from './brute-force';

/** The time at which the corpora are searched. */
export const NOW = new Date(`${TODAY}T12:00:00Z`);

const companyIds = new Map(companies.map(({ slug }, index) => [slug, index * 7 + 1]));
const companyOf = new Map(companies.map((company) => [company.slug, company]));

/** A signal's item, as the catalog renders it. */
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

/** A version of a random corpus, as delivered by a feed. */
interface TakenChange {
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

/** The result of an uninterrupted scan. */
export function run<Result>(slices: Slices<Result>): Result {
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}

/** Merges some segments with changes meanwhile, like a merge in another thread. */
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

/** What a process would write for a corpus. */
export function checkpointOf(corpus: Corpus): Checkpoint {
  const snapshot = corpus.at(NOW.getTime());
  const { version, nextOrdinal } = snapshot;
  return {
    program: 'program',
    schema: 'schema',
    writtenAtMs: NOW.getTime(),
    nextOrdinal,
    position: { version, token: 'token' },
    views: keptRows(snapshot),
  };
}

/** The corpus of a process that begins with this corpus's checkpoint and has a slower clock. */
function restarted(corpus: Corpus): Corpus {
  const directory = mkdtempSync(join(tmpdir(), 'checkpoint-'));
  try {
    writeCheckpoint(directory, checkpointOf(corpus), 2 ** 30);
    const file = openCheckpoint(directory)!;
    const { position, nextOrdinal } = file.description;
    const restored = new Corpus();
    restored.restore(file.views(), { version: position.version, nextOrdinal }, NOW.getTime() - 864e5);
    file.close();
    return restored;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/**
 * A random corpus after changes: imported in parts, with some signals updated, withdrawn, and merged since.
 *
 * @param round decides the number of parts and whether segments were merged while signals were withdrawn; from 1 on,
 *   other processes continue from checkpoints.
 * @param onTaken called with each change.
 */
export function changedCorpus(
  seed: number,
  round: number,
  onTaken: (change: TakenChange) => void = () => undefined,
): { corpus: Corpus; signals: PlainSignal[] } {
  const fresh = fc.sample(anySignals, { numRuns: 1, seed })[0]!;
  let corpus = new Corpus();
  const byId = new Map<string, PlainSignal>();
  const put = (signals: readonly PlainSignal[]) => {
    take(corpus, signals, [], onTaken);
    for (const signal of signals) byId.set(signal.id, signal);
  };
  const pieces = round + 1;
  const size = Math.ceil(fresh.length / pieces);
  for (let start = 0; start < fresh.length; start += size) put(fresh.slice(start, start + size));
  const restart = () => {
    if (round > 0) corpus = restarted(corpus);
  };
  restart();
  // Updated, withdrawn, and merged on the way: no earlier version may remain.
  const changed = fresh.filter((_, index) => index % 7 === 0);
  const withdrawn = fresh.filter((_, index) => index % 11 === 3).map(({ id }) => id);
  put(changed.map((signal, index) => ({ ...signal, title: `${fresh[index]!.title} ai` })));
  const withdraw = () => {
    take(corpus, [], withdrawn, onTaken);
    for (const id of withdrawn) byId.delete(id);
  };
  if (round % 2 === 0) merge(corpus, withdraw);
  else withdraw();
  restart();
  return { corpus, signals: [...byId.values()] };
}
