import { startBeforeAll, startTestDatabase, waitFor } from '@heliograph/testing';
import { Client } from 'pg';
import { createEventLog } from '../../src';
import { logger } from '../support/logs';
import { Handled, numbered } from '../support/messages';

const database = startBeforeAll(startTestDatabase);

/** The call that appends a number to a topic of one partition. */
const appending = (topic: string, number: number) =>
  `event_log.append_messages('${topic}', '{0}', '{k}', '{"{}"}', '{1}', '${number}')`;

/** A group that has processed messages 0 to 5, of which a failover then loses the last three. */
async function startGroup(name: string) {
  const admin = new Client({ connectionString: database.adminConnectionString });
  await admin.connect();
  const log = createEventLog(
    { kind: 'postgres', connectionString: database.connectionString('events') },
    { clientId: 'test', logger },
  );
  await log.prepare([{ name, partitions: 1, retentionMs: 86_400_000 }]);
  const publisher = await log.createPublisher();
  const publish = (first: number) => publisher.publish(name, numbered(3, { first }));
  const handled = new Handled();
  await log.subscribe({ topic: name, group: 'g', maximumBatch: 10, handle: handled.take });
  const isCaughtUp = async () => (await log.lag(name, 'g')) === 0;
  const ownership = async () => {
    const { rows } = await admin.query<{ epoch: string }>(
      'SELECT epoch FROM event_log.consumer_partition JOIN event_log.topic USING (topic_id) WHERE name = $1',
      [name],
    );
    return rows[0]!.epoch;
  };
  /** The state of the standby: as it was before the last three messages, and `also` what it has instead. */
  const failOver = async (also: string) => {
    const topic = `topic_id = (SELECT topic_id FROM event_log.topic WHERE name = '${name}')`;
    await admin.query(`BEGIN;
      DELETE FROM event_log.message WHERE ${topic} AND message_offset >= 3;
      ${also.replace('THIS', topic)};
      COMMIT`);
  };
  await publish(0);
  await publish(3);
  await waitFor(async () => handled.hasAll(6) && (await isCaughtUp()));
  const dropTrigger = () => admin.query('DROP FUNCTION event_log.refill CASCADE');
  const stop = async () => {
    await log.close();
    await admin.end();
  };
  return { publish, handled, isCaughtUp, ownership, failOver, dropTrigger, stop };
}

it('messages that take the offsets of lost ones are processed', async () => {
  const group = await startGroup('lost');
  const appended = [6, 7, 8].map((number) => `SELECT ${appending('lost', number)}`);
  await group.failOver(
    `UPDATE event_log.consumer_commit SET next_offset = 3 WHERE THIS; ${appended.join(';')}`,
  );
  await waitFor(async () => group.handled.hasAll(9) && (await group.isCaughtUp()));
  await group.stop();
});

it('also if the group commits its offset once more, beyond the end', async () => {
  const group = await startGroup('committed');
  const before = await group.ownership();
  await group.failOver('SELECT 1');
  await waitFor(async () => (await group.ownership()) !== before);
  await group.publish(6);
  await waitFor(async () => group.handled.hasAll(9) && (await group.isCaughtUp()));
  await group.stop();
});

it('also if they arrive before the member has the partition again', async () => {
  const group = await startGroup('refilled');
  await group.failOver(`
    CREATE FUNCTION event_log.refill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${[6, 7, 8]
      .map((number) => `PERFORM ${appending('refilled', number)};`)
      .join(' ')} RETURN NULL; END $$;
    CREATE TRIGGER refill AFTER UPDATE ON event_log.consumer_partition
      FOR EACH ROW WHEN (OLD.owner IS NOT NULL AND NEW.owner IS NULL) EXECUTE FUNCTION event_log.refill()`);
  await waitFor(async () => group.handled.hasAll(9) && (await group.isCaughtUp()));
  await group.dropTrigger();
  await group.stop();
});
