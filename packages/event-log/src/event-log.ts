import type { EventMessage, StoredEvent } from './message';

/** A topic and its retention. */
export interface TopicDefinition {
  name: string;
  /** Messages with the same key stay in one partition and in order. */
  partitions: number;
  /** Messages older than this may be deleted, read or not. */
  retentionMs: number;
}

export interface EventPublisher {
  /**
   * Appends messages; resolves once all of them are durable. Messages with the same key keep their order, also across
   * calls, if each call is awaited before the next. If it rejects, some may have been appended: send them all again,
   * since consumers are idempotent.
   */
  publish(topic: string, messages: readonly EventMessage[]): Promise<void>;
  close(): Promise<void>;
}

export interface SubscribeOptions {
  topic: string;
  /** Members of a group share the partitions; the group's progress is stored under this name. */
  group: string;
  /** Maximum messages per call of `handle`. */
  maximumBatch: number;
  /**
   * Processes messages of one partition, in order. The group's offset moves past them only once it resolves. If it
   * rejects, they are redelivered after a pause, so it must be idempotent. `signal` aborts when the partition moves to
   * another member or the subscription closes: unfinished messages are then redelivered elsewhere.
   */
  handle(messages: readonly StoredEvent[], signal: AbortSignal): Promise<void>;
  /** Called on each failure of `handle` or of the log; both are retried. */
  onError?(error: unknown): void;
}

export interface EventSubscription {
  /** Finishes the current batch, commits its offset, and leaves the group. May be called again. */
  close(): Promise<void>;
}

export interface ReadOptions {
  /** Where to continue: the last read's `position`; by default, the oldest message kept. */
  after?: string;
  limit: number;
}

export interface ReadResult {
  messages: StoredEvent[];
  /** Pass it as `after` to continue. */
  position: string;
}

/**
 * An append-only log of messages in topics: Kafka, or tables in PostgreSQL. Both fulfill one contract (test/contract):
 * messages are durable once published, ordered by key, and delivered at least once to each group.
 */
export interface EventLog {
  /**
   * Creates missing topics. Idempotent, and safe for several programs to run concurrently.
   *
   * @throws ServiceError `unavailable` while Kafka cannot be reached.
   */
  prepare(topics: readonly TopicDefinition[]): Promise<void>;
  createPublisher(): Promise<EventPublisher>;
  subscribe(options: SubscribeOptions): Promise<EventSubscription>;
  /** Messages of a topic that a group has not processed yet. */
  lag(topic: string, group: string): Promise<number>;
  /**
   * Number of messages after a position, from the offsets alone.
   *
   * @param after as for `read`.
   */
  count(topic: string, after?: string): Promise<number>;
  /** Reads without a group; changes nothing. */
  read(topic: string, options: ReadOptions): Promise<ReadResult>;
  /** Closes whatever is still open. May be called again. */
  close(): Promise<void>;
}
