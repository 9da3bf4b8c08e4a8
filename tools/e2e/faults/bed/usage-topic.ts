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
import { waitFor } from '@heliograph/testing';

const PAGE = 5_000;
/** Time for a broker to restart, or for a database that other faults kill to come back. */
const TAKEN_MS = 180_000;

/** The usage event topic and its dead letter topic, read and written as any client could. */
export class UsageTopic {
  private constructor(private readonly log: EventLog) {}

  static open(settings: EventLogSettings): UsageTopic {
    const logger = createLogger({ service: 'faults', level: 'silent' });
    return new UsageTopic(createEventLog(settings, { clientId: 'heliograph-faults', logger }));
  }

  /** Everything stored when the read began, in order by partition. */
  readEvents(limit?: number): Promise<StoredEvent[]> {
    return this.readAll(USAGE_RECORDED_TOPIC, limit);
  }

  /** The same, one page at a time: a million messages would take too much memory. */
  eventPages(): AsyncIterable<StoredEvent[]> {
    return this.pages(USAGE_RECORDED_TOPIC);
  }

  readDeadLetters(): Promise<StoredEvent[]> {
    return this.readAll(deadLetterTopic(USAGE_RECORDED_TOPIC));
  }

  /** Repeats until accepted. Refused messages may have been appended, too. */
  async publish(messages: readonly EventMessage[], onRefused?: (error: unknown) => void): Promise<void> {
    const attempt = async () => {
      const publisher = await this.log.createPublisher();
      try {
        await publisher.publish(USAGE_RECORDED_TOPIC, messages);
        return true;
      } finally {
        await publisher.close();
      }
    };
    await this.persist('publishing', attempt, onRefused);
  }

  close(): Promise<void> {
    return this.log.close();
  }

  private async persist<Result>(
    what: string,
    attempt: () => Promise<Result>,
    onRefused?: (error: unknown) => void,
  ): Promise<Exclude<Result, undefined | null | false>> {
    const told = async () => {
      try {
        return await attempt();
      } catch (error) {
        onRefused?.(error);
        throw error;
      }
    };
    return waitFor(told, { timeoutMs: TAKEN_MS, description: `${what} to succeed` });
  }

  private async readAll(topic: string, limit = Infinity): Promise<StoredEvent[]> {
    const all: StoredEvent[] = [];
    for await (const messages of this.pages(topic)) {
      all.push(...messages);
      if (all.length >= limit) break;
    }
    return all;
  }

  private async *pages(topic: string): AsyncGenerator<StoredEvent[]> {
    let after: string | undefined;
    for (;;) {
      const read = () => this.log.read(topic, { after, limit: PAGE });
      const { messages, position } = await this.persist('reading', read);
      yield messages;
      // A short page is the end. Reading until nothing is left would go on as long as the load does.
      if (messages.length < PAGE) return;
      after = position;
    }
  }
}
