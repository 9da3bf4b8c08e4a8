/** The brokers' answers that mean: the group rebalances, or does not know this member any more. */
const LOST_TYPES = new Set([
  'REBALANCE_IN_PROGRESS',
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
  'NOT_COORDINATOR_FOR_GROUP',
  'FENCED_INSTANCE_ID',
]);

export function meansLost(error: unknown): boolean {
  return LOST_TYPES.has((error as { type?: string }).type ?? '');
}

/**
 * The time between two sharings-out of a group's partitions. The brokers refuse commits of an earlier generation, but the
 * client may join a new one while batches of the earlier are under way and would then commit them in the name of the
 * new, also of partitions that are another's by now. So a batch remembers its generation.
 */
export class Generation {
  private readonly cut = new AbortController();
  private isPast = false;

  /** Aborted when batches of this generation should stop. */
  get signal(): AbortSignal {
    return this.cut.signal;
  }

  /** Whether batches of it may still be committed; the brokers have the last word. */
  get mayCommit(): boolean {
    return !this.isPast;
  }

  /** Batches should stop; what is done when they do counts. */
  stop(): void {
    this.cut.abort();
  }

  /** Another generation has begun. */
  end(): void {
    this.isPast = true;
    this.stop();
  }
}
