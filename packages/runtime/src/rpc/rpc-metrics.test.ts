import { identity, search } from '@heliograph/proto';
import { freeAddress, testCredentials, testTrust, waitFor } from '@heliograph/testing';
import { createLogger } from '../logging/logger';
import { createMetrics } from '../metrics/metrics';
import { generateCallerKey } from './caller-keys';
import { createRpcClient } from './rpc-client';
import { RpcServer } from './rpc-server';

const metrics = createMetrics('test');
const address = freeAddress();
const call = { requestId: 'request-1' };
const filters = search.CountRequest.fromPartial({});
const connection = {
  address,
  caller: 'gateway',
  credentials: testCredentials,
  defaultTimeoutMs: 5_000,
  multiplexed: true,
};
let server: RpcServer;
let release = () => {};

const notImplemented = () => Promise.reject(new Error('not part of this test'));

beforeAll(async () => {
  const logger = createLogger({ service: 'test', level: 'silent' });
  server = RpcServer.create({ name: 'test', address, trust: testTrust, logger, metrics });
  server.serve(
    search.SearchServiceService,
    {
      search: ['gateway'],
      count: ['gateway'],
      suggest: ['gateway'],
      semanticSearch: ['gateway'],
      changes: [],
      getStatus: [],
    },
    {
      search: notImplemented,
      suggest: notImplemented,
      changes: notImplemented,
      getStatus: notImplemented,
      semanticSearch: notImplemented,
      count: () => new Promise((resolve) => (release = () => resolve({ total: 1n, facets: [] }))),
    },
  );
  await server.start();
});
afterAll(() => server.close(0));

const scraped = () => metrics.registry.metrics();

it('reports the number of calls in progress', async () => {
  const client = createRpcClient(search.SearchServiceService, connection);
  expect(await scraped()).toContain('heliograph_rpc_server_in_flight{service="test"} 0');
  const response = client.count(filters, call);
  await waitFor(async () => (await scraped()).includes('heliograph_rpc_server_in_flight{service="test"} 1'));
  release();
  await response;
  expect(await scraped()).toContain('heliograph_rpc_server_in_flight{service="test"} 0');
  await client.close();
});

it('creates no label for a nonexistent method', async () => {
  const { authenticate } = identity.IdentityServiceService;
  const path = '/heliograph.search.v1.SearchService/Authenticate';
  const client = createRpcClient({ authenticate: { ...authenticate, path } }, connection);
  await expect(client.authenticate(identity.AuthenticateRequest.fromPartial({}), call)).rejects.toMatchObject(
    { code: 'unavailable' },
  );
  const text = await scraped();
  expect(text).toContain(
    'heliograph_rpc_server_duration_seconds_count{service="test",method="unknown",code="unavailable"} 1',
  );
  expect(text).not.toContain('Authenticate');
  await client.close();
});

it('counts refused callers by reason and name', async () => {
  const refused = (reason: string, caller: string) =>
    `heliograph_rpc_server_refused_total{reason="${reason}",caller="${caller}",service="test"}`;
  const before = await scraped();
  expect(before).toContain(`${refused('wrong_key', 'gateway')} 0`);
  expect(before).toContain(`${refused('wrong_key', 'unknown')} 0`);
  expect(before).toContain(`${refused('method', 'gateway')} 0`);
  const refuse = async (caller: string, privateKey: string) => {
    const client = createRpcClient(search.SearchServiceService, {
      ...connection,
      caller,
      credentials: { privateKey },
    });
    await expect(client.count(filters, call)).rejects.toMatchObject({ code: 'unavailable' });
    await client.close();
  };
  const client = createRpcClient(search.SearchServiceService, connection);
  await expect(client.getStatus({}, call)).rejects.toMatchObject({ code: 'internal' });
  await client.close();
  await refuse('gateway', generateCallerKey());
  await refuse('somebody', generateCallerKey());
  const after = await scraped();
  expect(after).toContain(`${refused('method', 'gateway')} 1`);
  expect(after).toContain(`${refused('wrong_key', 'gateway')} 1`);
  expect(after).toContain(`${refused('wrong_key', 'unknown')} 1`);
  expect(after).not.toContain('somebody');
});
