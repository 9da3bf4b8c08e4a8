import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { BackOff } from '@heliograph/runtime';
import type { Batch, Consumer, Kafka } from 'kafkajs';
import { storedEvent } from './mapping';
import type { AdminConnection } from './admin-connection';
import { RETRY } from './client';
import type { PartitionReads } from './partition-reads';
import { unlessRefused } from './refusal';

const TIMEOUT_MS = 30_000;
const FETCH_WAIT_MS = 100;

/** As the brokers know them: the topic, and the prefix of groups. */
interface TopicName {
  topic: string;
  prefixedTopic: string;
  groupPrefix: string;
}

/**
 * Reads part of a topic. Retries for 30 s: a broker that has just started refuses groups until it has loaded them, and
 * the client's consumer then gives up at once.
 */
export async function readTopic(
  kafka: Kafka,
  admin: AdminConnection,
  name: TopicName,
  reads: PartitionReads,
): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  const backOff = new BackOff();
  for (;;) {
    try {
      await readOnce(kafka, admin, name, reads, end - performance.now());
      return;
    } catch (error) {
      const isRefused = unlessRefused(error) === error;
      const pauseMs = backOff.nextMs();
      if (isRefused || performance.now() + pauseMs >= end) throw error;
      await sleep(pauseMs);
    }
  }
}

/**
 * Reads part of a topic with a separate consumer. The client can only read in a group, so this read gets a group of its
 * own, never commits in it, and removes it afterwards. If the process dies in between, the brokers remove the group,
 * which has no members and offsets.
 */
async function readOnce(
  kafka: Kafka,
  admin: AdminConnection,
  name: TopicName,
  reads: PartitionReads,
  timeoutMs: number,
): Promise<void> {
  const groupId = `${name.groupPrefix}heliograph-read-${randomUUID()}`;
  const consumer = kafka.consumer({
    groupId,
    maxWaitTimeInMs: FETCH_WAIT_MS,
    allowAutoTopicCreation: false,
    retry: { ...RETRY, restartOnFailure: () => Promise.resolve(false) },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('the topic could not be read in time')), timeoutMs);
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      const take = (batch: Batch) => {
        const messages = batch.messages.map((message) => storedEvent(name.topic, batch.partition, message));
        reads.take(batch.partition, messages, BigInt(batch.lastOffset()));
        if (reads.isDone) resolve();
      };
      startReading(consumer, name.prefixedTopic, reads, take).catch(reject);
    });
  } finally {
    clearTimeout(timer);
    await consumer.disconnect().catch(() => undefined);
    // Fails while the brokers still consider a member alive that has not left.
    await admin.use((connected) => connected.deleteGroups([groupId])).catch(() => undefined);
  }
}

async function startReading(
  consumer: Consumer,
  topic: string,
  reads: PartitionReads,
  take: (batch: Batch) => void,
): Promise<void> {
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachBatch: async ({ batch }) => take(batch),
  });
  for (const { partition, offset } of reads.starts)
    consumer.seek({ topic, partition, offset: offset.toString() });
}
