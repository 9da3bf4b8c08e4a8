// Reads usage events from Kafka as a consumer group of its own, and prints each one as a line of JSON.
import { usage } from '@heliograph/proto';
import { Kafka, logLevel } from 'kafkajs';

const { KAFKA_BROKERS, KAFKA_TOPIC_PREFIX = '', CONSUMER_GROUP = 'usage-analysis' } = process.env;
if (!KAFKA_BROKERS) {
  process.stderr.write('KAFKA_BROKERS is required: host:port, several separated by commas\n');
  process.exit(2);
}

const eventType = 'heliograph.usage.recorded.v1';

/**
 * Ids of events seen lately. Delivery is at least once, and this is enough for repetitions at a restart of the
 * publisher. A consumer that keeps totals stores the id in the same transaction as the total, with a unique key.
 */
const seen = new Set();
const mostSeen = 100_000;

function isNew(eventId) {
  if (seen.has(eventId)) return false;
  seen.add(eventId);
  // A set keeps the order of insertion: the first is the oldest.
  if (seen.size > mostSeen) seen.delete(seen.values().next().value);
  return true;
}

/** The event of a message, or undefined when it is of a kind this program does not know. */
function decode({ headers, value }) {
  if (headers?.ce_type?.toString() !== eventType || !value) return undefined;
  return usage.UsageRecorded.decode(value);
}

function print(event) {
  const line = {
    eventId: event.eventId,
    time: event.time?.toISOString(),
    account: event.accountId,
    credential: event.credentialId,
    channel: event.channel,
    operation: event.operation,
    mode: event.mode || undefined,
    records: event.records,
    prepaidUsd: Number(event.prepaidMicros) / 1_000_000,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

const kafka = new Kafka({
  clientId: 'usage-consumer-example',
  brokers: KAFKA_BROKERS.split(','),
  logLevel: logLevel.ERROR,
});
const consumer = kafka.consumer({ groupId: KAFKA_TOPIC_PREFIX + CONSUMER_GROUP });
await consumer.connect();
await consumer.subscribe({ topics: [`${KAFKA_TOPIC_PREFIX}usage.recorded.v1`], fromBeginning: true });
await consumer.run({
  // The offset is committed after the messages were printed: after a crash some are printed again, none is left out.
  eachMessage: ({ partition, message }) => {
    try {
      const event = decode(message);
      if (event && isNew(event.eventId)) print(event);
    } catch (error) {
      // One message that cannot be decoded must not hold up the rest.
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
