import { createEventLog, USAGE_RECORDED_TOPIC, type EventLogSettings } from '@heliograph/event-log';
import { createClient } from '@heliograph/postgres';
import { createLogger } from '@heliograph/runtime';
import { startTestDatabase, type TestDatabase } from '@heliograph/testing';
import { UsageTopic } from './usage-topic';

const MOST = 1_000;
/** Enough concurrent publishers for new messages to arrive during every read. */
const TOGETHER = 32;
const logger = createLogger({ service: 'faults test', level: 'fatal' });

let database: TestDatabase;
let settings: EventLogSettings;
beforeAll(async () => {
  database = await startTestDatabase();
  settings = { kind: 'postgres', connectionString: database.connectionString('events') };
});
afterAll(() => database.stop());

it('reads what existed when the read began, even while others publish', async () => {
  const log = createEventLog(settings, { clientId: 'publisher', logger });
  const topic = UsageTopic.open(settings);
  try {
    await log.prepare([{ name: USAGE_RECORDED_TOPIC, partitions: 1, retentionMs: 86_400_000 }]);
    const publisher = await log.createPublisher();
    const publish = (number: number) =>
      publisher.publish(USAGE_RECORDED_TOPIC, [{ key: 'a', headers: {}, value: Buffer.from(`${number}`) }]);
    await publish(0);
    let isRead = false;
    const reading = topic.readEvents().finally(() => (isRead = true));
    let published = 1;
    const publishOn = async () => {
      while (!isRead && published < MOST) await publish(published++);
    };
    await Promise.all(Array.from({ length: TOGETHER }, publishOn));
    expect(published).toBeLessThan(MOST);
    const read = (await reading).map(({ value }) => value.toString());
    expect(read[0]).toBe('0');
    expect(new Set(read).size).toBe(read.length);
  } finally {
    await Promise.all([topic.close(), log.close()]);
  }
});

it('repeats publishing until it is accepted', async () => {
  const log = createEventLog(settings, { clientId: 'publisher', logger });
  const topic = UsageTopic.open(settings);
  const client = createClient({ connectionString: database.adminConnectionString });
  try {
    const message = { key: 'again', headers: {}, value: Buffer.from('taken') };
    await log.prepare([{ name: USAGE_RECORDED_TOPIC, partitions: 1, retentionMs: 86_400_000 }]);
    await client.connect();
    await client.query('ALTER TABLE event_log.message RENAME TO gone');
    let publishing = Promise.resolve();
    await new Promise<unknown>((refused) => {
      publishing = topic.publish([message], refused);
    });
    await client.query('ALTER TABLE event_log.gone RENAME TO message');
    await publishing;
    expect((await topic.readEvents()).filter(({ key }) => key === 'again')).toMatchObject([message]);
  } finally {
    await Promise.all([topic.close(), log.close(), client.end()]);
  }
});
