import { randomUUID } from 'node:crypto';
import type { Kafka } from 'kafkajs';
import { storedEvent } from './mapping';
import type { AdminConnection } from './admin-connection';
import { RETRY } from './client';
import type { PartitionReads } from './partition-reads';

const TIMEOUT_MS = 30_000;
const FETCH_WAIT_MS = 100;

/**
 * Reads part of a topic with a separate consumer. The client can only read in a group, so this read gets a group of its
 * own, never commits in it, and removes it afterwards. If the process dies in between, the brokers remove the group,
 * which has no members and offsets.
 *
 * @param name of the topic, and the group's prefix, as the brokers know them.
 */
export async function readTopic(
  kafka: Kafka,
  admin: AdminConnection,
  name: { topic: string; prefixedTopic: string; groupPrefix: string },
  reads: PartitionReads,
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
    await consumer.connect();
    await consumer.subscribe({ topics: [name.prefixedTopic], fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('the topic could not be read in time')), TIMEOUT_MS);
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      consumer
        .run({
          autoCommit: false,
          eachBatch: async ({ batch }) => {
            const messages = batch.messages.map((message) =>
              storedEvent(name.topic, batch.partition, message),
            );
            reads.take(batch.partition, messages, BigInt(batch.lastOffset()));
            if (reads.isDone) resolve();
          },
        })
        .then(() => {
          for (const { partition, offset } of reads.starts) {
            consumer.seek({ topic: name.prefixedTopic, partition, offset: offset.toString() });
          }
        })
        .catch(reject);
    });
  } finally {
    clearTimeout(timer);
    await consumer.disconnect().catch(() => undefined);
    // Fails while the brokers still consider a member alive that has not left.
    await admin.use((connected) => connected.deleteGroups([groupId])).catch(() => undefined);
  }
}
