import { uuidv7 } from '@heliograph/runtime';
import { holdLocks, startBeforeEach, waitFor } from '@heliograph/testing';
import { DAY_MS } from '../src/domain/calendar';
import { TOO_OLD } from '../src/domain/usage-event';
import { messageOf, messagesOf, usageOf } from './support/events';
import { call, startTestMetering, totalsOf } from './support/metering';

const running = startBeforeEach(() => startTestMetering({ EVENT_ID_RETENTION_DAYS: '10' }));

/** Days with a partition, as offsets from today. */
async function keptDays(): Promise<number[]> {
  const { rows } = await running.pool.query<{ day: number }>(
    `SELECT to_date(right(relname, 8), 'YYYYMMDD') - (now() AT TIME ZONE 'UTC')::date AS day
     FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
     WHERE inhparent = 'metering.counted_event'::regclass ORDER BY 1`,
  );
  return rows.map(({ day }) => day);
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

const aged = (days: number) => messageOf(usageOf({ eventId: uuidv7(Date.now() - days * DAY_MS) }));

async function reasons(): Promise<string[]> {
  const { deadLetters } = await running.client.listDeadLetters({ limit: 0, pageToken: '' }, call);
  return deadLetters.map(({ reason }) => reason);
}

it('keeps ids for the configured days, one partition per day, and some days ahead', async () => {
  expect(await keptDays()).toEqual(range(-10, 3));
  const { rows } = await running.pool.query(
    `SELECT metering.day_of_id(metering.first_id_of_day('2026-11-21'))::text AS first,
       metering.day_of_id((metering.first_id_of_day('2026-11-22')::text)::uuid)::text AS next,
       metering.first_id_of_day('2026-11-21')::text < $1 AS "isBefore"`,
    [uuidv7(Date.UTC(2026, 10, 21))],
  );
  expect(rows).toEqual([{ first: '2026-11-21', next: '2026-11-22', isBefore: true }]);
});

it('counts late events while their ids are kept, and sets older ones aside', async () => {
  await running.handle([aged(9), aged(0), aged(12), aged(9)]);
  expect(await totalsOf(running.pool)).toMatchObject({ requests: 3, ids: 3 });
  expect(await reasons()).toEqual([TOO_OLD]);
});

it('drops days relative to the newest id, and never counts an id from a dropped day again', async () => {
  const old = aged(9);
  await running.handle([old, aged(0)]);
  const { rows } = await running.pool.query<{ dropped: number }>(
    'SELECT metering.drop_counted_events(5) AS dropped',
  );
  expect(rows).toEqual([{ dropped: 5 }]);
  expect(await keptDays()).toEqual(range(-5, 3));
  // The member still assumes that the day exists. A restarted one knows better, and a longer setting does not restore
  // it.
  await running.handle([old]);
  await running.startService({ EVENT_ID_RETENTION_DAYS: '30' });
  await running.handle([old, aged(4)]);
  expect(await totalsOf(running.pool)).toMatchObject({ requests: 3, ids: 2 });
  expect(await reasons()).toEqual([TOO_OLD, TOO_OLD]);
  expect(await keptDays()).toEqual(range(-5, 3));
});

it('forgets nothing while nothing new arrives, whatever the clock says', async () => {
  await running.handle([aged(9)]);
  const { rows } = await running.pool.query<{ dropped: number }>(
    'SELECT metering.drop_counted_events(0) AS dropped',
  );
  // Only days before that of the newest id are dropped.
  expect(rows).toEqual([{ dropped: 1 }]);
  expect(await keptDays()).toEqual(range(-9, 3));
});

it('creates days ahead and drops old ones by itself', async () => {
  await running.service.destroy();
  await running.startService({ EVENT_ID_RETENTION_DAYS: '10', EVENT_ID_INTERVAL_MS: '100' });
  await running.handle(messagesOf(1));
  await running.pool.query(
    `DO $$ BEGIN
       EXECUTE 'DROP TABLE metering.' || metering.partition_of_day((now() AT TIME ZONE 'UTC')::date + 3);
       UPDATE metering.counted_event_window SET kept_from = kept_from - 2;
     END $$`,
  );
  await waitFor(async () => JSON.stringify(await keptDays()) === JSON.stringify(range(-10, 3)));
});

it('creates days ahead also while a dump keeps old ones from being dropped', async () => {
  const { pool } = running;
  await running.handle(messagesOf(1));
  await running.service.destroy();
  await pool.query('UPDATE metering.counted_event_window SET kept_from = kept_from - 1');
  await pool.query('SELECT metering.extend_counted_events(10, 3)');
  const [oldest] = await keptDays();
  expect(oldest).toBe(-11);
  const { rows } = await pool.query<{ name: string }>(
    `SELECT metering.partition_of_day((now() AT TIME ZONE 'UTC')::date - 11) AS name`,
  );
  const dump = await holdLocks(pool, `LOCK TABLE metering.${rows[0]!.name} IN ACCESS SHARE MODE`);
  try {
    await running.startService({ EVENT_ID_RETENTION_DAYS: '10', EVENT_ID_INTERVAL_MS: '100' });
    await dump.untilAnotherWaits();
    await pool.query(
      `DO $$ BEGIN
         EXECUTE 'DROP TABLE metering.' || metering.partition_of_day((now() AT TIME ZONE 'UTC')::date + 3);
       END $$`,
    );
    await waitFor(async () => JSON.stringify(await keptDays()) === JSON.stringify(range(-11, 3)));
  } finally {
    await dump.commit();
  }
  await waitFor(async () => JSON.stringify(await keptDays()) === JSON.stringify(range(-10, 3)));
});

it('counts while days are dropped', async () => {
  const publishing = (async () => {
    for (let round = 0; round < 20; round += 1) await running.publish(messagesOf(100));
  })();
  for (let days = 9; days >= 0; days -= 1) {
    await running.pool.query('SELECT metering.drop_counted_events($1)', [days]);
  }
  await publishing;
  await waitFor(() => running.isCaughtUp());
  expect(await totalsOf(running.pool)).toMatchObject({ requests: 2_000, ids: 2_000 });
  expect(await reasons()).toEqual([]);
});
