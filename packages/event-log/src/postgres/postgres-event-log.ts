import { resolve } from 'node:path';
import { createPool, migrate } from '@heliograph/postgres';
import type { Pool } from 'pg';
import type {
  EventLog,
  EventPublisher,
  EventSubscription,
  ReadOptions,
  ReadResult,
  SubscribeOptions,
  TopicDefinition,
} from '../event-log';
import type { EventLogParts } from '../parts';
import { countAfter, formatPosition, mergePartitions, parsePosition, startWithin } from '../read-position';
import { MEMBER_TIMEOUT_MS, PUBLISH_TIMEOUT_MS, type PostgresSettings } from '../settings';
import { LogStore } from './log-store';
import { NoticeListener } from './notice-listener';
import { PostgresPublisher } from './publisher';
import { Retention } from './retention';
import { PostgresSubscription } from './subscription';

/** Resolves the same from src/ and dist/: SQL files are not compiled. */
const MIGRATIONS = resolve(__dirname, '../../src/postgres/migrations');
const CONNECTIONS = 6;

/** The event log in the tables of schema `event_log`. */
export class PostgresEventLog implements EventLog {
  private readonly pool: Pool;
  private readonly store: LogStore;
  private readonly notices: NoticeListener;
  private readonly retention: Retention;
  private readonly open = new Set<{ close(): Promise<void> }>();
  private closing: Promise<void> | undefined;

  constructor(
    private readonly settings: PostgresSettings,
    private readonly parts: EventLogParts,
  ) {
    const { connectionString } = settings;
    this.pool = createPool(
      { connectionString, applicationName: `${parts.clientId} event log`, max: CONNECTIONS },
      parts.logger,
    );
    this.store = new LogStore(this.pool, settings.publishTimeoutMs ?? PUBLISH_TIMEOUT_MS);
    this.notices = new NoticeListener(connectionString, parts.clientId, parts.logger);
    this.retention = new Retention(this.store, parts.logger);
  }

  async prepare(topics: readonly TopicDefinition[]): Promise<void> {
    const { logger } = this.parts;
    const { connectionString } = this.settings;
    await migrate({ connectionString, schema: 'event_log', directory: MIGRATIONS, logger });
    await this.store.createTopics(topics);
    for (const { name, partitions } of topics) {
      const topic = await this.store.topic(name);
      if (topic.partitions !== partitions) {
        logger.warn(
          { topic: name, partitions: topic.partitions, wanted: partitions },
          'the topic exists with a different number of partitions and is left unchanged',
        );
      }
    }
  }

  createPublisher(): Promise<EventPublisher> {
    this.checkOpen();
    this.retention.start();
    const publisher = new PostgresPublisher(this.store, this.parts.metrics, () =>
      this.open.delete(publisher),
    );
    this.open.add(publisher);
    return Promise.resolve(publisher);
  }

  subscribe(options: SubscribeOptions): Promise<EventSubscription> {
    this.checkOpen();
    this.retention.start();
    const leaseMs = this.settings.memberTimeoutMs ?? MEMBER_TIMEOUT_MS;
    const subscription = new PostgresSubscription(
      options,
      leaseMs,
      this.store,
      this.notices,
      this.parts,
      () => this.open.delete(subscription),
    );
    this.open.add(subscription);
    return Promise.resolve(subscription);
  }

  async lag(topic: string, group: string): Promise<number> {
    return this.store.lag(await this.store.topic(topic), group);
  }

  async count(name: string, after = ''): Promise<number> {
    return countAfter(parsePosition(after), await this.store.ranges(await this.store.topic(name)));
  }

  async read(name: string, { after = '', limit }: ReadOptions): Promise<ReadResult> {
    const start = parsePosition(after);
    const topic = await this.store.topic(name);
    const parts = await Promise.all(
      (await this.store.ranges(topic)).map(({ partition, low, high }) => {
        const from = startWithin(start.get(partition), low, high);
        return this.store.readMessages(topic, partition, from, limit);
      }),
    );
    const { messages, position } = mergePartitions(parts, limit, start);
    return { messages, position: formatPosition(position) };
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    await Promise.all([...this.open].map((part) => part.close()));
    await Promise.all([this.notices.close(), this.retention.stop()]);
    await this.pool.end();
  }

  private checkOpen(): void {
    if (this.closing) throw new Error('the event log is closed');
  }
}
