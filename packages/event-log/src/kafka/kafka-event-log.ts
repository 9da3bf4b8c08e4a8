import { BackOff } from '@heliograph/runtime';
import type { Kafka } from 'kafkajs';
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
import {
  countAfter,
  formatPosition,
  mergePartitions,
  parsePosition,
  upToEnds,
  type PartitionRange,
} from '../read-position';
import { MEMBER_TIMEOUT_MS, PUBLISH_TIMEOUT_MS, type KafkaSettings } from '../settings';
import { AdminConnection } from './admin-connection';
import { createClient } from './client';
import { unlessRefused, withReasons } from './refusal';
import { PartitionReads } from './partition-reads';
import { KafkaPublisher } from './publisher';
import { readTopic } from './read-topic';
import { KafkaSubscription, type GroupPosition } from './subscription';

/** With at least this many replicas, a message is durable in all but one of them, so that one broker may be down. */
const REPLICATION_WITH_SPARE = 3;
const DEFAULT_OF_BROKERS = -1;
const READY_ATTEMPTS = 6;
const neverAborted = new AbortController().signal;

export class KafkaEventLog implements EventLog {
  private readonly kafka: Kafka;
  private readonly admin: AdminConnection;
  private readonly open = new Set<{ close(): Promise<void> }>();
  private closing: Promise<void> | undefined;

  constructor(
    private readonly settings: KafkaSettings,
    private readonly parts: EventLogParts,
  ) {
    this.kafka = createClient(settings, parts);
    this.admin = new AdminConnection(this.kafka);
  }

  async prepare(topics: readonly TopicDefinition[]): Promise<void> {
    try {
      for (const topic of topics) await this.createTopic(topic);
    } catch (error) {
      throw unlessRefused(withReasons(error));
    }
  }

  createPublisher(): Promise<EventPublisher> {
    this.checkOpen();
    const { topicPrefix, publishTimeoutMs = PUBLISH_TIMEOUT_MS } = this.settings;
    const publisher = new KafkaPublisher(
      this.kafka,
      { topicPrefix, publishTimeoutMs },
      this.parts.metrics,
      () => this.open.delete(publisher),
    );
    this.open.add(publisher);
    return Promise.resolve(publisher);
  }

  subscribe(options: SubscribeOptions): Promise<EventSubscription> {
    this.checkOpen();
    const { topicPrefix, memberTimeoutMs = MEMBER_TIMEOUT_MS } = this.settings;
    const subscription = new KafkaSubscription(
      options,
      { topicPrefix, memberTimeoutMs },
      this.kafka,
      this.parts,
      () => this.positions(options.topic, options.group),
      () => this.open.delete(subscription),
    );
    this.open.add(subscription);
    return Promise.resolve(subscription);
  }

  async lag(topic: string, group: string): Promise<number> {
    const ranges = await this.ranges(topic);
    const offsets = await this.committed(topic, group);
    if (ranges.every(({ partition, high }) => (offsets.get(partition) ?? high) <= high)) {
      return countAfter(offsets, ranges);
    }
    return countAfter(upToEnds(offsets, ranges, await this.ranges(topic)), ranges);
  }

  async count(topic: string, after = ''): Promise<number> {
    return countAfter(parsePosition(after), await this.ranges(topic));
  }

  async read(topic: string, { after = '', limit }: ReadOptions): Promise<ReadResult> {
    const start = parsePosition(after);
    const reads = new PartitionReads(await this.ranges(topic), start, limit);
    const { topicPrefix: groupPrefix } = this.settings;
    if (!reads.isDone) {
      const name = { topic, prefixedTopic: this.prefixed(topic), groupPrefix };
      await readTopic(this.kafka, this.admin, name, reads);
    }
    const { messages, position } = mergePartitions(reads.messages, limit, start);
    return { messages, position: formatPosition(position) };
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    await Promise.all([...this.open].map((part) => part.close()));
    await this.admin.close();
  }

  private async createTopic({ name, partitions, retentionMs }: TopicDefinition): Promise<void> {
    const { replication } = this.settings;
    const inSync = replication && (replication >= REPLICATION_WITH_SPARE ? replication - 1 : 1);
    const topic = this.prefixed(name);
    const wanted = {
      topic,
      numPartitions: partitions,
      replicationFactor: replication ?? DEFAULT_OF_BROKERS,
      configEntries: [
        // Only by age: the broker's defaults may keep only each key's last message, or a few megabytes.
        { name: 'cleanup.policy', value: 'delete' },
        { name: 'retention.ms', value: String(retentionMs) },
        { name: 'retention.bytes', value: '-1' },
        ...(inSync ? [{ name: 'min.insync.replicas', value: String(inSync) }] : []),
        // As published, which is uncompressed. The broker's default may be a codec that the client lacks: all but gzip.
        { name: 'compression.type', value: 'producer' },
      ],
    };
    const isNew = await this.admin.use(async (admin) => {
      // If operators create the topics, programs may not even be allowed to try.
      if ((await admin.listTopics()).includes(topic)) return false;
      // The client gives up immediately if leaders are not known yet; the topic's next caller waits for them.
      return admin.createTopics({ topics: [wanted], waitForLeaders: false });
    });
    const existing = (await this.whenReady(name)).length;
    if (!isNew && existing !== partitions) {
      this.parts.logger.warn(
        { topic: name, partitions: existing, wanted: partitions },
        'the topic exists with a different number of partitions and is left unchanged',
      );
    }
  }

  /** A topic just created by this or another program may have no leaders yet. */
  private async whenReady(topic: string): Promise<PartitionRange[]> {
    const backOff = new BackOff();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.ranges(topic);
      } catch (error) {
        if (attempt === READY_ATTEMPTS) throw error;
        await backOff.pause(neverAborted);
      }
    }
  }

  /** A group's offsets by partition, of those that it has committed. */
  private async committed(topic: string, group: string): Promise<Map<number, bigint>> {
    const [committed] = await this.admin.use((admin) =>
      admin.fetchOffsets({ groupId: this.prefixed(group), topics: [this.prefixed(topic)] }),
    );
    const offsets = committed?.partitions.map(
      ({ partition, offset }) => [partition, BigInt(offset)] as const,
    );
    return new Map(offsets?.filter(([, offset]) => offset >= 0n));
  }

  /** Of partitions where the group has a position. */
  private async positions(topic: string, group: string): Promise<GroupPosition[]> {
    const offsets = await this.committed(topic, group);
    const ranges = await this.ranges(topic);
    return ranges.flatMap(({ partition, low }) => {
      const next = offsets.get(partition);
      return next === undefined ? [] : [{ partition, next, low }];
    });
  }

  private async ranges(topic: string): Promise<PartitionRange[]> {
    const offsets = await this.admin.use((admin) => admin.fetchTopicOffsets(this.prefixed(topic)));
    return offsets.map(({ partition, low, high }) => ({ partition, low: BigInt(low), high: BigInt(high) }));
  }

  private prefixed(name: string): string {
    return this.settings.topicPrefix + name;
  }

  private checkOpen(): void {
    if (this.closing) throw new Error('the event log is closed');
  }
}
