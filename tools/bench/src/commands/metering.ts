import { USAGE_RECORDED_TOPIC, usageTopics } from '@heliograph/event-log';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { BenchedMetering } from '../benched-metering';
import { round } from '../percentiles';
import type { Report } from '../report';
import { usageMessages } from '../usage-messages';

interface MeteringBenchOptions {
  /** Events in the log when consumption begins. */
  events: number;
  /** Accounts that the events belong to. */
  accounts: number;
  /** Messages per batch. */
  batch: number;
}

const PARTITIONS = 6;
const PUBLISH_AT_ONCE = 5_000;
const WARMING_EVENTS = 20_000;
const POLL_MS = 25;
const MAXIMUM_REFUSALS = 20;

/**
 * Events per second from the log into the totals, compared with a consumer of the same log that only counts messages;
 * on the event log in PostgreSQL and, if KAFKA_BROKERS is set, on Kafka.
 */
export async function benchMetering(report: Report, options: MeteringBenchOptions): Promise<void> {
  const logs = [undefined, ...(process.env.KAFKA_BROKERS ? [process.env.KAFKA_BROKERS] : [])];
  for (const brokers of logs) {
    const benched = await BenchedMetering.start(brokers);
    try {
      await benched.log.prepare(usageTopics(PARTITIONS));
      // Warm-up: creates tables and compiles code.
      await publish(benched, WARMING_EVENTS, options.accounts);
      await benched.run({ EVENT_BATCH_MAXIMUM: String(options.batch) });
      await consumed(benched);
      await benched.endProgram();

      await publish(benched, options.events, options.accounts);
      const metering = await meteringRate(benched, options.batch);
      const counting = await countingRate(benched, options.batch, WARMING_EVENTS + options.events);
      report.add({
        bench: 'metering',
        log: brokers === undefined ? 'postgresql' : 'kafka',
        events: options.events,
        accounts: options.accounts,
        batch: options.batch,
        eventsPerSecond: metering,
        countingEventsPerSecond: counting,
        ratioToCounting: round(metering / counting),
      });
    } finally {
      await benched.destroy();
    }
  }
}

async function publish({ log }: BenchedMetering, events: number, accounts: number): Promise<void> {
  const publisher = await log.createPublisher();
  for (let left = events; left > 0; left -= PUBLISH_AT_ONCE) {
    await publisher.publish(USAGE_RECORDED_TOPIC, usageMessages(Math.min(PUBLISH_AT_ONCE, left), accounts));
  }
  await publisher.close();
}

/** Events per second, from the first batch in the totals to the last. */
async function meteringRate(benched: BenchedMetering, batch: number): Promise<number> {
  const database = new pg.Client({ connectionString: benched.databaseUrl });
  await database.connect();
  const counted = async () => {
    const { rows } = await database.query<{ requests: string }>(
      'SELECT coalesce(sum(requests), 0) AS requests FROM metering.usage_day',
    );
    return Number(rows[0]!.requests);
  };
  const before = await counted();
  const running = benched.run({ EVENT_BATCH_MAXIMUM: String(batch) });
  let first = before;
  while (first === before) {
    await delay(POLL_MS);
    first = await counted();
  }
  const startedAt = performance.now();
  await running;
  await consumed(benched);
  const seconds = (performance.now() - startedAt) / 1000;
  const last = await counted();
  await benched.endProgram();
  await database.end();
  return Math.round((last - first) / seconds);
}

/** Waits until metering has no backlog. While a broker creates the group's offsets, it may refuse to report them. */
async function consumed({ log }: BenchedMetering): Promise<void> {
  let refusals = 0;
  for (;;) {
    const left = await log.lag(USAGE_RECORDED_TOPIC, 'metering').catch((error: unknown) => {
      if (++refusals > MAXIMUM_REFUSALS) throw error;
      return Infinity;
    });
    if (left === 0) return;
    await delay(POLL_MS);
  }
}

/** The rate, from first to last batch, of a consumer group that only counts messages. */
async function countingRate({ log }: BenchedMetering, batch: number, wanted: number): Promise<number> {
  const group = 'counting';
  let total = 0;
  let first: { total: number; atMs: number } | undefined;
  let finish = (_atMs: number) => {};
  const finished = new Promise<number>((done) => (finish = done));
  const subscription = await log.subscribe({
    topic: USAGE_RECORDED_TOPIC,
    group,
    maximumBatch: batch,
    handle: (messages) => {
      total += messages.length;
      first ??= { total, atMs: performance.now() };
      if (total >= wanted) finish(performance.now());
      return Promise.resolve();
    },
  });
  const endedAtMs = await finished;
  await subscription.close();
  return Math.round((total - first!.total) / ((endedAtMs - first!.atMs) / 1000));
}
