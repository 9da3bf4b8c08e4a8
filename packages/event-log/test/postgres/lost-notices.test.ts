import { createLogger } from '@heliograph/runtime';
import { startBeforeAll, startTestDatabase, waitFor } from '@heliograph/testing';
import { Client } from 'pg';
import { createEventLog } from '../../src';
import { Handled, numbered } from '../support/messages';

const logger = createLogger({ service: 'test', level: 'fatal' });

const database = startBeforeAll(startTestDatabase);

it('finds messages without a notification, and listens again after its connection broke', async () => {
  const admin = new Client({ connectionString: database.adminConnectionString });
  await admin.connect();
  const log = createEventLog(
    { kind: 'postgres', connectionString: database.connectionString('events') },
    { clientId: 'deaf', logger },
  );
  await log.prepare([{ name: 'topic', partitions: 2, retentionMs: 60_000 }]);
  const publisher = await log.createPublisher();
  const handled = new Handled();
  await log.subscribe({ topic: 'topic', group: 'g', maximumBatch: 100, handle: handled.take });
  const listeners = async () => {
    const { rows } = await admin.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
       WHERE application_name = 'deaf event log listener' AND state = 'idle' AND query LIKE 'LISTEN%'`,
    );
    return rows.map(({ pid }) => pid);
  };
  const [first] = await waitFor(async () => {
    const found = await listeners();
    return found.length === 1 && found;
  });

  // Published while nothing listens.
  await admin.query('SELECT pg_terminate_backend($1)', [first]);
  await publisher.publish('topic', numbered(10));
  await waitFor(() => handled.hasAll(10));

  await waitFor(async () => (await listeners()).some((pid) => pid !== first));
  await publisher.publish('topic', numbered(10, { first: 10 }));
  await waitFor(() => handled.hasAll(20));
  await log.close();
  await admin.end();
});
