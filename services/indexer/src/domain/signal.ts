import { SIGNAL_ID } from '@heliograph/contract';

/** A signal of the catalog, as far as the vector index needs it. */
export interface CatalogSignal {
  /** Decimal digits. */
  id: string;
  /** Of the catalog: grows with each change. */
  version: bigint;
  title: string;
  /** Epoch milliseconds; may lie in the future. */
  publishedAtMs: number;
  /** Grows with every signal that is new to the catalog. */
  ordinal: number;
}

/** A signal that was withdrawn for good. */
export interface Withdrawal {
  id: string;
  version: bigint;
}

/** What an event of the topic says about a signal. */
export type SignalChange = (CatalogSignal & { withdrawn: false }) | (Withdrawal & { withdrawn: true });

/** 1 to 19 digits, as the interface has it. */
export const isSignalId = (text: string): boolean => SIGNAL_ID.test(text);

/** Of several changes of one id the one of the highest version; the order is that of the first of each id. */
export function latestOfEach<Change extends { id: string; version: bigint }>(
  changes: readonly Change[],
): Change[] {
  const latest = new Map<string, Change>();
  for (const change of changes) {
    const known = latest.get(change.id);
    if (!known || known.version < change.version) latest.set(change.id, change);
  }
  return [...latest.values()];
}
