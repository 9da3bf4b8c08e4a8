/** A place in the order of semantic search: similarity descending, then id descending as a number. */
export interface Rank {
  /** -1,000,000 to 1,000,000. */
  similarityMillionths: number;
  /** Decimal digits. */
  id: string;
}

/** What was published when the first page was taken; later pages exclude later publications. */
export interface PublicationCutoff {
  /** Epoch milliseconds: signals published then or earlier. */
  asOfMs: number;
  /** Signals that the catalog had: those with smaller ordinals. */
  ordinalBelow: number;
}

/** Two columns of one length, in the order of {@link Rank}. */
export interface NearestSignals {
  ids: BigUint64Array;
  similarityMillionths: Int32Array;
}

/** A page of the nearest signals that pass the filters. */
export interface PoolRequest {
  /** The nearest signals, each once. */
  pool: NearestSignals;
  /** Epoch milliseconds. What was published later, or not at all, is not shown. */
  publishedUntilMs: number;
  /** Unset on a first page. */
  ordinalBelow?: number;
  /** Continue after this place. */
  after?: Rank;
  /** 1 to 50. */
  limit: number;
  /** Names of each item's fields besides its id; empty: all. */
  fields: readonly string[];
}

export interface PoolPage {
  /** A JSON array of the items with their similarities, UTF-8. */
  itemsJson: Buffer;
  itemCount: number;
  /** The place of the last item when there are more after it. */
  next: Rank | null;
  /** How many of the pool the catalog shows, and how many of those pass the filters, on any page. */
  poolSize: number;
  matched: number;
  /** The next new signal's ordinal: the cut-off of pages after the first one. */
  nextOrdinal: number;
}
