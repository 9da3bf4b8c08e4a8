import type { EventPublisher } from '../event-log';
import type { EventMessage } from '../message';
import { requestsOf } from '../message-limits';
import type { EventLogMetrics } from '../metrics';
import type { LogStore } from './log-store';

/** Maximum size appended in one transaction. */
const MAXIMUM_REQUEST_BYTES = 4_000_000;

/** Appends with one statement and one transaction per request. */
export class PostgresPublisher implements EventPublisher {
  private readonly underWay = new Set<Promise<void>>();
  private isClosed = false;

  constructor(
    private readonly store: LogStore,
    private readonly metrics: EventLogMetrics,
    private readonly onClosed: () => void,
  ) {}

  async publish(topic: string, messages: readonly EventMessage[]): Promise<void> {
    if (this.isClosed) throw new Error('the publisher is closed');
    const sending = this.send(topic, messages);
    this.underWay.add(sending);
    try {
      await sending;
    } catch (error) {
      this.metrics.failed('publish', topic);
      throw error;
    } finally {
      this.underWay.delete(sending);
    }
  }

  /** Waits for requests in progress. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.allSettled(this.underWay);
    this.onClosed();
  }

  private async send(name: string, messages: readonly EventMessage[]): Promise<void> {
    const requests = requestsOf(messages, MAXIMUM_REQUEST_BYTES);
    const topic = await this.store.topicToAppend(name);
    for (const request of requests) {
      await this.store.append(topic, request);
      this.metrics.published(name, request.length);
    }
  }
}
