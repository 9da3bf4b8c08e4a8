import { describeWith, startTestKafka, testTopicPrefix } from '@heliograph/testing';
import { createEventLog } from '../../src';
import { logger } from '../support/logs';
import { numbered } from '../support/messages';

const START_MS = 300_000;
/** GROUP_LOAD_IN_PROGRESS. */
const LOADING = 14;

type Join = (...args: unknown[]) => Promise<unknown>;
/** The client's own parts: a broker loads its groups too quickly for a test to meet that moment. */
const Broker = jest.requireActual<{ prototype: { joinGroup: Join } }>('kafkajs/src/broker/index.js');
const { createErrorFromCode } = jest.requireActual<{ createErrorFromCode(code: number): Error }>(
  'kafkajs/src/protocol/error.js',
);

describeWith('kafka', 'while the coordinator loads its groups', () => {
  it(
    'a read waits for it',
    async () => {
      const { brokers } = (await startTestKafka())!;
      const log = createEventLog(
        { kind: 'kafka', brokers, topicPrefix: testTopicPrefix(), replication: 1 },
        { clientId: 'test', logger },
      );
      await log.prepare([{ name: 'topic', partitions: 1, retentionMs: 86_400_000 }]);
      await (await log.createPublisher()).publish('topic', numbered(5));
      const join = jest.spyOn(Broker.prototype, 'joinGroup');
      for (let refusals = 0; refusals < 3; refusals += 1)
        join.mockImplementationOnce(() => Promise.reject(createErrorFromCode(LOADING)));
      try {
        expect((await log.read('topic', { limit: 5 })).messages).toHaveLength(5);
      } finally {
        join.mockRestore();
        await log.close();
      }
    },
    START_MS,
  );
});
