import { createPool, migrate } from '@heliograph/postgres';
import { startBeforeAll, startUnmigratedDatabase, waitFor } from '@heliograph/testing';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createEventLog } from '../../src';
import { logger } from '../support/logs';
import { Handled, numbered } from '../support/messages';

const MIGRATIONS = resolve(__dirname, '../../src/postgres/migrations');

const database = startBeforeAll(startUnmigratedDatabase);

/** Offsets, as a program of the previous version reads them. */
const RANGES = `SELECT name, first_offset::int AS low, partition.next_offset::int AS high,
    consumer_offset.next_offset::int AS done
  FROM event_log.topic JOIN event_log.partition USING (topic_id)
  LEFT JOIN event_log.consumer_offset USING (topic_id, partition) ORDER BY name`;

it('offsets survive the upgrade, and a program of the previous version goes on beside the new one', async () => {
  const connectionString = database.connectionString('events');
  const directory = mkdtempSync(join(tmpdir(), 'event-log-'));
  for (const file of ['0001_tables.sql', '0002_functions.sql'])
    copyFileSync(join(MIGRATIONS, file), join(directory, file));
  await migrate({ connectionString, schema: 'event_log', directory, logger });
  rmSync(directory, { recursive: true });

  const previous = createPool({ connectionString, applicationName: 'previous version', max: 1 }, logger);
  const log = createEventLog({ kind: 'postgres', connectionString }, { clientId: 'test', logger });
  const append = (topic: string, number: number) =>
    previous.query({
      name: 'append',
      text: 'SELECT event_log.append_messages($1, $2, $3, $4, $5, $6)',
      values: [topic, [0], ['k'], ['{}'], [String(number).length], Buffer.from(String(number))],
    });
  const member = 'a9a1fb0e-9d7c-4b3c-8a53-3a1f0d6f2a10';
  const renew = async () => {
    const { rows } = await previous.query<{ topic_id: number; epoch: string }>({
      name: 'renew',
      text: `SELECT * FROM event_log.renew_membership('g', 'kept', $1, 60000)`,
      values: [member],
    });
    return rows[0]!;
  };
  const commit = async (to: number) => {
    const { topic_id: topic, epoch } = await renew();
    const { rows } = await previous.query<{ committed: boolean }>({
      name: 'commit',
      text: `SELECT event_log.commit_offset('g', $1, 0, $2, $3, $4) AS committed`,
      values: [topic, member, epoch, to],
    });
    return rows[0]!.committed;
  };
  try {
    await previous.query(`
      INSERT INTO event_log.topic (name, partitions, retention_ms) VALUES ('emptied', 1, 1), ('kept', 1, 86400000);
      INSERT INTO event_log.partition (topic_id, partition) SELECT topic_id, 0 FROM event_log.topic`);
    for (let number = 0; number < 5; number += 1) {
      await append('emptied', number);
      await append('kept', number);
    }
    expect(await commit(3)).toBe(true);
    await waitFor(async () => {
      await previous.query('SELECT event_log.remove_expired(topic_id, 0, 100) FROM event_log.topic');
      return (await previous.query('SELECT FROM event_log.message')).rowCount === 5;
    });
    const before = (await previous.query(RANGES)).rows;

    await log.prepare([]);
    expect((await previous.query(RANGES)).rows).toEqual(before);
    await append('emptied', 5);
    await append('kept', 5);
    expect(await commit(4)).toBe(true);
    const publisher = await log.createPublisher();
    await publisher.publish('kept', numbered(1, { first: 6 }));
    expect((await previous.query(RANGES)).rows).toEqual([
      { name: 'emptied', low: 5, high: 6, done: null },
      { name: 'kept', low: 0, high: 7, done: 4 },
    ]);
    await previous.query(`
      INSERT INTO event_log.topic (name, partitions, retention_ms) VALUES ('made by the previous version', 1, 1);
      INSERT INTO event_log.partition (topic_id, partition)
      SELECT topic_id, 0 FROM event_log.topic WHERE name LIKE 'made%'`);
    await append('made by the previous version', 1);

    await previous.query(`SELECT event_log.release_partitions('g', 'kept', $1, NULL)`, [member]);
    const handled = new Handled();
    await log.subscribe({ topic: 'kept', group: 'g', maximumBatch: 10, handle: handled.take });
    await waitFor(async () => (await log.lag('kept', 'g')) === 0);
    expect(handled.texts).toEqual(['4', '5', '6']);
  } finally {
    await Promise.all([log.close(), previous.end()]);
  }
});
