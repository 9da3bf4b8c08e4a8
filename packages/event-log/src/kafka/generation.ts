/** Broker errors that mean: the group is rebalancing, or no longer knows this member. */
const LOST_TYPES = new Set([
  'REBALANCE_IN_PROGRESS',
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
  'NOT_COORDINATOR_FOR_GROUP',
  'FENCED_INSTANCE_ID',
]);

export function isMembershipLost(error: unknown): boolean {
  return LOST_TYPES.has((error as { type?: string }).type ?? '');
}

/**
 * The time between two assignments of a group's partitions. The brokers refuse commits of an earlier generation, but
 * the client may join a new one while batches of the earlier one are in progress. It would then commit them in the name
 * of the new one, even for partitions that another member now has. So each batch remembers its generation.
 */
export class Generation {
  private readonly cut = new AbortController();
  private isPast = false;

  /** Aborted when batches of this generation should stop. */
  get signal(): AbortSignal {
    return this.cut.signal;
  }

  /** Whether its batches may still be committed; the brokers have the last word. */
  get mayCommit(): boolean {
    return !this.isPast;
  }

  /** Batches should stop; whatever they finish by then counts. */
  stop(): void {
    this.cut.abort();
  }

  /** Another generation has begun. */
  end(): void {
    this.isPast = true;
    this.stop();
  }
}
