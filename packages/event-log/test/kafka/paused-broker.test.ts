import { describeWith, startBeforeAll, startOwnKafka, waitFor } from '@heliograph/testing';
import { createEventLog } from '../../src';
import { logger } from '../support/logs';
import { Handled, numbered } from '../support/messages';

describeWith('kafka-process', 'a broker that hangs', () => {
  const kafka = startBeforeAll(startOwnKafka);

  it('fails to publish within a time limit, and loses nothing when the broker resumes', async () => {
    const log = createEventLog(
      {
        kind: 'kafka',
        brokers: kafka.brokers,
        topicPrefix: '',
        replication: 1,
        memberTimeoutMs: 6_000,
        publishTimeoutMs: 8_000,
      },
      { clientId: 'test', logger },
    );
    await log.prepare([{ name: 'topic', partitions: 2, retentionMs: 600_000 }]);
    const publisher = await log.createPublisher();
    const handled = new Handled();
    await log.subscribe({ topic: 'topic', group: 'g', maximumBatch: 10, handle: handled.take });
    await publisher.publish('topic', numbered(10));
    await waitFor(() => handled.hasAll(10), { timeoutMs: 60_000 });

    await kafka.pause();
    await expect(publisher.publish('topic', numbered(10, { first: 10 }))).rejects.toThrow(
      'not confirmed within 8000 ms',
    );
    kafka.resume();
    await waitFor(() => publisher.publish('topic', numbered(10, { first: 10 })).then(() => true), {
      timeoutMs: 60_000,
    });
    await waitFor(() => handled.hasAll(20), { timeoutMs: 60_000 });
    await log.close();
  });
});
