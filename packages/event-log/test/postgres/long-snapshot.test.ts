import { startBeforeAll, startTestDatabase } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { createEventLog } from '../../src';
import { logger } from '../support/logs';

const database = startBeforeAll(startTestDatabase);

const ROUNDS = 1_500;
const MEMBER = randomUUID();
const APPEND = `event_log.append_messages('topic', '{0}', '{k}', '{"{}"}', '{1}', 'x')`;
const RENEW = `event_log.renew_membership('g', 'topic', '${MEMBER}', 100000000)`;

/** Pages that a statement visits. */
async function pagesOf(client: Client, statement: string): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT json) ${statement}`,
  );
  const plan = rows[0]!['QUERY PLAN'][0].Plan;
  return plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
}

it('while a dump holds a snapshot, publishes, commits, and heartbeats visit no more pages than before', async () => {
  const connectionString = database.connectionString('events');
  const log = createEventLog({ kind: 'postgres', connectionString }, { clientId: 'test', logger });
  await log.prepare([{ name: 'topic', partitions: 1, retentionMs: 86_400_000 }]);
  const [dump, client] = [new Client({ connectionString }), new Client({ connectionString })];
  try {
    await Promise.all([dump.connect(), client.connect()]);
    await client.query(`SELECT ${APPEND}`);
    const { rows } = await client.query<{ topic_id: number; epoch: string }>(`SELECT * FROM ${RENEW}`);
    const { topic_id: topic, epoch } = rows[0]!;
    const commit = (to: string) => `event_log.commit_offset('g', ${topic}, 0, '${MEMBER}', ${epoch}, ${to})`;
    const measure = async () => ({
      publish: await pagesOf(client, `SELECT ${APPEND}`),
      commit: await pagesOf(client, `SELECT ${commit('1')}`),
      renew: await pagesOf(client, `SELECT * FROM ${RENEW}`),
      lag: await pagesOf(client, 'SELECT next_offset FROM event_log.partition'),
    });
    // Plans of the session's first calls read the catalog.
    await measure();
    await dump.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await dump.query('SELECT 1');
    const before = await measure();
    await client.query(`DO $$ BEGIN FOR round IN 1..${ROUNDS} LOOP
      PERFORM ${APPEND}; COMMIT; PERFORM ${commit('round')}; COMMIT; END LOOP; END $$`);
    const after = await measure();
    // The indexes may have grown by a level.
    for (const what of ['publish', 'commit', 'renew', 'lag'] as const)
      expect(after[what]).toBeLessThanOrEqual(before[what] + 5);
  } finally {
    await Promise.all([dump.end(), client.end()]);
    await log.close();
  }
});
