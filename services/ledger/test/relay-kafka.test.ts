import { createEventLog, usageTopics, type EventLog } from '@heliograph/event-log';
import { createLogger } from '@heliograph/runtime';
import { describeWith, startOwnKafka, waitFor, type KafkaProcess } from '@heliograph/testing';
import { call, chargeOf, rowsOf, startTestLedger, type TestLedger } from './support/ledger';
import { accountsOutOfOrder, decode, readAll, untilDrained } from './support/relay';

const logger = createLogger({ service: 'ledger-test', level: 'silent' });

describeWith('kafka-process', 'a broker that dies and comes back', () => {
  let kafka: KafkaProcess;
  let running: TestLedger;
  let log: EventLog;
  beforeAll(async () => {
    kafka = await startOwnKafka();
    log = createEventLog(
      { kind: 'kafka', brokers: kafka.brokers, topicPrefix: '', replication: 1 },
      { clientId: 'test', logger },
    );
    await log.prepare(usageTopics(3));
    running = await startTestLedger({
      RELAY: 'on',
      KAFKA_BROKERS: kafka.brokers.join(','),
      RELAY_BATCH_MAXIMUM: '50',
    });
  });
  afterAll(async () => {
    await running?.stop();
    await log?.close();
    await kafka?.stop();
  });

  async function charge(count: number): Promise<void> {
    await Promise.all(
      Array.from({ length: count }, (_, index) =>
        running.client.charge(chargeOf({ accountId: `account-${index % 7}`, records: 0 }), call),
      ),
    );
  }

  it('eventually has every charge, in order for each account; charging is unaffected', async () => {
    const { pool } = running;
    await charge(200);
    await untilDrained(pool);
    let isOver = false;
    const charging = (async () => {
      while (!isOver) await charge(50);
    })();
    await kafka.kill();
    await waitFor(async () => {
      const [row] = await rowsOf(pool, 'SELECT count(*) AS count FROM ledger.outbox');
      return Number(row!.count) > 500;
    });
    await kafka.restart();
    isOver = true;
    await charging;
    await untilDrained(pool);
    // A broker that just started may still load the coordinator's log for longer than the client retries.
    const messages = await waitFor(() => readAll(log), { description: 'reading the topic' });
    const entries = await rowsOf(pool, `SELECT entry_id::text AS id FROM ledger.entry WHERE kind = 'charge'`);
    const published = new Set(decode(messages).map(({ eventId }) => eventId));
    expect(entries.filter(({ id }) => !published.has(String(id)))).toEqual([]);
    expect(published.size).toBe(entries.length);
    expect(await accountsOutOfOrder(pool, messages)).toEqual([]);
  });
});
