/** Ends are counted per slice of time; those beyond the maximum move to an earlier slice. */
const SLICE_MS = 100;
const MAXIMUM_PER_SLICE = 50;
/** Minimum share of a wait that is kept, however many end together. */
const MINIMUM_SHARE = 1 / 3;

/**
 * Decides when waits end. A few end on time. Thousands that began together would end together, and some responses would
 * come after their clients gave up, so their ends are spread over the time before, and their next ends stay spread.
 */
export class WaitEndScheduler {
  /** Ends by slice. */
  private readonly counts = new Map<number, number>();

  /**
   * @param beganMs on any clock, but always the same one.
   * @param random from 0 to 1, for when all slices are full.
   * @returns when the wait ends, and a function to call once it has.
   */
  schedule(beganMs: number, waitMs: number, random: number): { endMs: number; free: () => void } {
    const endMs = beganMs + waitMs;
    const last = Math.floor(endMs / SLICE_MS);
    const first = Math.ceil((beganMs + waitMs * MINIMUM_SHARE) / SLICE_MS);
    let slice = last;
    while (slice > first && this.countOf(slice) >= MAXIMUM_PER_SLICE) slice -= 1;
    if (slice < last && this.countOf(slice) >= MAXIMUM_PER_SLICE)
      slice = first + Math.floor(random * (last - first));
    this.counts.set(slice, this.countOf(slice) + 1);
    return {
      endMs: slice === last ? endMs : slice * SLICE_MS,
      free: () => {
        const left = this.countOf(slice) - 1;
        if (left > 0) this.counts.set(slice, left);
        else this.counts.delete(slice);
      },
    };
  }

  private countOf(slice: number): number {
    return this.counts.get(slice) ?? 0;
  }
}
