// Reads usage events from Kafka in its own consumer group, and prints each one as a line of JSON.
import { usage } from '@heliograph/proto';
import { Kafka, logLevel } from 'kafkajs';

const { KAFKA_BROKERS, KAFKA_TOPIC_PREFIX = '', CONSUMER_GROUP = 'usage-analysis' } = process.env;
if (!KAFKA_BROKERS) {
  process.stderr.write('KAFKA_BROKERS is required: host:port, several separated by commas\n');
  process.exit(2);
}

/** What each type does to totals. A void takes back the request whose figures it repeats. */
const signs = new Map([
  ['heliograph.usage.recorded.v1', 1],
  ['heliograph.usage.voided.v1', -1],
]);

/**
 * Ids of recent events. Delivery is at least once; this suffices for duplicates after a publisher restart. A consumer
 * that keeps totals must store each id, under a unique key, in the same transaction as the total.
 */
const seen = new Set();
const mostSeen = 100_000;

function isNew(eventId) {
  if (seen.has(eventId)) return false;
  seen.add(eventId);
  // A Set keeps insertion order: the first is the oldest.
  if (seen.size > mostSeen) seen.delete(seen.values().next().value);
  return true;
}

/** Decodes a message's event and its sign; undefined if its type is unknown. */
function decode({ headers, value }) {
  const sign = signs.get(headers?.ce_type?.toString());
  return sign && value ? { ...usage.UsageRecorded.decode(value), sign } : undefined;
}

function print({ sign, ...event }) {
  const line = {
    eventId: event.eventId,
    time: event.time?.toISOString(),
    account: event.accountId,
    credential: event.credentialId,
    channel: event.channel,
    operation: event.operation,
    mode: event.mode || undefined,
    requests: sign,
    records: sign * event.records,
    prepaidUsd: (sign * Number(event.prepaidMicros)) / 1_000_000,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

const kafka = new Kafka({
  clientId: 'usage-consumer-example',
  brokers: KAFKA_BROKERS.split(',').map((broker) => broker.trim()),
  logLevel: logLevel.ERROR,
});
const topic = `${KAFKA_TOPIC_PREFIX}usage.recorded.v1`;
const consumer = kafka.consumer({
  groupId: KAFKA_TOPIC_PREFIX + CONSUMER_GROUP,
  // Heliograph creates its topic. One that a broker creates for its reader keeps the broker's partitions and retention.
  allowAutoTopicCreation: false,
});
try {
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
} catch (error) {
  const hint = 'is KAFKA_BROKERS right? Heliograph creates the topic when it starts';
  process.stderr.write(`${topic} cannot be read (${hint}): ${error.message}\n`);
  process.exit(1);
}
await consumer.run({
  // Offsets are committed after printing: after a crash, some messages are printed again, but none are lost.
  eachMessage: ({ partition, message }) => {
    try {
      const event = decode(message);
      if (event && isNew(event.eventId)) print(event);
    } catch (error) {
      // One undecodable message must not block the rest.
      process.stderr.write(`partition ${partition}, offset ${message.offset}: ${error.message}\n`);
    }
    return Promise.resolve();
  },
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await consumer.disconnect();
    process.exit();
  });
}
