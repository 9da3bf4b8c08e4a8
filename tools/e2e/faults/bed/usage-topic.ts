import {
  createEventLog,
  deadLetterTopic,
  USAGE_RECORDED_TOPIC,
  type EventLog,
  type EventLogSettings,
  type EventMessage,
  type StoredEvent,
} from '@heliograph/event-log';
import { createLogger } from '@heliograph/runtime';

const PAGE = 5_000;

/** The topic of usage events and the one of its dead letters, to read from and to write to as anybody can. */
export class UsageTopic {
  private constructor(private readonly log: EventLog) {}

  static open(settings: EventLogSettings): UsageTopic {
    const logger = createLogger({ service: 'faults', level: 'silent' });
    return new UsageTopic(createEventLog(settings, { clientId: 'heliograph-faults', logger }));
  }

  /** Everything that was kept when it was asked, by partition in order. */
  readEvents(limit?: number): Promise<StoredEvent[]> {
    return this.readAll(USAGE_RECORDED_TOPIC, limit);
  }

  readDeadLetters(): Promise<StoredEvent[]> {
    return this.readAll(deadLetterTopic(USAGE_RECORDED_TOPIC));
  }

  async publish(messages: readonly EventMessage[]): Promise<void> {
    const publisher = await this.log.createPublisher();
    try {
      await publisher.publish(USAGE_RECORDED_TOPIC, messages);
    } finally {
      await publisher.close();
    }
  }

  close(): Promise<void> {
    return this.log.close();
  }

  private async readAll(topic: string, limit = Infinity): Promise<StoredEvent[]> {
    const all: StoredEvent[] = [];
    let after: string | undefined;
    while (all.length < limit) {
      const { messages, position } = await this.log.read(topic, { after, limit: PAGE });
      all.push(...messages);
      // A short page reached the end. Under load, reading until nothing is left would follow the load for as long as it lasts.
      if (messages.length < PAGE) break;
      after = position;
    }
    return all;
  }
}
