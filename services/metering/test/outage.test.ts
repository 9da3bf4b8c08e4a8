import { deadLetterTopic, USAGE_RECORDED_TOPIC } from '@heliograph/event-log';
import { startBeforeEach, waitFor } from '@heliograph/testing';
import { Client } from 'pg';
import { messagesOf, messageOf, usageOf } from './support/events';
import { call, waitOptions, startTestMetering, totalsOf } from './support/metering';

const running = startBeforeEach(() => startTestMetering({ STATEMENT_TIMEOUT_MS: '1000' }));

const deadLetters = async () =>
  (await running.log.read(deadLetterTopic(USAGE_RECORDED_TOPIC), { limit: 10 })).messages;

/** Locks the totals, so that writers wait. */
async function lockTotals(): Promise<() => Promise<void>> {
  const client = await running.pool.connect();
  await client.query('BEGIN; LOCK TABLE metering.usage_day IN EXCLUSIVE MODE');
  return async () => {
    await client.query('ROLLBACK');
    client.release();
  };
}

const batchesThatWait = async () => {
  const { rows } = await running.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'heliograph-metering' AND wait_event_type = 'Lock'`,
  );
  return rows[0]!.count;
};

it('retries a batch that the database did not accept, and sets nothing aside', async () => {
  const unlock = await lockTotals();
  try {
    await running.publish(messagesOf(500));
    // More than one attempt: the statement timeout canceled the first.
    const cancelled = async () => {
      const metrics = await fetch(`http://127.0.0.1:${running.service.metricsPort}/metrics`);
      const line = (await metrics.text())
        .split('\n')
        .find((text) => text.startsWith('heliograph_event_log_failures_total{operation="handle"'));
      return Number(line?.split(' ').at(-1) ?? 0);
    };
    await waitFor(async () => (await cancelled()) >= 2, waitOptions);
    expect(await totalsOf(running.pool)).toMatchObject({ requests: 0, ids: 0 });
  } finally {
    await unlock();
  }
  await waitFor(() => running.isCaughtUp(), waitOptions);
  expect(await totalsOf(running.pool)).toMatchObject({ requests: 500, ids: 500 });
  expect(await deadLetters()).toEqual([]);
});

it('survives the loss of its connections', async () => {
  const publishing = (async () => {
    for (let round = 0; round < 30; round += 1) {
      await running.publish(messagesOf(50));
      await running.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'heliograph-metering'`,
      );
    }
  })();
  await publishing;
  await waitFor(() => running.isCaughtUp(), waitOptions);
  expect(await totalsOf(running.pool)).toMatchObject({ requests: 1_500, ids: 1_500 });
  expect(await deadLetters()).toEqual([]);
});

it('returns unavailable while the database refuses it', async () => {
  const url = new URL(running.database.adminConnectionString);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const server = new Client({ connectionString: url.toString() });
  await server.connect();
  await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  try {
    await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    await expect(
      running.client.getUsageHistory({ accountId: 'account-1', month: '' }, call),
    ).rejects.toMatchObject({ code: 'unavailable' });
  } finally {
    await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await server.end();
  }
  // The test's own connections were closed with the others.
  await waitFor(() => running.handle([messageOf(usageOf())]).then(() => true), waitOptions);
  const { days } = await running.client.getUsageHistory({ accountId: 'account-1', month: '' }, call);
  expect(days).toMatchObject([{ operation: 'searchSignals' }]);
});

it('takes at most one batch per partition while the database is slow', async () => {
  const unlock = await lockTotals();
  try {
    for (let round = 0; round < 10; round += 1) {
      await running.publish(
        Array.from({ length: 1_000 }, (_, index) => messageOf(usageOf({ accountId: `account-${index}` }))),
      );
    }
    await waitFor(async () => (await batchesThatWait()) > 0, waitOptions);
    expect(await batchesThatWait()).toBeLessThanOrEqual(4);
    expect((await running.client.getStatus({}, call)).lag).toBe(10_000n);
  } finally {
    await unlock();
  }
  await waitFor(() => running.isCaughtUp(), waitOptions);
  expect(await totalsOf(running.pool)).toMatchObject({ requests: 10_000 });
});
