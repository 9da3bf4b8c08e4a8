import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { usage } from '@heliograph/proto';
import { createLogger, uuidv7 } from '@heliograph/runtime';
import { startTestDatabase, type TestDatabase } from '@heliograph/testing';
import { Client } from 'pg';
import {
  createEventLog,
  LEDGER_SOURCE,
  toMessage,
  USAGE_RECORDED_TOPIC,
  USAGE_RECORDED_TYPE,
  usageTopics,
} from '../../src';

const guide = readFileSync(resolve(__dirname, '../../../../docs/events.md'), 'utf8');
const QUERY = /^```sql\n([\s\S]+?)^```/m.exec(guide)![1]!;
const PASSWORD = 'only for this test';
const time = new Date('2026-11-21T13:05:00.123Z');

let database: TestDatabase;
let administrator: Client;
let analyst: Client;
/** Roles are the server's, which test files share. */
const role = `analyst_${process.pid}_${Date.now()}`;

beforeAll(async () => {
  database = await startTestDatabase();
  const log = createEventLog(
    { kind: 'postgres', connectionString: database.connectionString('events') },
    { clientId: 'test', logger: createLogger({ service: 'test', level: 'fatal' }) },
  );
  await log.prepare(usageTopics(3));
  const id = uuidv7();
  const data = Buffer.from(usage.UsageRecorded.encode(usage.UsageRecorded.create({ eventId: id })).finish());
  const event = { id, type: USAGE_RECORDED_TYPE, source: LEDGER_SOURCE, time, data };
  await (await log.createPublisher()).publish(USAGE_RECORDED_TOPIC, [toMessage(event, 'account-1')]);
  await log.close();

  administrator = new Client({ connectionString: database.adminConnectionString });
  await administrator.connect();
  const url = new URL(database.adminConnectionString);
  await administrator.query(`
    CREATE ROLE ${role} LOGIN PASSWORD '${PASSWORD}';
    GRANT CONNECT ON DATABASE ${url.pathname.slice(1)} TO ${role};
    GRANT USAGE ON SCHEMA event_log TO ${role};
    GRANT SELECT ON event_log.topic, event_log.message TO ${role}`);
  url.username = role;
  url.password = PASSWORD;
  analyst = new Client({ connectionString: url.toString() });
  await analyst.connect();
});
afterAll(async () => {
  await analyst?.end();
  await administrator?.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  await administrator?.end();
  await database?.stop();
});

it('reads usage events as docs/events.md says', async () => {
  expect((await analyst.query(QUERY)).rows).toEqual([
    { partition: expect.any(Number), message_offset: '0', key: 'account-1', time: time.toISOString() },
  ]);
});

it.each([
  ['deletes events', 'DELETE FROM event_log.message'],
  ['moves the offsets of groups', 'UPDATE event_log.consumer_commit SET next_offset = 0'],
  [
    'publishes',
    `SELECT event_log.append_messages('${USAGE_RECORDED_TOPIC}', ARRAY[0], ARRAY['k'], ARRAY['{}'], ARRAY[1], 'x')`,
  ],
  ['reads the accounts', 'SELECT FROM ledger.account'],
])('never %s', async (_what, statement) => {
  await expect(analyst.query(statement)).rejects.toMatchObject({ code: '42501' });
});
