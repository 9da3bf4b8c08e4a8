import type { CollectionStore, Counts } from '../storage/collection-store';

/** The largest share of the time that counting may take. */
const LARGEST_SHARE = 0.1;

interface Measured {
  counts: Counts;
  collectionId: number;
  /** The counts are no older than this. */
  startedAt: number;
  endedAt: number;
}

/**
 * A collection's progress, counted in the database: one count at a time, and not so often that counting takes up much
 * of its time.
 */
export class Progress {
  private latest: Measured | undefined;
  private running: { collectionId: number; startedAt: number; result: Promise<Measured> } | undefined;

  constructor(
    private readonly store: Pick<CollectionStore, 'count'>,
    private readonly shortestPauseMs: number,
  ) {}

  /** Pause between two counts, in milliseconds. */
  get pauseMs(): number {
    const tookMs = this.latest ? this.latest.endedAt - this.latest.startedAt : 0;
    return Math.max(this.shortestPauseMs, tookMs / LARGEST_SHARE);
  }

  /** The collection's progress, possibly a moment old. A result with nothing left is never older than the call. */
  async read(collectionId: number): Promise<Counts> {
    const calledAt = performance.now();
    const { latest } = this;
    const isFresh = latest?.collectionId === collectionId && calledAt < latest.endedAt + this.pauseMs;
    if (isFresh && isOpen(latest.counts)) return latest.counts;
    let measured = await this.measure(collectionId);
    // Another caller started it before this call.
    if (!isOpen(measured.counts) && measured.startedAt < calledAt)
      measured = await this.measure(collectionId);
    return measured.counts;
  }

  private async measure(collectionId: number): Promise<Measured> {
    while (this.running && this.running.collectionId !== collectionId)
      await this.running.result.catch(() => undefined);
    this.running ??= this.begin(collectionId);
    return this.running.result;
  }

  private begin(collectionId: number): NonNullable<Progress['running']> {
    const startedAt = performance.now();
    const count = async () => {
      const counts = await this.store.count(collectionId);
      this.latest = { counts, collectionId, startedAt, endedAt: performance.now() };
      return this.latest;
    };
    const result = count().finally(() => (this.running = undefined));
    return { collectionId, startedAt, result };
  }
}

/** Whether something is left to embed. */
export function isOpen({ signals, embedded, dead }: Counts): boolean {
  return embedded + dead < signals;
}
