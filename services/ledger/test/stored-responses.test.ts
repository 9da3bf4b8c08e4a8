import { ledger } from '@heliograph/proto';
import { startBeforeEach, waitFor } from '@heliograph/testing';
import { randomBytes } from 'node:crypto';
import { decodeResponse } from '../src/domain/stored-response';
import { responseOf, beginOf, call, chargeOf, rowsOf, startTestLedger } from './support/ledger';

const { NEW, REPLAY } = ledger.BeginResponse_Outcome;
const MB = 1_000_000;

const running = startBeforeEach(() =>
  startTestLedger({
    STORED_RESPONSES_MB_PER_ACCOUNT: '1',
    IDEMPOTENCY_CLEANUP_INTERVAL_MS: '100',
  }),
);

const as = (accountId: string) => ({ ...call, accountId });
const keyOf = (accountId: string, key: string) =>
  beginOf({ credentialId: `credential of ${accountId}`.replaceAll(' ', '-'), idempotencyKey: key });

/** Runs an account's request under a key: begins, charges, and stores its response. */
async function store(accountId: string, key: string, body: Buffer): Promise<void> {
  const begin = keyOf(accountId, key);
  const { claim } = await running.client.begin(begin, as(accountId));
  const idempotency = { idempotencyKey: key, claim, response: responseOf(body) };
  const { credentialId } = begin;
  await running.client.charge(chargeOf({ accountId, credentialId, records: 0, idempotency }), as(accountId));
}

const useOf = () =>
  rowsOf(
    running.pool,
    `SELECT account_id AS account, sum(answers)::integer AS responses, sum(bytes)::integer AS bytes
     FROM ledger.stored_answer_use GROUP BY 1 ORDER BY 1`,
  );

async function metric(name: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${running.service.metricsPort}/metrics`);
  const line = (await response.text()).split('\n').find((text) => text.startsWith(`heliograph_${name}{`));
  return Number(line?.split(' ').at(-1));
}

it('counts stored responses by account, however their charges are committed', async () => {
  await Promise.all([1, 2, 3].map((n) => store('a', `key-of-batch-${n}`, Buffer.alloc(900, n))));
  await store('b', 'key-of-other', randomBytes(3_000));
  // A charge that exceeds its funds makes the batch settle its items one by one.
  const unpaid = running.client.charge(chargeOf({ accountId: 'a', records: 5_000 }), as('a'));
  await Promise.all([store('a', 'key-of-settled', randomBytes(700)), unpaid.catch(() => undefined)]);
  const actual = await rowsOf(
    running.pool,
    `SELECT account_id AS account, count(*)::integer AS responses, sum(octet_length(body))::integer AS bytes
     FROM ledger.stored_answer GROUP BY 1 ORDER BY 1`,
  );
  expect(actual).toMatchObject([
    { account: 'a', responses: 4 },
    { account: 'b', responses: 1, bytes: 3_000 },
  ]);
  expect(await useOf()).toEqual(actual);
  const bytes = actual.reduce((sum, row) => sum + Number(row.bytes), 0);
  await waitFor(async () => (await metric('ledger_stored_answer_bytes')) === bytes);
  expect(await metric('ledger_stored_answers')).toBe(5);
});

it('refuses an account that reached its limit before its request runs, while replays continue', async () => {
  const { client, pool } = running;
  const body = randomBytes(1.1 * MB);
  await store('a', 'key-of-large-one', body);
  const refused = async () => {
    try {
      const begin = keyOf('a', `key-${randomBytes(8).toString('hex')}`);
      const { claim } = await client.begin(begin, as('a'));
      await client.release({ ...begin, claim }, as('a'));
      return undefined;
    } catch (error) {
      return error;
    }
  };
  await waitFor(async () => (await refused()) !== undefined);
  const error = await refused();
  expect(error).toMatchObject({
    code: 'rate_limited',
    publicText: expect.stringContaining('have reached 1 MB in 24 hours') as unknown,
  });
  const { retryAfterSeconds } = error as { retryAfterSeconds: number };
  expect(retryAfterSeconds).toBeGreaterThan(0);
  expect(retryAfterSeconds).toBeLessThanOrEqual(3_600);
  // Nothing is left of the claims.
  expect(await rowsOf(pool, 'SELECT FROM ledger.idempotency WHERE completed_at IS NULL')).toEqual([]);
  expect((await client.begin(keyOf('b', 'key-of-other'), as('b'))).outcome).toBe(NEW);
  const replay = await client.begin(keyOf('a', 'key-of-large-one'), as('a'));
  expect(replay.outcome).toBe(REPLAY);
  expect(Buffer.compare(replay.response!.body, body)).toBe(0);

  // A day later.
  await pool.query(`UPDATE ledger.stored_answer_use SET hour = hour - interval '25 hours'`);
  await waitFor(async () => (await refused()) === undefined);
  // The next cleanup removes hours that no longer count.
  await waitFor(async () => (await useOf()).length === 0);
  await waitFor(async () => (await metric('ledger_stored_answer_bytes')) === 0);
});

it('a response stored by the previous version is replayed byte for byte, and counted', async () => {
  const { client, pool } = running;
  const body = Buffer.from('{"data":{"items":[]}}'.repeat(40));
  await store('a', 'key-of-earlier', body);
  const [stored] = await rowsOf(pool, 'SELECT body_encoding AS encoding, body FROM ledger.stored_answer');
  const { encoding } = stored as { encoding: 'deflate' };
  expect(encoding).toBe('deflate');
  const response = { status: 200, contentType: 'application/json', encoding, body: stored!.body as Buffer };
  expect((await decodeResponse(response)).body).toEqual(body);
  // That version compressed only from 2 KiB.
  await pool.query(`UPDATE ledger.stored_answer SET body_encoding = 'identity', body = $1`, [body]);
  const replay = await client.begin(keyOf('a', 'key-of-earlier'), as('a'));
  expect(replay.response!.body).toEqual(body);
});
