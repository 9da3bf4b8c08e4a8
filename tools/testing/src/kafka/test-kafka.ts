import { randomBytes } from 'node:crypto';
import { isAvailable, isRequired, missing } from '../infrastructure';
import { sharedServer } from '../shared-server';
import { KafkaProcess, type KafkaProcessOptions } from './kafka-process';

interface TestKafka {
  /** `host:port` of each broker. */
  brokers: string[];
}

/** Includes downloading the broker. */
const START_MS = 300_000;

/**
 * The run's only Kafka broker: the one in KAFKA_BROKERS, otherwise one in Docker, otherwise a Java process, started
 * when a test first asks for it. Tests share it: prefix topics and groups with a {@link testTopicPrefix}. Null when
 * unavailable; wrap the tests in `describeWith('kafka', …)`, which then skips them.
 *
 * @throws when it is unavailable although REQUIRE_INFRA names it, or does not start.
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

/** A prefix for one test file's topics and groups. */
export function testTopicPrefix(): string {
  return `test-${randomBytes(6).toString('hex')}.`;
}

/** Variables that put the event log on the run's broker, under a new prefix; only for tests that have a broker. */
export async function testKafkaVariables(): Promise<Record<string, string>> {
  const { brokers } = (await startTestKafka())!;
  return { KAFKA_BROKERS: brokers.join(','), KAFKA_TOPIC_PREFIX: testTopicPrefix() };
}

/** A broker of the caller's own, to kill, pause, and restart. Always a Java process. */
export function startOwnKafka(options: KafkaProcessOptions = {}): Promise<KafkaProcess> {
  return KafkaProcess.start(options);
}

/** Stops a broker and starts an empty one at its address. */
export async function replaceWithEmptyKafka(kafka: KafkaProcess): Promise<KafkaProcess> {
  const port = Number(kafka.brokers[0]!.split(':').at(-1));
  await kafka.stop();
  return startOwnKafka({ port });
}
