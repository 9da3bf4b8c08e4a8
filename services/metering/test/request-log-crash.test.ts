import { freeAddress, startBeforeEach, waitFor } from '@heliograph/testing';
import { call, waitOptions, startFixture } from './support/metering';
import { loggedRequest } from './support/requests';

const fixture = startBeforeEach(startFixture);

const entries = Array.from({ length: 500 }, (_, n) => loggedRequest({ requestId: `request-${n}` }));

it('keeps each entry once when metering is killed after it stored them and before it responded', async () => {
  const address = freeAddress();
  const first = await fixture.startProcess({ RPC_ADDRESS: address });
  const lock = await fixture.pool.connect();
  await lock.query('BEGIN; LOCK TABLE metering.request_log IN EXCLUSIVE MODE');
  const unanswered = fixture
    .connect(address, 'gateway')
    .recordRequests({ requests: entries }, { ...call, timeoutMs: 60_000 })
    .then(() => 'answered')
    .catch(() => 'failed');
  await waitFor(isWaitingForLock, waitOptions);
  // Paused, it cannot learn that its statement is committed.
  process.kill(first.pid, 'SIGSTOP');
  await lock.query('ROLLBACK');
  lock.release();
  await waitFor(async () => (await stored()) === entries.length, waitOptions);
  await first.kill();
  expect(await unanswered).toBe('failed');

  const second = await fixture.startService();
  const gateway = fixture.connect(second.address, 'gateway');
  for (let count = 0; count < 2; count += 1) await gateway.recordRequests({ requests: entries }, call);
  expect(await stored()).toBe(entries.length);
});

async function isWaitingForLock(): Promise<boolean> {
  const { rowCount } = await fixture.pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database()
       AND application_name = 'heliograph-metering' AND wait_event_type = 'Lock'`,
  );
  return rowCount === 1;
}

async function stored(): Promise<number> {
  const { rows } = await fixture.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM metering.request_log',
  );
  return rows[0]!.count;
}
