import { deletePostgresTopics, startBeforeAll, startTestDatabase, waitFor } from '@heliograph/testing';
import { createEventLog } from '../../src';
import { logger } from '../support/logs';
import { Handled, numbered } from '../support/messages';

const database = startBeforeAll(startTestDatabase);

const TOPIC = { name: 'topic', partitions: 3, retentionMs: 86_400_000 };

it('a topic that another program has re-created is read and measured as the new one', async () => {
  const connectionString = database.connectionString('events');
  const open = () => createEventLog({ kind: 'postgres', connectionString }, { clientId: 'test', logger });
  const [events, other] = [open(), open()];
  try {
    await events.prepare([TOPIC]);
    const publisher = await events.createPublisher();
    const handled = new Handled();
    const errors: unknown[] = [];
    await events.subscribe({
      topic: TOPIC.name,
      group: 'g',
      maximumBatch: 10,
      handle: handled.take,
      onError: (error) => errors.push(error),
    });
    await publisher.publish(TOPIC.name, numbered(20));
    await waitFor(() => handled.hasAll(20));

    await deletePostgresTopics(database.adminConnectionString, [TOPIC.name]);
    await other.prepare([TOPIC]);
    await publisher.publish(TOPIC.name, numbered(20, { first: 20 }));
    await waitFor(() => handled.hasAll(40));
    await waitFor(async () => (await events.lag(TOPIC.name, 'g')) === 0);
    expect((await events.read(TOPIC.name, { limit: 100 })).messages).toHaveLength(20);
  } finally {
    await Promise.all([events.close(), other.close()]);
  }
});
