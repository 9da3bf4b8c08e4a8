import { withinTime } from '@heliograph/runtime';
import type { Kafka, Producer } from 'kafkajs';
import type { EventPublisher } from '../event-log';
import type { EventMessage } from '../message';
import { MAXIMUM_MESSAGE_BYTES, requestsOf } from '../message-limits';
import type { EventLogMetrics } from '../metrics';
import { ChosenPartitions } from './chosen-partitions';
import { RETRY } from './client';
import { kafkaMessage } from './mapping';

const ALL_IN_SYNC_REPLICAS = -1;
/** Requests in progress are abandoned after this: hanging brokers must not keep a program from ending. */
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * An idempotent producer that waits for all replicas, one request at a time.
 *
 * After a failure it is discarded. It cannot know whether the brokers have its last messages, and would reuse their
 * sequence numbers for the next ones: the brokers would drop those as duplicates.
 */
export class KafkaPublisher implements EventPublisher {
  private producer: Producer | undefined;
  private chosen = new ChosenPartitions();
  private lastTurn: Promise<unknown> = Promise.resolve();
  private isClosed = false;

  constructor(
    private readonly kafka: Kafka,
    private readonly settings: { topicPrefix: string; publishTimeoutMs: number },
    private readonly metrics: EventLogMetrics,
    private readonly onClosed: () => void,
  ) {}

  async publish(topic: string, messages: readonly EventMessage[]): Promise<void> {
    if (this.isClosed) throw new Error('the publisher is closed');
    const turn = this.lastTurn.then(() => this.send(topic, messages));
    this.lastTurn = turn.catch(() => undefined);
    try {
      await turn;
    } catch (error) {
      this.metrics.failed('publish', topic);
      throw error;
    }
  }

  /** Waits a few seconds for requests in progress. */
  async close(): Promise<void> {
    this.isClosed = true;
    const ended = this.lastTurn.then(() => this.discard());
    await withinTime(ended, CLOSE_TIMEOUT_MS, () => new Error('late')).catch(() => undefined);
    this.onClosed();
  }

  private async send(topic: string, messages: readonly EventMessage[]): Promise<void> {
    // The brokers limit a request's size per partition as they limit a single message.
    for (const request of requestsOf(messages, MAXIMUM_MESSAGE_BYTES)) {
      try {
        const { publishTimeoutMs } = this.settings;
        // With a hanging broker, the client waits for several minutes over all its retries.
        await withinTime(
          this.sendRequest(topic, request),
          publishTimeoutMs,
          () => new Error(`not confirmed within ${publishTimeoutMs} ms`),
        );
      } catch (error) {
        await this.discard();
        throw error;
      }
      this.metrics.published(topic, request.length);
    }
  }

  private async sendRequest(topic: string, request: readonly EventMessage[]): Promise<void> {
    this.producer ??= this.createProducer();
    const { producer, chosen } = this;
    // Does nothing if already connected.
    await producer.connect();
    chosen.clear();
    const confirmed = await producer.send({
      topic: this.settings.topicPrefix + topic,
      messages: request.map(kafkaMessage),
      acks: ALL_IN_SYNC_REPLICAS,
    });
    chosen.requireConfirmed(confirmed);
  }

  private createProducer(): Producer {
    // An abandoned request of the last producer may still be choosing.
    this.chosen = new ChosenPartitions();
    return this.kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: this.chosen.createPartitioner,
      retry: RETRY,
    });
  }

  private async discard(): Promise<void> {
    const { producer } = this;
    this.producer = undefined;
    // The producer is useless now, however its connections end.
    await producer?.disconnect().catch(() => undefined);
  }
}
