import { plainArray, textArray } from '@heliograph/postgres';
import type { Pool, QueryConfig, QueryResultRow } from 'pg';
import type { TopicDefinition } from '../event-log';
import type { EventMessage, StoredEvent } from '../message';
import { partitionOf } from '../partition-of';
import type { PartitionRange } from '../read-position';
import { storedEvent, type MessageRow } from './mapping';

interface Topic {
  id: number;
  name: string;
  partitions: number;
}

/** A partition that a member owns, according to the database. */
export interface OwnedPartition {
  topicId: number;
  partition: number;
  /** The ownership's epoch; commits with any other are refused. */
  epoch: bigint;
  /** Offset of the first message that the group has not processed, even if retention has deleted it. */
  nextOffset: bigint;
  /** The next message's offset. */
  endOffset: bigint;
  /** Beyond the member's share: to be released after the current batch. */
  isSurplus: boolean;
}

export interface Member {
  group: string;
  topic: string;
  memberId: string;
}

/** How long to wait for a silent server. */
const ANSWER_TIMEOUT_MS = 15_000;
const UNDEFINED_OBJECT = '42704';

/** The log's statements on its tables in the schema `event_log`. */
export class LogStore {
  /** Topics that were published to, by name. */
  private readonly known = new Map<string, Topic>();

  constructor(
    private readonly pool: Pool,
    private readonly publishTimeoutMs: number,
  ) {}

  /** Creates missing topics, with their partitions; leaves existing ones as they are. */
  async createTopics(definitions: readonly TopicDefinition[]): Promise<void> {
    await this.run({
      text: `WITH made AS (
               INSERT INTO event_log.topic (name, partitions, retention_ms)
               SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[]) AS given ORDER BY 1
               ON CONFLICT ON CONSTRAINT topic_name_once DO NOTHING RETURNING topic_id, partitions)
             INSERT INTO event_log.partition (topic_id, partition)
             SELECT topic_id, number FROM made, generate_series(0, made.partitions - 1) AS number`,
      values: [
        definitions.map(({ name }) => name),
        definitions.map(({ partitions }) => partitions),
        definitions.map(({ retentionMs }) => retentionMs),
      ],
    });
  }

  /**
   * The current topic of this name; a topic that was deleted and recreated has a new id.
   *
   * @throws if it does not exist.
   */
  async topic(name: string): Promise<Topic> {
    const [topic] = await this.run<Topic>({
      name: 'event-log-topic',
      text: 'SELECT topic_id AS id, name, partitions FROM event_log.topic WHERE name = $1',
      values: [name],
    });
    if (!topic) throw new Error(`topic ${name} does not exist`);
    return topic;
  }

  /**
   * A topic to append to. Cached until an append finds it gone: appending uses the name, and the number of partitions
   * never changes.
   *
   * @throws if it does not exist.
   */
  async topicToAppend(name: string): Promise<Topic> {
    const topic = this.known.get(name) ?? (await this.topic(name));
    this.known.set(name, topic);
    return topic;
  }

  /** Appends messages to a topic in one transaction. */
  async append(topic: Topic, messages: readonly EventMessage[]): Promise<void> {
    try {
      await this.run(
        {
          name: 'event-log-append',
          text: 'SELECT event_log.append_messages($1, $2, $3, $4, $5, $6)',
          values: [
            topic.name,
            plainArray(messages.map(({ key }) => partitionOf(key, topic.partitions))),
            textArray(messages.map(({ key }) => key)),
            textArray(messages.map(({ headers }) => JSON.stringify(headers))),
            plainArray(messages.map(({ value }) => value.length)),
            Buffer.concat(messages.map(({ value }) => value)),
          ],
        },
        this.publishTimeoutMs,
      );
    } catch (error) {
      // Deleted, or recreated with fewer partitions: the next attempt reads the topic again.
      if ((error as { code?: unknown }).code === UNDEFINED_OBJECT) this.known.delete(topic.name);
      throw error;
    }
  }

  /** Messages of a partition in order, from an offset. */
  async readMessages(
    topic: { id: number; name: string },
    partition: number,
    fromOffset: bigint,
    limit: number,
  ): Promise<StoredEvent[]> {
    const rows = await this.run<MessageRow>({
      name: 'event-log-read',
      text: 'SELECT * FROM event_log.read_messages($1, $2, $3, $4)',
      values: [topic.id, partition, fromOffset, limit],
    });
    return rows.map((row) => storedEvent(topic.name, partition, row));
  }

  /** The range of messages kept, by partition. */
  async ranges(topic: Topic): Promise<PartitionRange[]> {
    const rows = await this.run<{ partition: number; first_offset: string; next_offset: string }>({
      text: `SELECT partition, first_offset, next_offset FROM event_log.partition WHERE topic_id = $1 ORDER BY partition`,
      values: [topic.id],
    });
    return rows.map((row) => ({
      partition: row.partition,
      low: BigInt(row.first_offset),
      high: BigInt(row.next_offset),
    }));
  }

  /** Messages of a topic that a group has not processed. */
  async lag(topic: Topic, group: string): Promise<number> {
    const [row] = await this.run<{ lag: string }>({
      text: `SELECT coalesce(sum(log.next_offset - greatest(held.next_offset, log.first_offset)), 0) AS lag
             FROM event_log.partition AS log
             LEFT JOIN event_log.consumer_offset AS held
               ON held.group_name = $2 AND held.topic_id = log.topic_id AND held.partition = log.partition
             WHERE log.topic_id = $1`,
      values: [topic.id, group],
    });
    return Number(row!.lag);
  }

  /** A member's heartbeat; returns the partitions it owns. The first one makes it join. */
  async renewMembership(member: Member, leaseMs: number): Promise<OwnedPartition[]> {
    const rows = await this.run<{
      topic_id: number;
      partition: number;
      epoch: string;
      next_offset: string;
      end_offset: string;
      is_surplus: boolean;
    }>({
      name: 'event-log-renew',
      text: 'SELECT * FROM event_log.renew_membership($1, $2, $3, $4)',
      values: [member.group, member.topic, member.memberId, leaseMs],
    });
    return rows.map((row) => ({
      topicId: row.topic_id,
      partition: row.partition,
      epoch: BigInt(row.epoch),
      nextOffset: BigInt(row.next_offset),
      endOffset: BigInt(row.end_offset),
      isSurplus: row.is_surplus,
    }));
  }

  /** Moves a group's offset; false, with nothing changed, if the member no longer owns the partition. */
  async commitOffset(member: Member, owned: OwnedPartition, handledTo: bigint): Promise<boolean> {
    const [row] = await this.run<{ committed: boolean }>({
      name: 'event-log-commit',
      text: 'SELECT event_log.commit_offset($1, $2, $3, $4, $5, $6) AS committed',
      values: [member.group, owned.topicId, owned.partition, member.memberId, owned.epoch, handledTo],
    });
    return row!.committed;
  }

  /** Releases a partition to other members. */
  async releasePartition(member: Member, partition: number): Promise<void> {
    await this.release(member, [partition]);
  }

  /** Releases everything and ends the membership. */
  async leave(member: Member): Promise<void> {
    await this.release(member, null);
  }

  /** Deletes up to `maximum` expired messages of a partition; returns how many. */
  async removeExpired(topicId: number, partition: number, maximum: number): Promise<number> {
    const [row] = await this.run<{ removed: number }>({
      text: 'SELECT event_log.remove_expired($1, $2, $3) AS removed',
      values: [topicId, partition, maximum],
    });
    return row!.removed;
  }

  /**
   * Ends memberships that were renewed while the database's clock was ahead and would last until that time comes: those
   * that last much longer than any lease.
   */
  async endMembershipsAhead(): Promise<void> {
    await this.run({
      text: `UPDATE event_log.consumer_member SET expires_at = clock_timestamp()
             WHERE (group_name, topic_id, member_id) IN (
               SELECT group_name, topic_id, member_id FROM event_log.consumer_member
               WHERE expires_at > clock_timestamp() + interval '1 minute' FOR UPDATE SKIP LOCKED)`,
    });
  }

  /** All partitions of all topics. */
  async partitions(): Promise<{ topicId: number; partition: number }[]> {
    return this.run({
      text: 'SELECT topic_id AS "topicId", partition FROM event_log.partition ORDER BY topic_id, partition',
    });
  }

  private async release(member: Member, partitions: number[] | null): Promise<void> {
    await this.run({
      text: 'SELECT event_log.release_partitions($1, $2, $3, $4)',
      values: [member.group, member.topic, member.memberId, partitions],
    });
  }

  private async run<Row extends QueryResultRow = QueryResultRow>(
    query: QueryConfig,
    timeoutMs = ANSWER_TIMEOUT_MS,
  ): Promise<Row[]> {
    // The driver drops a connection that did not respond in time, so that a hanging server does not block the caller.
    const bounded = { ...query, query_timeout: timeoutMs };
    const { rows } = await this.pool.query<Row>(bounded);
    return rows;
  }
}
