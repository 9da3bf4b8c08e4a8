import { randomBytes } from 'node:crypto';
import { isAvailable, isRequired, missing } from '../infrastructure';
import { sharedServer } from '../shared-server';
import { KafkaProcess, type KafkaProcessOptions } from './kafka-process';

interface TestKafka {
  /** `host:port` of each. */
  brokers: string[];
}

/** For the download of the broker, too. */
const START_MS = 300_000;

/**
 * The run's one Kafka broker: the ones of KAFKA_BROKERS, else one in Docker, else one in Java, started when the first test
 * asks for it. Tests share it: name topics and groups with a {@link testTopicPrefix}. Null when it cannot be had; wrap the
 * tests in `describeWith('kafka', …)`, which skips them then.
 *
 * @throws when it cannot be had although REQUIRE_INFRA names it, or does not start.
 */
export async function startTestKafka(): Promise<TestKafka | null> {
  const external = process.env.KAFKA_BROKERS;
  if (external) return { brokers: external.split(',').map((broker) => broker.trim()) };
  if (!isAvailable('kafka')) {
    if (isRequired('kafka')) throw new Error(missing('kafka'));
    return null;
  }
  return { brokers: (await sharedServer('kafka', START_MS)).split(',') };
}

/** A prefix for the topics and groups of one test file. */
export function testTopicPrefix(): string {
  return `test-${randomBytes(6).toString('hex')}.`;
}

/** A broker that only the caller uses, to kill, pause and start again. It is a Java process, whatever else there is. */
export function startOwnKafka(options: KafkaProcessOptions = {}): Promise<KafkaProcess> {
  return KafkaProcess.start(options);
}

/** Stops a broker and starts another at its address, which has nothing of what the first one held. */
export async function replaceByEmptyKafka(kafka: KafkaProcess): Promise<KafkaProcess> {
  const port = Number(kafka.brokers[0]!.split(':').at(-1));
  await kafka.stop();
  return startOwnKafka({ port });
}
