import type { EventLog, EventPublisher } from './event-log';
import type { EventMessage } from './message';
import type { PreparedTopics } from './prepared-topics';

/** One publisher for a whole program, created on first use. */
export class SharedPublisher {
  private made: Promise<EventPublisher> | undefined;

  /** @param topics prepared again when publishing fails. */
  constructor(
    private readonly log: Pick<EventLog, 'createPublisher'>,
    private readonly topics: Pick<PreparedTopics, 'prepareAgain'>,
  ) {}

  async publish(topic: string, messages: readonly EventMessage[]): Promise<void> {
    try {
      this.made ??= this.make();
      const publisher = await this.made;
      await publisher.publish(topic, messages);
    } catch (error) {
      this.topics.prepareAgain();
      throw error;
    }
  }

  async close(): Promise<void> {
    const { made } = this;
    this.made = undefined;
    await (await made)?.close();
  }

  private async make(): Promise<EventPublisher> {
    try {
      return await this.log.createPublisher();
    } catch (error) {
      // The next use tries again.
      this.made = undefined;
      throw error;
    }
  }
}
