import { embeddingText, textHash, type Company, type EmbeddingText } from './embedding-text';
import type { CatalogSignal, Withdrawal } from './signal';

/** A signal's state in a collection. */
export interface KnownSignal {
  version: bigint;
  state: 'embedded' | 'withdrawn' | 'dead';
  /** Absent for withdrawn signals. */
  textHash: string | undefined;
  /** Whether the vector index has (for a withdrawn one: lacks) it in this version. */
  isIndexed: boolean;
}

/** What to do with signals. Each is in at most one list; those in none are done. */
export interface Plan {
  /** Their text has no vector yet. */
  embed: TextOfSignal[];
  /** Their text matches the existing vector. */
  reuse: TextOfSignal[];
  /** Stored already, but perhaps not in the vector index. */
  putIntoIndex: string[];
  /** Withdrawn meanwhile, whatever a late event says. */
  withdraw: Withdrawal[];
}

export interface TextOfSignal {
  signal: CatalogSignal;
  text: EmbeddingText;
  hash: string;
}

/**
 * Compares signals' target states with their known ones. A signal known in a newer version is done. One whose text
 * could not be embedded is tried again, because it was sent again.
 *
 * @param withdrawnVersion the version in which the catalog withdrew an id.
 * @param companyOf a signal's company, if the model reads companies.
 */
export function planSignals(
  signals: readonly CatalogSignal[],
  known: (id: string) => KnownSignal | undefined,
  withdrawnVersion: (id: string) => bigint | undefined,
  companyOf: (id: string) => Company | undefined,
): Plan {
  const plan: Plan = { embed: [], reuse: [], putIntoIndex: [], withdraw: [] };
  for (const signal of signals) {
    const withdrawn = withdrawnVersion(signal.id);
    if (withdrawn !== undefined) {
      plan.withdraw.push({ id: signal.id, version: withdrawn });
      continue;
    }
    const stored = known(signal.id);
    if (stored && stored.version > signal.version) continue;
    if (stored?.version === signal.version && stored.state === 'embedded') {
      if (!stored.isIndexed) plan.putIntoIndex.push(signal.id);
      continue;
    }
    const text = embeddingText(signal, companyOf(signal.id));
    const hash = textHash(text);
    const isSameText = stored?.state === 'embedded' && stored.textHash === hash;
    plan[isSameText ? 'reuse' : 'embed'].push({ signal, text, hash });
  }
  return plan;
}
