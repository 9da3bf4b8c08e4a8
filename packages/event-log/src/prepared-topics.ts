import type { Logger } from '@heliograph/runtime';
import type { EventLog, TopicDefinition } from './event-log';

/**
 * The topics that a program publishes to and consumes: made when it starts, and again when the event log came back without
 * them, as a Kafka that lost its disks does.
 */
export class PreparedTopics {
  private making: Promise<void> | undefined;
  private isClosed = false;

  constructor(
    private readonly log: Pick<EventLog, 'prepare'>,
    private readonly definitions: readonly TopicDefinition[],
    private readonly logger: Logger,
  ) {}

  /** Makes those that do not exist. Calls while one is under way share it. */
  prepare(): Promise<void> {
    this.making ??= this.log.prepare(this.definitions).finally(() => (this.making = undefined));
    return this.making;
  }

  /**
   * After publishing or consuming failed: they may be gone. Waits for nothing; who failed tries again, and comes here again when that
   * fails too.
   */
  prepareAgain(): void {
    if (this.isClosed) return;
    this.prepare().catch((error: unknown) => {
      this.logger.debug(
        { err: error },
        'the topics could not be looked at; they are when the next try fails',
      );
    });
  }

  /** Waits for what is under way: the log must not be closed before. Never rejects. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.making?.catch(() => undefined);
  }
}
