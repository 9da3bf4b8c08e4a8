import { startBeforeAll, waitFor } from '@heliograph/testing';
import { Courier } from '../src/delivery/courier';
import { startParts } from './support/notifier';

const parts = startBeforeAll(startParts);

it('begins no more deliveries than the database keeps up with, so that calls do not wait for hundreds', async () => {
  const { deliveryLoop, pool } = parts;
  let [searches, most] = [100, 0];
  const step = jest.spyOn(Courier.prototype, 'step').mockImplementation(async () => {
    // As many statements as a delivery takes; slow, as on a busy machine.
    for (let statements = 0; statements < 20; statements++) {
      const statement = pool.query('SELECT pg_sleep(0.005)');
      most = Math.max(most, pool.waitingCount);
      await statement;
    }
    searches -= 1;
    return { done: true, next: undefined };
  });
  await pool.query(
    `WITH saved AS (
       INSERT INTO notifier.saved_search (saved_search_id, account_id, is_test, slot, name, query, filters, version)
       SELECT gen_random_uuid(), gen_random_uuid(), false, 1, 'x', '{}', '', n
       FROM generate_series(1, $1::integer) AS n RETURNING saved_search_id, account_id)
     INSERT INTO notifier.webhook_queue (saved_search_id, account_id) SELECT * FROM saved`,
    [searches],
  );
  deliveryLoop.start();
  try {
    await waitFor(() => searches === 0);
  } finally {
    await deliveryLoop.stop();
    step.mockRestore();
  }
  // 10 that wait for as many connections, those claimed then, and those between two statements.
  expect(most).toBeLessThan(40);
});
