import type { EventMessage, StoredEvent } from './message';

/** A topic and how it is kept. */
export interface TopicDefinition {
  name: string;
  /** Messages with one key stay in one partition and in order. */
  partitions: number;
  /** After which a message may be removed, read or not. */
  retentionMs: number;
}

export interface EventPublisher {
  /**
   * Appends messages; resolves once all of them are durable. Messages with one key keep the order given, also over
   * several calls, as long as a call is awaited before the next. When it rejects, some may have been appended: send them
   * again, consumers are idempotent.
   */
  publish(topic: string, messages: readonly EventMessage[]): Promise<void>;
  close(): Promise<void>;
}

export interface SubscribeOptions {
  topic: string;
  /** Members of one group share the partitions; what the group has handled is remembered under this name. */
  group: string;
  /** Messages of one call of `handle`, at most. */
  maximumBatch: number;
  /**
   * Handles messages of one partition, in order. The group's offset moves behind them only after it resolved; when it
   * rejects, they come again after a pause, so it must be idempotent. `signal` is aborted when the partition is
   * no longer this member's or the subscription closes: what is not done then comes again elsewhere.
   */
  handle(messages: readonly StoredEvent[], signal: AbortSignal): Promise<void>;
  /** Told of each failure of `handle` and of the log, which is tried again. */
  onError?(error: unknown): void;
}

export interface EventSubscription {
  /** Finishes the batch under way, commits its offset and leaves the group. May be called again. */
  close(): Promise<void>;
}

export interface ReadOptions {
  /** Where to go on: `position` of the last message seen; from the oldest kept when absent. */
  after?: string;
  limit: number;
}

export interface ReadResult {
  messages: StoredEvent[];
  /** Give it as `after` to go on. */
  position: string;
}

/**
 * An append-only log of messages in topics: Kafka, or tables in PostgreSQL. Both hold one contract (test/contract):
 * messages are durable once published, ordered by key, delivered at least once to each group.
 */
export interface EventLog {
  /** Makes the topics that do not exist. Safe to repeat, and by several programs at once. */
  prepare(topics: readonly TopicDefinition[]): Promise<void>;
  createPublisher(): Promise<EventPublisher>;
  subscribe(options: SubscribeOptions): Promise<EventSubscription>;
  /** Messages of a topic that a group has not handled yet. */
  lag(topic: string, group: string): Promise<number>;
  /** Reads without a group and without changing anything. */
  read(topic: string, options: ReadOptions): Promise<ReadResult>;
  /** Rejects while the log cannot be reached. */
  checkReachable(): Promise<void>;
  /** Closes what is still open of it. May be called again. */
  close(): Promise<void>;
}
