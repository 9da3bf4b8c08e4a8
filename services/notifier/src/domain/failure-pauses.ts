const FIRST_MS = 2_000;
const LONGEST_MS = 60_000;

/**
 * Pauses of saved searches whose next step fails through no fault of their receiver: the ledger or the database is
 * down, or refuses. Each failure in a row doubles the pause, so a permanent failure costs one try a minute, and a
 * recovery is noticed within one.
 */
export class FailurePauses {
  /** Only those that failed last time, so no more than there are saved searches. */
  private readonly failures = new Map<string, number>();

  worked(savedSearchId: string): void {
    this.failures.delete(savedSearchId);
  }

  /** @returns milliseconds until the next try. */
  failed(savedSearchId: string): number {
    const before = this.failures.get(savedSearchId) ?? 0;
    this.failures.set(savedSearchId, before + 1);
    return Math.min(LONGEST_MS, FIRST_MS * 2 ** before);
  }
}
