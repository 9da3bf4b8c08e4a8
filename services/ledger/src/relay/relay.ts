import type { EventLog, EventPublisher, TopicDefinition } from '@heliograph/event-log';
import { backOffMs, readAhead, WakeUp, type Logger } from '@heliograph/runtime';
import type { OutboxSession } from './outbox-session';
import { messageOf, type PendingUsageEvent } from './usage-event';

/** Events per read of the outbox: few enough to hold their positions, many enough to keep reads rare. */
const EVENTS_OF_A_LOOK = 10_000;

/**
 * Minimum interval between reads when few events wait: otherwise each commit would be a round of its own under load,
 * and rounds take capacity from charges.
 */
const SHORTEST_ROUND_MS = 200;
/** Delays between failed attempts. */
const BACK_OFF = { firstMs: 100, longestMs: 5_000 };

interface RelayOptions {
  openSession: () => Promise<OutboxSession>;
  eventLog: EventLog;
  /** Topics that must exist before anything is published. */
  topics: readonly TopicDefinition[];
  /**
   * Maximum interval between reads without a wake-up: they find what other processes committed, and whether their relay
   * is gone.
   */
  pollIntervalMs: number;
  /** Events published and deleted together. */
  maximumBatch: number;
  logger: Logger;
  metrics: RelayMetrics;
}

export interface RelayMetrics {
  leads(isLeader: boolean): void;
  published(events: number): void;
  publishFailed(): void;
}

/**
 * Publishes the outbox and deletes what was published. Of all processes, only the relay whose session holds the lock
 * does so; the others keep checking whether it is free. README.md says what happens if it dies.
 */
export class Relay {
  private readonly wakeUp = new WakeUp();
  private running: Promise<void> = Promise.resolve();
  private session: OutboxSession | undefined;
  private publisher: EventPublisher | undefined;
  private stopping = false;
  private publishFailures = 0;
  private databaseFailures = 0;

  constructor(private readonly options: RelayOptions) {}

  start(): void {
    this.running = this.run();
  }

  /** Called after a commit. */
  wake(): void {
    this.wakeUp.call();
  }

  /**
   * Finishes the current batch, or abandons it after `graceMs`: then the event log is not responding, and events of the
   * batch that it already has will be there twice.
   */
  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    this.wakeUp.call();
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    await Promise.race([this.running, grace]);
    clearTimeout(timer);
    await this.session?.close();
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      try {
        await this.runSession();
      } catch (error) {
        if (this.stopping) break;
        this.databaseFailures += 1;
        if (this.databaseFailures === 1) {
          this.options.logger.warn({ err: error }, 'the relay lost the database; retrying');
        }
        await this.pause(backOffMs(this.databaseFailures - 1, BACK_OFF));
      }
    }
  }

  /** The life of one connection. */
  private async runSession(): Promise<void> {
    const { logger, metrics, pollIntervalMs } = this.options;
    const session = await this.options.openSession();
    this.session = session;
    try {
      while (!(await session.tryToLead())) {
        this.databaseFailures = 0;
        await this.pause(pollIntervalMs);
        if (this.stopping) return;
      }
      metrics.leads(true);
      logger.info('became outbox relay leader');
      while (!this.stopping) await this.round(session);
    } finally {
      metrics.leads(false);
      this.session = undefined;
      await session.close();
    }
  }

  /** Reads the outbox once and publishes what it found. */
  private async round(session: OutboxSession): Promise<void> {
    const began = performance.now();
    const positions = await session.listPositions(EVENTS_OF_A_LOOK);
    this.databaseFailures = 0;
    if (positions.length === 0) {
      await this.wakeUp.wait(this.options.pollIntervalMs);
      return;
    }
    if (!(await this.publishAll(session, positions))) {
      await this.pause(backOffMs(this.publishFailures - 1, BACK_OFF));
    } else if (positions.length < EVENTS_OF_A_LOOK) {
      await this.pause(SHORTEST_ROUND_MS - (performance.now() - began));
    }
  }

  /**
   * @returns false when the event log failed.
   * @throws when the database did.
   */
  private async publishAll(session: OutboxSession, positions: readonly string[]): Promise<boolean> {
    const { maximumBatch, metrics } = this.options;
    let next = readAhead(session.read(positions.slice(0, maximumBatch)));
    for (let at = 0; at < positions.length && !this.stopping; at += maximumBatch) {
      const events = await next;
      const following = positions.slice(at + maximumBatch, at + 2 * maximumBatch);
      // The database reads the next batch while the log stores this one.
      if (following.length > 0) next = readAhead(session.read(following));
      if (!(await this.publish(events))) return false;
      // If the process dies before this line, the next leader publishes the batch again.
      await session.remove(events.map(({ position }) => position));
      metrics.published(events.length);
    }
    return true;
  }

  private async publish(events: readonly PendingUsageEvent[]): Promise<boolean> {
    const { logger, metrics } = this.options;
    try {
      const publisher = await this.openPublisher();
      for (const [topic, ofTopic] of byTopic(events)) await publisher.publish(topic, ofTopic.map(messageOf));
    } catch (error) {
      metrics.publishFailed();
      this.publishFailures += 1;
      if (this.publishFailures === 1) {
        logger.warn({ err: error }, 'events cannot be published; they wait in the outbox');
      }
      this.dropPublisher();
      return false;
    }
    if (this.publishFailures > 0) {
      logger.info({ failures: this.publishFailures }, 'publishing events has resumed');
      this.publishFailures = 0;
    }
    return true;
  }

  private async openPublisher(): Promise<EventPublisher> {
    if (!this.publisher) {
      await this.options.eventLog.prepare(this.options.topics);
      this.publisher = await this.options.eventLog.createPublisher();
    }
    return this.publisher;
  }

  /** The next attempt starts from scratch: with a new connection, and the current topics. */
  private dropPublisher(): void {
    this.publisher?.close().catch((error: unknown) => {
      this.options.logger.debug({ err: error }, 'closing a publisher failed');
    });
    this.publisher = undefined;
  }

  /** Cut short only by a stop, not by commits. */
  private async pause(milliseconds: number): Promise<void> {
    const until = performance.now() + milliseconds;
    for (let left = milliseconds; left > 0 && !this.stopping; left = until - performance.now()) {
      await this.wakeUp.wait(left);
    }
  }
}

function byTopic(events: readonly PendingUsageEvent[]): Map<string, PendingUsageEvent[]> {
  const topics = new Map<string, PendingUsageEvent[]>();
  for (const event of events) {
    const ofTopic = topics.get(event.topic);
    if (ofTopic) ofTopic.push(event);
    else topics.set(event.topic, [event]);
  }
  return topics;
}
