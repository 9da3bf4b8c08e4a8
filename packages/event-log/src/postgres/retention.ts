import type { Logger } from '@heliograph/runtime';
import type { LogStore } from './log-store';

const INTERVAL_MS = 60_000;
/** Messages deleted per statement, which takes some milliseconds. */
const BATCH = 2_000;

/**
 * Deletes expired messages, a bounded number per statement. Every program that uses the log does so: they wait for each
 * other's row locks and do nothing twice.
 */
export class Retention {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(
    private readonly store: LogStore,
    private readonly logger: Logger,
    private readonly batch = BATCH,
  ) {}

  /** The first round starts after one interval. May be called again. */
  start(): void {
    if (this.timer || this.isStopped) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.round = this.removeExpired()
        .catch((error: unknown) => this.logger.warn({ err: error }, 'removing old messages failed'))
        .finally(() => this.start());
    }, INTERVAL_MS);
    this.timer.unref();
  }

  /** One round over memberships and all partitions. */
  async removeExpired(): Promise<void> {
    await this.store.endMembershipsAhead();
    for (const { topicId, partition } of await this.store.partitions()) {
      let removed = this.batch;
      while (removed > 0 && !this.isStopped) {
        removed = await this.store.removeExpired(topicId, partition, this.batch);
      }
    }
  }

  /** Resolves when the current round, if any, is over. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.round;
  }
}
