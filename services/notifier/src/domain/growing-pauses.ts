/** Pauses of saved searches whose next step cannot be done: each in a row is twice as long as the one before, up to a bound. */
export class GrowingPauses {
  /** Of those that are in pauses now, so no more than there are saved searches. */
  private readonly counts = new Map<string, number>();

  constructor(private readonly bounds: { firstMs: number; longestMs: number }) {}

  /** The next one is the first again. */
  end(savedSearchId: string): void {
    this.counts.delete(savedSearchId);
  }

  /** @returns milliseconds until the next try. */
  next(savedSearchId: string): number {
    const { firstMs, longestMs } = this.bounds;
    const before = this.counts.get(savedSearchId) ?? 0;
    this.counts.set(savedSearchId, before + 1);
    return Math.min(longestMs, firstMs * 2 ** before);
  }
}
