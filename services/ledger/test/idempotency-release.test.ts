import { ledger } from '@heliograph/proto';
import { uuidv7 } from '@heliograph/runtime';
import { startBeforeAll } from '@heliograph/testing';
import { responseOf, beginOf, call, chargeOf, startTestLedger } from './support/ledger';

const { NEW, REPLAY, IN_PROGRESS, CONFLICT } = ledger.BeginResponse_Outcome;

const running = startBeforeAll(startTestLedger);

it('frees a key for the next request', async () => {
  const begin = beginOf({ idempotencyKey: 'key-failed' });
  const { claim } = await running.client.begin(begin, call);
  await running.client.release({ ...begin, claim }, call);
  expect((await running.client.begin(begin, call)).outcome).toBe(NEW);
});

it('does not free a key that another claim holds', async () => {
  const begin = beginOf({ idempotencyKey: 'key-not-mine' });
  await running.client.begin(begin, call);
  await running.client.release({ ...begin, claim: uuidv7() }, call);
  expect((await running.client.begin(begin, call)).outcome).toBe(IN_PROGRESS);
});

it('does not free a key whose request was charged', async () => {
  const begin = beginOf({ idempotencyKey: 'key-charged' });
  const { claim } = await running.client.begin(begin, call);
  const idempotency = { idempotencyKey: begin.idempotencyKey, claim, response: responseOf('{}') };
  await running.client.charge(chargeOf({ idempotency }), call);
  // Like a gateway that lost the reply to its charge.
  await running.client.release({ ...begin, claim }, call);
  expect((await running.client.begin(begin, call)).outcome).toBe(REPLAY);
});

it('precedes a late charge: nothing is charged, and the key is free', async () => {
  const begin = beginOf({ idempotencyKey: 'key-late-charge' });
  const { claim } = await running.client.begin(begin, call);
  await running.client.release({ ...begin, claim }, call);
  const idempotency = { idempotencyKey: begin.idempotencyKey, claim, response: responseOf('{}') };
  const used = async () =>
    (await running.client.getUsage({ accountId: 'account-1', month: '' }, call)).records;
  const before = await used();
  await expect(running.client.charge(chargeOf({ idempotency }), call)).rejects.toMatchObject({
    code: 'idempotency_in_progress',
  });
  expect(await used()).toBe(before);
  expect((await running.client.begin(begin, call)).outcome).toBe(NEW);
});

it('succeeds for a key that is not held, and refuses invalid values', async () => {
  const nobody = { credentialId: 'credential-1', idempotencyKey: 'key-nobody', claim: uuidv7() };
  expect(await running.client.release(nobody, call)).toEqual({});
  await expect(running.client.release({ ...nobody, claim: 'x' }, call)).rejects.toMatchObject({
    code: 'invalid_parameter',
  });
});

it('keeps the key of a free request from others for a day, by its claim only', async () => {
  const begin = beginOf({ idempotencyKey: 'key-kept' });
  const { claim } = await running.client.begin(begin, call);
  await running.client.keep({ ...begin, claim: uuidv7() }, call);
  expect((await running.client.begin(begin, call)).retryAfterSeconds).toBeLessThanOrEqual(60);
  await running.client.keep({ ...begin, claim }, call);
  const again = await running.client.begin(begin, call);
  expect(again.outcome).toBe(IN_PROGRESS);
  expect(again.retryAfterSeconds).toBeGreaterThan(86_000);
  const other = { ...begin, fingerprint: Buffer.alloc(32, 9) };
  expect((await running.client.begin(other, call)).outcome).toBe(CONFLICT);
});
