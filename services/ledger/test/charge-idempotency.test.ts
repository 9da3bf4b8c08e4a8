import { ledger } from '@heliograph/proto';
import { uuidv7 } from '@heliograph/runtime';
import { holdLocks, startBeforeAll } from '@heliograph/testing';
import { MAXIMUM_BODY_BYTES } from '../src/domain/stored-response';
import {
  responseOf,
  beginOf,
  call,
  chargeOf,
  fundsOf,
  incompleteCharges,
  rowsOf,
  startTestLedger,
} from './support/ledger';

const { NEW, REPLAY } = ledger.BeginResponse_Outcome;

let keys = 0;
const running = startBeforeAll(startTestLedger);
afterEach(async () => {
  expect(await incompleteCharges(running.pool)).toEqual([]);
});

/** A claimed key, and a charge that completes it. */
async function claimKey(accountId: string): Promise<{ begin: ledger.BeginRequest; claim: string }> {
  keys += 1;
  const begin = beginOf({ idempotencyKey: `key-charge-${keys}`, credentialId: `credential-${accountId}` });
  const { outcome, claim } = await running.client.begin(begin, call);
  expect(outcome).toBe(NEW);
  return { begin, claim };
}

function chargeWith(
  accountId: string,
  begin: ledger.BeginRequest,
  claim: string,
  body: string | Buffer = '{}',
) {
  return chargeOf({
    accountId,
    credentialId: begin.credentialId,
    idempotency: { idempotencyKey: begin.idempotencyKey, claim, response: responseOf(body) },
  });
}

/** Expires a claim's lease, as if its server had died that long ago. */
async function endLease(begin: ledger.BeginRequest): Promise<void> {
  await running.pool.query(
    `UPDATE ledger.idempotency SET free_at = now() WHERE credential_id = $1 AND idempotency_key = $2`,
    [begin.credentialId, begin.idempotencyKey],
  );
}

it('stores the response with the charge', async () => {
  const { client } = running;
  const { begin, claim } = await claimKey('a1');
  await client.charge(chargeWith('a1', begin, claim, '{"data":{}}'), call);
  expect(await client.begin(begin, call)).toMatchObject({
    outcome: REPLAY,
    response: { status: 200, contentType: 'application/json', body: Buffer.from('{"data":{}}') },
    remainingRecords: 90n,
  });
});

it('charges nothing for a key that another request took over and is still running', async () => {
  const { client, pool } = running;
  const { begin, claim } = await claimKey('a2');
  await endLease(begin);
  const second = await client.begin(begin, call);
  expect(second.outcome).toBe(NEW);

  const late = await client.charge(chargeWith('a2', begin, claim), call).catch((error: unknown) => error);
  expect(late).toMatchObject({ code: 'idempotency_in_progress' });
  const { retryAfterSeconds } = late as { retryAfterSeconds: number };
  expect(retryAfterSeconds).toBeGreaterThan(25);
  expect(retryAfterSeconds).toBeLessThanOrEqual(30);
  await client.charge(chargeWith('a2', begin, second.claim), call);
  expect(await fundsOf(pool, 'a2')).toMatchObject({ api: 90 });
});

it('charges nothing for a key that another request took over and completed; a retry replays that request', async () => {
  const { client, pool } = running;
  const { begin, claim } = await claimKey('a3');
  await endLease(begin);
  const second = await client.begin(begin, call);
  await client.charge(chargeWith('a3', begin, second.claim, 'second'), call);

  await expect(client.charge(chargeWith('a3', begin, claim, 'first'), call)).rejects.toMatchObject({
    code: 'idempotency_in_progress',
    retryAfterSeconds: 1,
  });
  expect((await client.begin(begin, call)).response?.body).toEqual(Buffer.from('second'));
  expect(await fundsOf(pool, 'a3')).toMatchObject({ api: 90 });
});

it('charges nothing when the takeover comes between reading the claim and its completion', async () => {
  const { client, pool } = running;
  const { begin, claim } = await claimKey('a4');
  const taker = await holdLocks(
    pool,
    `UPDATE ledger.idempotency SET claim = $3, free_at = now() + interval '30 seconds'
     WHERE credential_id = $1 AND idempotency_key = $2`,
    [begin.credentialId, begin.idempotencyKey, uuidv7()],
  );
  const late = client.charge(chargeWith('a4', begin, claim), call).catch((error: unknown) => error);
  // The charge has found its claim and waits for the row.
  await taker.untilAnotherWaits();
  await taker.commit();
  expect(await late).toMatchObject({ code: 'idempotency_in_progress' });
  expect((await fundsOf(pool, 'a4')).api || 100).toBe(100);
  expect(await rowsOf(pool, 'SELECT FROM ledger.stored_answer WHERE claim = $1', [claim])).toEqual([]);
});

it('charges a request that outlived its lease if its key was not taken over', async () => {
  const { client } = running;
  const { begin, claim } = await claimKey('a5');
  await endLease(begin);
  await client.charge(chargeWith('a5', begin, claim, 'late'), call);
  expect((await client.begin(begin, call)).response?.body).toEqual(Buffer.from('late'));
});

it.each([
  [
    'was released',
    (begin: ledger.BeginRequest, claim: string) => running.client.release({ ...begin, claim }, call),
  ],
  [
    'was never claimed',
    (begin: ledger.BeginRequest) =>
      running.pool.query('DELETE FROM ledger.idempotency WHERE idempotency_key = $1', [begin.idempotencyKey]),
  ],
])('charges nothing for a key that %s', async (what, undo) => {
  const { client, pool } = running;
  const accountId = `a6-${what.length}`;
  const { begin, claim } = await claimKey(accountId);
  await undo(begin, claim);
  await expect(client.charge(chargeWith(accountId, begin, claim), call)).rejects.toMatchObject({
    code: 'idempotency_in_progress',
  });
  expect((await fundsOf(pool, accountId)).api || 100).toBe(100);
});

it('charges one of two events with the same claim', async () => {
  const { client, pool } = running;
  const { begin, claim } = await claimKey('a7');
  const outcomes = await Promise.allSettled([
    client.charge(chargeWith('a7', begin, claim), call),
    client.charge(chargeWith('a7', begin, claim), call),
  ]);
  expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await fundsOf(pool, 'a7')).toMatchObject({ api: 90 });
});

it('refuses a response that is too large to store before charging anything', async () => {
  const { client, pool } = running;
  const { begin, claim } = await claimKey('a8');
  const body = Buffer.alloc(MAXIMUM_BODY_BYTES + 1);
  await expect(client.charge(chargeWith('a8', begin, claim, body), call)).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter: 'idempotency.response.body' }],
  });
  expect((await fundsOf(pool, 'a8')).api || 100).toBe(100);
});
