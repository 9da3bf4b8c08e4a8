import { waitFor } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import { removeExpiredRows } from '../src/storage/expired-rows';
import { createAccount, startTestIdentity, type TestIdentity } from './support/identity';

let running: TestIdentity;
afterEach(() => running.stop());

/** A saved search that one user visited long ago, and another recently. */
const SEARCH_ID = randomUUID();

/** Adds one row of each kind that expired this long ago, and one that has not expired. */
async function fill(accountId: string, ago: string): Promise<void> {
  for (const when of [`now() - interval '${ago}'`, `now() + interval '1 hour'`]) {
    await running.pool.query(`
      INSERT INTO identity.sign_in_attempt VALUES (sha256(gen_random_uuid()::text::bytea), '', '', '', '/', ${when});
      INSERT INTO identity.web_session
        (session_id, token_hash, account_id, idle_expires_at, expires_at, user_agent, address)
        VALUES (gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), '${accountId}', ${when},
          now() + interval '2 hours', '', '');
      INSERT INTO identity.cli_authorization_code
        VALUES (sha256(gen_random_uuid()::text::bytea), '${accountId}', '', '', '', '', ${when});
      INSERT INTO identity.cli_device_login
        (device_code_hash, user_code, device_name, client_version, interval_seconds, expires_at)
        VALUES (sha256(gen_random_uuid()::text::bytea), gen_random_uuid()::text, '', '', 5, ${when});
      INSERT INTO identity.user_code_guesses VALUES (gen_random_uuid(), 1, ${when});
      WITH session AS (
        INSERT INTO identity.cli_session
          (session_id, account_id, device_name, client_version, access_hash, access_expires_at, expires_at)
          VALUES (gen_random_uuid(), '${accountId}', '', '', sha256(gen_random_uuid()::text::bytea), now(), ${when})
          RETURNING session_id
      ) INSERT INTO identity.cli_refresh_token (token_hash, session_id, expires_at)
        SELECT sha256(gen_random_uuid()::text::bytea), session_id, ${when} FROM session;
      INSERT INTO identity.saved_search_visit (account_id, saved_search_id, visited_at)
        VALUES ('${accountId}', gen_random_uuid(), ${when} - interval '30 days');
      INSERT INTO identity.user_saved_search_visit (account_id, user_id, saved_search_id, visited_at)
        VALUES ('${accountId}', gen_random_uuid(), '${SEARCH_ID}', ${when} - interval '30 days');`);
  }
}

const TABLES = [
  'sign_in_attempt',
  'web_session',
  'cli_authorization_code',
  'cli_device_login',
  'user_code_guesses',
  'cli_session',
  'cli_refresh_token',
  'saved_search_visit',
  'user_saved_search_visit',
];

async function counts(): Promise<number[]> {
  const results = await Promise.all(
    TABLES.map((table) => running.pool.query(`SELECT count(*)::integer AS count FROM identity.${table}`)),
  );
  return results.map(({ rows }) => (rows[0] as { count: number }).count);
}

it('are removed by the service itself, and nothing else is', async () => {
  running = await startTestIdentity({ EXPIRED_ROWS_INTERVAL_MS: '20' });
  const { id } = await createAccount(running);
  await fill(id, '2 days');
  await waitFor(async () => (await counts()).every((count) => count === 1));
  const { rows } = await running.pool.query(
    'SELECT FROM identity.web_session WHERE idle_expires_at > now() AND expires_at > now()',
  );
  expect(rows).toHaveLength(1);
});

it('stay for a while where answers still distinguish expired from unknown', async () => {
  running = await startTestIdentity();
  const { id } = await createAccount(running);
  await fill(id, '1 minute');
  await removeExpiredRows(running.pool);
  expect(await counts()).toEqual([1, 2, 1, 2, 1, 2, 2, 2, 2]);
});

it('are removed in batches, however many there are', async () => {
  running = await startTestIdentity();
  const expire = (count: number) =>
    running.pool.query(
      `INSERT INTO identity.sign_in_attempt
       SELECT sha256(number::text::bytea), '', '', '', '/', now() - interval '1 hour'
       FROM generate_series(1, ${count}) AS number`,
    );
  await expire(10_700);
  let asked = 0;
  expect((await removeExpiredRows(running.pool, () => asked++ > 0)).get('sign_in_attempt')).toBe(500);
  expect((await removeExpiredRows(running.pool)).get('sign_in_attempt')).toBe(10_200);
  // Two services at once share them.
  await expire(700);
  const [one, other] = await Promise.all([removeExpiredRows(running.pool), removeExpiredRows(running.pool)]);
  expect(one.get('sign_in_attempt')! + other.get('sign_in_attempt')!).toBe(700);
});
