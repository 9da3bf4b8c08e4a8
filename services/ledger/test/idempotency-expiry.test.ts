import { ledger } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import {
  responseOf,
  beginOf,
  call,
  chargeOf,
  fingerprintOf,
  rowsOf,
  startTestLedger,
} from './support/ledger';

const { NEW, REPLAY, CONFLICT, IN_PROGRESS } = ledger.BeginResponse_Outcome;

const running = startBeforeAll(startTestLedger);

/** Moves a key's whole history into the past. */
async function age(idempotencyKey: string, interval: string): Promise<void> {
  await running.pool.query(
    `UPDATE ledger.idempotency SET claimed_at = claimed_at - $2::interval, free_at = free_at - $2::interval,
       completed_at = completed_at - $2::interval
     WHERE idempotency_key = $1`,
    [idempotencyKey, interval],
  );
}

async function complete(begin: ledger.BeginRequest, body: string): Promise<string> {
  const { claim } = await running.client.begin(begin, call);
  const { credentialId, idempotencyKey } = begin;
  await running.client.charge(
    chargeOf({
      credentialId,
      records: 1,
      idempotency: { idempotencyKey, claim, response: responseOf(body) },
    }),
    call,
  );
  return claim;
}

it('frees the key of a request whose server died when the lease expires, for any request', async () => {
  const begin = beginOf({ idempotencyKey: 'key-died' });
  const first = await running.client.begin(begin, call);
  await age('key-died', '31 seconds');
  const second = await running.client.begin({ ...begin, fingerprint: fingerprintOf('something else') }, call);
  expect(second.outcome).toBe(NEW);
  expect(second.claim).not.toBe(first.claim);
});

it('limits a lease to 60 seconds', async () => {
  await running.client.begin(beginOf({ idempotencyKey: 'key-lease' }), call);
  const [lease] = await rowsOf(
    running.pool,
    `SELECT extract(epoch FROM free_at - claimed_at)::int AS seconds FROM ledger.idempotency
     WHERE idempotency_key = 'key-lease'`,
  );
  expect(lease).toEqual({ seconds: 30 });
});

it('replays for exactly 24 hours after the success', async () => {
  const begin = beginOf({ idempotencyKey: 'key-one-day' });
  const claim = await complete(begin, 'first');
  await age('key-one-day', '23 hours 59 minutes');
  expect((await running.client.begin(begin, call)).outcome).toBe(REPLAY);
  const other = { ...begin, fingerprint: fingerprintOf('something else') };
  expect((await running.client.begin(other, call)).outcome).toBe(CONFLICT);
  await age('key-one-day', '2 minutes');
  expect((await running.client.begin(other, call)).outcome).toBe(NEW);
  // The old response is gone with its record.
  expect(await rowsOf(running.pool, 'SELECT FROM ledger.stored_answer WHERE claim = $1', [claim])).toEqual(
    [],
  );
});

it('replays for as long as the request asks, from the time of the success', async () => {
  const begin = beginOf({ idempotencyKey: 'key-ten-minutes', replaySeconds: 600 });
  const claim = await complete(begin, 'first');
  await age('key-ten-minutes', '9 minutes 30 seconds');
  // A replay is not a new success: it does not extend the window.
  for (let replay = 0; replay < 2; replay++) {
    expect((await running.client.begin(begin, call)).outcome).toBe(REPLAY);
  }
  await age('key-ten-minutes', '30 seconds');
  // A request that asks for more of the 24 hours gets it.
  expect((await running.client.begin({ ...begin, replaySeconds: undefined }, call)).outcome).toBe(REPLAY);
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, async () => (await running.client.begin(begin, call)).outcome),
  );
  expect(outcomes.filter((outcome) => outcome === NEW)).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === IN_PROGRESS)).toHaveLength(4);
  expect(await rowsOf(running.pool, 'SELECT FROM ledger.stored_answer WHERE claim = $1', [claim])).toEqual(
    [],
  );
});

it('does not affect a running request, however short its replay time', async () => {
  const begin = beginOf({ idempotencyKey: 'key-short', replaySeconds: 1 });
  await running.client.begin(begin, call);
  await age('key-short', '20 seconds');
  expect((await running.client.begin(begin, call)).outcome).toBe(IN_PROGRESS);
});
