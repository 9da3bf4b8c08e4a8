import type { CollectionStore, Counts } from '../storage/collection-store';

/** Counting takes at most this share of the time. */
const LARGEST_SHARE = 0.1;

interface Measured {
  counts: Counts;
  collectionId: number;
  /** Nothing older than this was checked. */
  startedAt: number;
  endedAt: number;
}

/**
 * A collection's progress, counted in the database: one count at a time, and not so often that counting would take much
 * of its time.
 */
export class Progress {
  private latest: Measured | undefined;
  private running: { collectionId: number; startedAt: number; result: Promise<Measured> } | undefined;

  constructor(
    private readonly store: Pick<CollectionStore, 'count'>,
    private readonly shortestPauseMs: number,
  ) {}

  /** Between two counts, in milliseconds. */
  get pauseMs(): number {
    const tookMs = this.latest ? this.latest.endedAt - this.latest.startedAt : 0;
    return Math.max(this.shortestPauseMs, tookMs / LARGEST_SHARE);
  }

  /** Its progress; possibly a moment old, except when nothing is left: that is true at a moment after the call. */
  async read(collectionId: number): Promise<Counts> {
    const calledAt = performance.now();
    const { latest } = this;
    const isFresh = latest?.collectionId === collectionId && calledAt < latest.endedAt + this.pauseMs;
    if (isFresh && isOpen(latest.counts)) return latest.counts;
    let measured = await this.measure(collectionId);
    // Started before the call by another caller.
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
