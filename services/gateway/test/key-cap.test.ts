import { startBeforeAll } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import { problemFrom, withKey, type TestGateway } from './support/gateway';
import { RealLedger } from './support/real-ledger';

const ledger = startBeforeAll(() => RealLedger.start());
const gateways = startBeforeAll<[TestGateway, TestGateway]>(async () => [
  await ledger.startGateway(),
  await ledger.startGateway(),
]);

/** A new account's key, whose 100 free records exceed the cap. */
const cappedKey = (monthlyCapRecords: bigint) =>
  ledger.backend.addKey({ credentialId: randomUUID(), accountId: randomUUID(), monthlyCapRecords });

const consumed = ({ headers }: Response) =>
  ['consumed', 'remaining'].map((name) => headers.get(`x-records-${name}`));

it('is enforced by the ledger, reported by every answer, and frees the Idempotency-Key', async () => {
  const [gateway] = gateways;
  const key = cappedKey(12n);
  expect(consumed(await gateway.get('/usage', withKey(key)))).toEqual(['0', '12']);
  expect(consumed(await gateway.get('/signals?limit=10', withKey(key)))).toEqual(['10', '2']);
  const headers = withKey(key, { 'idempotency-key': randomUUID() });
  const problem = await problemFrom(await gateway.get('/signals?limit=3', headers));
  expect(problem).toMatchObject({ status: 402, code: 'key_cap_reached' });
  expect(problem.detail).toContain('costs 3 records, and this key has used 10 of the 12 records');
  expect(problem.detail).toContain('Ask for fewer');
  expect(consumed(await gateway.get('/signals?limit=2', headers))).toEqual(['2', '0']);
  expect(consumed(await gateway.get('/signals?limit=2', headers))).toEqual(['0', '0']);
  expect(consumed(await gateway.get('/signals?countOnly=true', withKey(key)))).toEqual(['0', '0']);
  expect(consumed(await gateway.get('/usage', withKey(key)))).toEqual(['0', '0']);
});

it('is enforced across concurrent gateways', async () => {
  const key = cappedKey(23n);
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, index) => gateways[index % 2]!.get('/signals?limit=5', withKey(key))),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(4);
  expect(responses.filter(({ status }) => status === 402)).toHaveLength(8);
  expect(consumed(await gateways[0].get('/signals?limit=3', withKey(key)))).toEqual(['3', '0']);
});
