import { ServiceError, type Logger } from '@heliograph/runtime';
import type { EventLog, TopicDefinition } from './event-log';

/**
 * The topics that a program publishes to and consumes: created when it starts, and again if the event log comes back
 * without them, like a Kafka that lost its disks.
 */
export class PreparedTopics {
  private making: Promise<void> | undefined;
  private isClosed = false;

  constructor(
    private readonly log: Pick<EventLog, 'prepare'>,
    private readonly definitions: readonly TopicDefinition[],
    private readonly logger: Logger,
  ) {}

  /**
   * As `prepare`, but goes on while the log cannot be reached: programs that restart in an outage must not wait for it.
   * The subscription then fails, too, and prepares again.
   */
  async prepareAtStart(): Promise<void> {
    try {
      await this.prepare();
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'unavailable')) throw error;
      this.logger.warn({ err: error }, 'the event log cannot be reached; started without it, and retrying');
    }
  }

  /** Creates missing topics. Concurrent calls share the work. */
  prepare(): Promise<void> {
    this.making ??= this.log.prepare(this.definitions).finally(() => (this.making = undefined));
    return this.making;
  }

  /**
   * Call after publishing or consuming failed, in case the topics are gone. Waits for nothing; the caller retries, and
   * gets here again if that fails too.
   */
  prepareAgain(): void {
    if (this.isClosed) return;
    this.prepare().catch((error: unknown) => {
      this.logger.debug(
        { err: error },
        'the topics could not be checked; the next failure checks them again',
      );
    });
  }

  /** Waits for work in progress; close the log only afterwards. Never rejects. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.making?.catch(() => undefined);
  }
}
