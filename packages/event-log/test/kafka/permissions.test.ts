import { describeWith, freePort, startOwnKafka, waitFor, type KafkaProcess } from '@heliograph/testing';
import {
  AclOperationTypes as Operation,
  AclPermissionTypes,
  AclResourceTypes as Resource,
  Kafka,
  logLevel,
  ResourcePatternTypes as Pattern,
} from 'kafkajs';
import { createEventLog, deadLetterTopic, USAGE_RECORDED_TOPIC, usageTopics } from '../../src';
import { logger } from '../support/logs';
import { Handled, numbered } from '../support/messages';

const PREFIX = 'prefix.';
const TOPIC = PREFIX + USAGE_RECORDED_TOPIC;
const slow = { timeoutMs: 60_000 };

/** What docs/events.md asks for, and nothing else. */
const RIGHTS: [user: string, resource: Resource, name: string, pattern: Pattern, operations: Operation[]][] =
  [
    [
      'heliograph',
      Resource.TOPIC,
      PREFIX,
      Pattern.PREFIXED,
      [Operation.CREATE, Operation.DESCRIBE, Operation.READ, Operation.WRITE],
    ],
    [
      'heliograph',
      Resource.GROUP,
      PREFIX,
      Pattern.PREFIXED,
      [Operation.READ, Operation.DESCRIBE, Operation.DELETE],
    ],
    ['heliograph', Resource.CLUSTER, 'kafka-cluster', Pattern.LITERAL, [Operation.IDEMPOTENT_WRITE]],
    ['analyst', Resource.TOPIC, TOPIC, Pattern.LITERAL, [Operation.READ, Operation.DESCRIBE]],
    ['analyst', Resource.GROUP, 'analysis', Pattern.LITERAL, [Operation.READ]],
  ];

describeWith('kafka-process', 'a broker that allows what the documentation asks for', () => {
  let kafka: KafkaProcess;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    const listener = `USERS://127.0.0.1:${port}`;
    kafka = await startOwnKafka({
      adjust: (settings) => ({
        ...settings,
        listeners: `${settings.listeners},${listener}`,
        'advertised.listeners': `${settings['advertised.listeners']},${listener}`,
        'listener.security.protocol.map': `${settings['listener.security.protocol.map']},USERS:SASL_PLAINTEXT`,
        'listener.name.users.sasl.enabled.mechanisms': 'PLAIN',
        'listener.name.users.plain.sasl.jaas.config':
          'org.apache.kafka.common.security.plain.PlainLoginModule required user_heliograph="h" user_analyst="a";',
        'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
        'super.users': 'User:ANONYMOUS',
      }),
    });
    const admin = new Kafka({ brokers: kafka.brokers, logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    await admin.createAcls({
      acl: RIGHTS.flatMap(([user, resourceType, resourceName, resourcePatternType, operations]) =>
        operations.map((operation) => ({
          principal: `User:${user}`,
          host: '*',
          permissionType: AclPermissionTypes.ALLOW,
          resourceType,
          resourceName,
          resourcePatternType,
          operation,
        })),
      ),
    });
    await admin.disconnect();
  });
  afterAll(() => kafka?.stop());

  it('suffices for Heliograph, and for an analyst, who can change nothing', async () => {
    const brokers = [`127.0.0.1:${port}`];
    const log = createEventLog(
      {
        kind: 'kafka',
        brokers,
        topicPrefix: PREFIX,
        replication: 1,
        sasl: { mechanism: 'plain', username: 'heliograph', password: 'h' },
      },
      { clientId: 'test', logger },
    );
    await log.prepare(usageTopics(3));
    await (await log.createPublisher()).publish(USAGE_RECORDED_TOPIC, numbered(20));
    const handled = new Handled();
    const options = { topic: USAGE_RECORDED_TOPIC, group: 'metering', maximumBatch: 10 };
    await log.subscribe({ ...options, handle: handled.take });
    await waitFor(() => handled.hasAll(20), slow);
    await waitFor(async () => (await log.lag(USAGE_RECORDED_TOPIC, 'metering')) === 0, slow);
    expect((await log.read(USAGE_RECORDED_TOPIC, { limit: 100 })).messages).toHaveLength(20);

    const client = new Kafka({
      brokers,
      logLevel: logLevel.NOTHING,
      retry: { retries: 3 },
      sasl: { mechanism: 'plain', username: 'analyst', password: 'a' },
    });
    const consumer = client.consumer({ groupId: 'analysis' });
    let read = 0;
    await consumer.connect();
    await consumer.subscribe({ topics: [TOPIC], fromBeginning: true });
    await consumer.run({ eachMessage: () => Promise.resolve(void (read += 1)) });
    await waitFor(() => read === 20, slow);
    await consumer.commitOffsets([{ topic: TOPIC, partition: 0, offset: '1' }]);
    const admin = client.admin();
    const producer = client.producer();
    await admin.connect();
    await producer.connect();
    await admin.fetchOffsets({ groupId: 'analysis', topics: [TOPIC] });
    const value = 'forged';
    const refused = [
      () => producer.send({ topic: TOPIC, messages: [{ value }] }),
      () => admin.deleteTopics({ topics: [TOPIC] }),
      () => admin.fetchTopicOffsets(PREFIX + deadLetterTopic(USAGE_RECORDED_TOPIC)),
      () => admin.fetchOffsets({ groupId: `${PREFIX}metering`, topics: [TOPIC] }),
    ];
    for (const attempt of refused) await expect(attempt()).rejects.toThrow();
    await Promise.all([consumer.disconnect(), admin.disconnect(), producer.disconnect()]);
    await log.close();
  });
});
