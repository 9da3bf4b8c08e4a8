import { startBeforeAll } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import { call, fundsOf, rowsOf, startTestLedger, unbalancedAccounts } from './support/ledger';

const running = startBeforeAll(startTestLedger);
const peer = startBeforeAll(() => running.startPeer());
afterEach(async () => {
  expect(await unbalancedAccounts(running.pool)).toEqual([]);
});

const creditOf = (accountId: string, reference: string, micros = 10_000_000n) => ({
  accountId,
  micros,
  reference,
  reason: 'top-up',
});

it('adds to the balance, as an entry, and creates the account', async () => {
  const { client, pool } = running;
  const response = await client.credit(creditOf('account-1', 'payment-1'), call);
  expect(response).toEqual({ credited: true, balanceMicros: 10_000_000n });
  expect(await fundsOf(pool)).toEqual({ api: 100, cli: 500, subscription: 0, micros: 10_000_000 });
  expect(
    await rowsOf(
      pool,
      `SELECT balance_micros::int AS micros, reference, reason FROM ledger.entry
       WHERE account_id = 'account-1' AND kind = 'credit'`,
    ),
  ).toEqual([{ micros: 10_000_000, reference: 'payment-1', reason: 'top-up' }]);
});

it('credits a reference once and returns the balance', async () => {
  const { client } = running;
  await client.credit(creditOf('account-once', 'payment-2'), call);
  const again = await client.credit(creditOf('account-once', 'payment-2'), call);
  expect(again).toEqual({ credited: false, balanceMicros: 10_000_000n });
});

it('credits a reference once when it arrives many times at once, at two processes', async () => {
  const { client, pool } = running;
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? client : peer).credit(creditOf('account-storm', 'payment-3'), call),
    ),
  );
  expect(responses.filter(({ credited }) => credited)).toHaveLength(1);
  expect(await fundsOf(pool, 'account-storm')).toMatchObject({ micros: 10_000_000 });
});

it('refuses a reference that was credited with another amount', async () => {
  const { client, pool } = running;
  await client.credit(creditOf('account-mismatch', 'payment-4'), call);
  await expect(client.credit(creditOf('account-mismatch', 'payment-4', 1n), call)).rejects.toMatchObject({
    code: 'invalid_parameter',
    issues: [{ parameter: 'reference' }],
  });
  expect(await fundsOf(pool, 'account-mismatch')).toMatchObject({ micros: 10_000_000 });
});

it('separates the references of accounts', async () => {
  const { client } = running;
  await client.credit(creditOf('account-x', 'payment-5'), call);
  expect(await client.credit(creditOf('account-y', 'payment-5'), call)).toMatchObject({ credited: true });
});

it('credits every time without a reference', async () => {
  const { client } = running;
  await client.credit(creditOf('account-plain', ''), call);
  expect(await client.credit(creditOf('account-plain', ''), call)).toEqual({
    credited: true,
    balanceMicros: 20_000_000n,
  });
});

it.each([
  ['nothing', { micros: 0n }, 'micros'],
  ['a negative amount', { micros: -1n }, 'micros'],
  ['more than a million dollars', { micros: 1_000_000_000_001n }, 'micros'],
  ['no account', { accountId: '' }, 'account_id'],
  ['a reference that is too long', { reference: 'x'.repeat(201) }, 'reference'],
  ['a reference that the database cannot hold', { reference: 'a\u0000b' }, 'reference'],
])('refuses %s', async (_what, nonsense, parameter) => {
  await expect(
    running.client.credit({ ...creditOf('account-nonsense', ''), ...nonsense }, call),
  ).rejects.toMatchObject({ code: 'invalid_parameter', issues: [{ parameter }] });
});

it('refuses to repeat a recent equal credit under an automatic reference, even across processes', async () => {
  const { client } = running;
  const accountId = 'account-duplicate';
  const add = (micros: bigint, more = {}) =>
    client.credit(
      {
        accountId,
        micros,
        reference: `command:${randomUUID()}`,
        reason: '',
        unlessDuplicateWithinSeconds: 3_600,
        ...more,
      },
      call,
    );
  const responses = await Promise.all(Array.from({ length: 8 }, () => add(5_000_000n)));
  expect(responses.filter(({ credited }) => credited)).toHaveLength(1);
  const refused = responses.find(({ credited }) => !credited)!;
  expect(refused.duplicateReference).toMatch(/^command:/);
  expect(Math.abs(Number(refused.duplicateAt) - Date.now())).toBeLessThan(60_000);
  expect(await add(6_000_000n)).toMatchObject({ credited: true, balanceMicros: 11_000_000n });
  expect(await add(5_000_000n, { unlessDuplicateWithinSeconds: 0 })).toMatchObject({ credited: true });
  // A credit referenced by a payment or an operator does not count as a repetition.
  expect(await add(6_000_000n, { reference: 'invoice-1', unlessDuplicateWithinSeconds: 0 })).toMatchObject({
    credited: true,
    balanceMicros: 22_000_000n,
  });
  await expect(add(1n, { reference: 'invoice-2' })).rejects.toMatchObject({ code: 'invalid_parameter' });
});
