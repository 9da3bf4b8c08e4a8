import { SIGNAL_ID } from '@heliograph/contract';

/** A signal of the catalog, as far as the vector index needs it. */
export interface CatalogSignal {
  /** Decimal digits. */
  id: string;
  /** The catalog's version; grows with each change. */
  version: bigint;
  title: string;
  /** Epoch milliseconds; may be in the future. */
  publishedAtMs: number;
  /** Grows with every new signal in the catalog. */
  ordinal: number;
}

/** A permanently withdrawn signal. */
export interface Withdrawal {
  id: string;
  version: bigint;
}

/** What an event of the topic says about a signal. */
export type SignalChange = (CatalogSignal & { withdrawn: false }) | (Withdrawal & { withdrawn: true });

/** A change for the topic. */
export type FeedChange = SignalChange & {
  /** Whether an earlier event was about the signal, and only its company has changed since. */
  isSameItem?: boolean;
};

/** 1 to 19 digits, as in the API. */
export const isSignalId = (text: string): boolean => SIGNAL_ID.test(text);

/** The change with the highest version per id, in the order of each id's first change. */
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
