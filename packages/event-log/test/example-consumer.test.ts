import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { usage } from '@heliograph/proto';
import { uuidv7 } from '@heliograph/runtime';
import { describeWith, startOwnKafka, startTestKafka, testTopicPrefix, waitFor } from '@heliograph/testing';
import { Kafka, logLevel } from 'kafkajs';
import {
  createEventLog,
  LEDGER_SOURCE,
  toMessage,
  USAGE_RECORDED_TOPIC,
  USAGE_RECORDED_TYPE,
  USAGE_VOIDED_TYPE,
  usageTopics,
  type EventMessage,
} from '../src';
import { logger } from './support/logs';

// Allows for the start of a broker, and of a program and its group.
jest.setTimeout(300_000);

const program = resolve(__dirname, '../../../examples/usage-consumer/usage-consumer.mjs');

function usageMessage(
  eventId: string,
  accountId: string,
  records: number,
  type = USAGE_RECORDED_TYPE,
): EventMessage {
  const time = new Date('2026-11-21T13:05:00.123Z');
  const event = usage.UsageRecorded.fromPartial({
    eventId,
    accountId,
    credentialId: 'key-1',
    channel: 'api',
    operation: 'searchSignals',
    mode: 'keyword',
    records,
    prepaidRecords: records,
    prepaidMicros: 5_000n * BigInt(records),
    requestId: 'request-1',
    time,
  });
  const data = Buffer.from(usage.UsageRecorded.encode(event).finish());
  const cloudEvent = { id: eventId, type, source: LEDGER_SOURCE, time, data };
  return toMessage(cloudEvent, accountId);
}

it('says what to check when no broker answers', async () => {
  // Nothing listens on port 1. The space is allowed in Heliograph's own setting.
  const { status, stderr } = await runToEnd({ KAFKA_BROKERS: '127.0.0.1:1, 127.0.0.1:1' });
  expect(status).toBe(1);
  expect(stderr.trim().split('\n').at(-1)).toMatch(
    /^usage\.recorded\.v1 cannot be read \(is KAFKA_BROKERS right\?.*ECONNREFUSED 127\.0\.0\.1:1$/,
  );
});

async function runToEnd(environment: Record<string, string>) {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number];
  return { status, stderr };
}

describeWith('kafka', 'the example of a consumer of usage events', () => {
  it('prints each event once, whatever else is in the topic', async () => {
    const { brokers } = (await startTestKafka())!;
    const topicPrefix = testTopicPrefix();
    const log = createEventLog(
      { kind: 'kafka', brokers, topicPrefix, replication: 1 },
      { clientId: 'test', logger },
    );
    await log.prepare(usageTopics(3));
    const publisher = await log.createPublisher();
    const [first, second, voided] = [uuidv7(), uuidv7(), uuidv7()];
    await publisher.publish(USAGE_RECORDED_TOPIC, [
      usageMessage(first, 'account-1', 25),
      usageMessage(first, 'account-1', 25),
      usageMessage(voided, 'account-1', 25, USAGE_VOIDED_TYPE),
      { ...usageMessage(uuidv7(), 'account-1', 1), value: Buffer.from([0xff]) },
      { key: 'account-1', headers: {}, value: Buffer.from('something else') },
      usageMessage(second, 'account-2', 0),
    ]);

    const child = spawn(process.execPath, [program], {
      env: { ...process.env, KAFKA_BROKERS: brokers.join(','), KAFKA_TOPIC_PREFIX: topicPrefix },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close');
    try {
      let printed = '';
      child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      await waitFor(
        async () => printed.includes(second) && (await log.lag(USAGE_RECORDED_TOPIC, 'usage-analysis')) === 0,
        { timeoutMs: 120_000 },
      );
      const lines = printed
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(lines).toHaveLength(3);
      expect(lines.find(({ eventId }) => eventId === first)).toEqual({
        eventId: first,
        time: '2026-11-21T13:05:00.123Z',
        account: 'account-1',
        credential: 'key-1',
        channel: 'api',
        operation: 'searchSignals',
        mode: 'keyword',
        requests: 1,
        records: 25,
        prepaidUsd: 0.125,
      });
      expect(lines.find(({ eventId }) => eventId === voided)).toMatchObject({
        requests: -1,
        records: -25,
        prepaidUsd: -0.125,
      });
      child.kill('SIGINT');
      expect(await ended).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
      await log.close();
    }
  });

  it('reports which settings it requires', async () => {
    const child = spawn(process.execPath, [program], {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let printed = '';
    child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(printed).toContain('KAFKA_BROKERS is required');
  });
});

describeWith(
  'kafka-process',
  'the example on a broker that creates missing topics, as brokers do by default',
  () => {
    it('leaves the topic to Heliograph, and says that it is missing', async () => {
      const kafka = await startOwnKafka({
        adjust: (settings) => ({ ...settings, 'auto.create.topics.enable': 'true' }),
      });
      try {
        const child = spawn(process.execPath, [program], {
          env: { PATH: process.env.PATH, KAFKA_BROKERS: kafka.brokers.join(',') },
          stdio: ['ignore', 'ignore', 'pipe'],
        });
        let printed = '';
        child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
        expect(await once(child, 'close')).toEqual([1, null]);
        expect(printed).toContain('Heliograph creates the topic when it starts');
        const admin = new Kafka({ brokers: kafka.brokers, logLevel: logLevel.NOTHING }).admin();
        await admin.connect();
        expect(await admin.listTopics()).toEqual([]);
        await admin.disconnect();
      } finally {
        await kafka.stop();
      }
    });
  },
);
