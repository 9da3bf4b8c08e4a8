import {
  freeAddress,
  startServiceProcess,
  startTestDatabase,
  testCallerVariables,
  type ServiceProcess,
  type TestDatabase,
} from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import { Backend } from './support/backend';
import { configFor, problemFrom, startGatewayOver, withKey, type TestGateway } from './support/gateway';

let database: TestDatabase;
let ledger: ServiceProcess;
let backend: Backend;
let gateways: TestGateway[];

beforeAll(async () => {
  const address = freeAddress();
  database = await startTestDatabase();
  ledger = await startServiceProcess('ledger', {
    RPC_ADDRESS: address,
    DATABASE_URL: database.connectionString('ledger'),
    ...testCallerVariables,
    RELAY: 'off',
  });
  backend = await Backend.start();
  const changes = { addresses: { ...configFor(backend).addresses, ledger: address } };
  gateways = [await startGatewayOver(backend, changes), await startGatewayOver(backend, changes)];
});
afterAll(async () => {
  for (const gateway of gateways ?? []) await gateway.stop();
  await backend?.stop();
  await ledger?.stop();
  await database?.stop();
});

/** A new account's key, whose 100 free records exceed the cap. */
const cappedKey = (monthlyCapRecords: bigint) =>
  backend.addKey({ credentialId: randomUUID(), accountId: randomUUID(), monthlyCapRecords });

const consumed = ({ headers }: Response) =>
  ['consumed', 'remaining'].map((name) => headers.get(`x-records-${name}`));

it('is enforced by the ledger, reported by every answer, and frees the Idempotency-Key', async () => {
  const [gateway] = gateways as [TestGateway];
  const key = cappedKey(12n);
  expect(consumed(await gateway.get('/usage', withKey(key)))).toEqual(['0', '12']);
  expect(consumed(await gateway.get('/signals?limit=10', withKey(key)))).toEqual(['10', '2']);
  const headers = withKey(key, { 'idempotency-key': randomUUID() });
  const problem = await problemFrom(await gateway.get('/signals?limit=3', headers));
  expect(problem).toMatchObject({ status: 402, code: 'key_cap_reached' });
  expect(problem.detail).toContain('costs 3 records, and this key used 10 of the 12 records');
  expect(problem.detail).toContain('Ask for less');
  expect(consumed(await gateway.get('/signals?limit=2', headers))).toEqual(['2', '0']);
  expect(consumed(await gateway.get('/signals?limit=2', headers))).toEqual(['0', '0']);
  expect(consumed(await gateway.get('/signals?countOnly=true', withKey(key)))).toEqual(['0', '0']);
  expect(consumed(await gateway.get('/usage', withKey(key)))).toEqual(['0', '0']);
});

it('is enforced across concurrent gateways', async () => {
  const key = cappedKey(23n);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => gateways[index % 2]!.get('/signals?limit=5', withKey(key))),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  expect(answers.filter(({ status }) => status === 402)).toHaveLength(8);
  expect(consumed(await gateways[0]!.get('/signals?limit=3', withKey(key)))).toEqual(['3', '0']);
});
