import { identity } from '@heliograph/proto';
import { freeAddress, testCredentials, testTrust } from '@heliograph/testing';
import { ServiceError } from '../errors/service-error';
import { createLogger } from '../logging/logger';
import { createMetrics } from '../metrics/metrics';
import type { Handlers } from './definition';
import { createRpcClient } from './rpc-client';
import { RpcServer } from './rpc-server';

const WARN = 40;
const ERROR = 50;
const call = { requestId: 'test-request' };

type Definition = typeof identity.IdentityServiceService;

let lines: { level: number; msg: string; method: string }[];
let fail: () => Promise<never>;
let server: RpcServer;
let client: ReturnType<typeof createRpcClient<Definition>>;
beforeEach(async () => {
  // Its own: what a test before repeats after ten seconds may come during this one.
  const own: typeof lines = [];
  lines = own;
  const logger = createLogger(
    { service: 'test', level: 'info' },
    { write: (line) => own.push(JSON.parse(line) as (typeof lines)[number]) },
  );
  const address = freeAddress();
  server = RpcServer.create({
    name: 'test',
    address,
    trust: testTrust,
    logger,
    metrics: createMetrics('test'),
  });
  const names = Object.keys(identity.IdentityServiceService);
  server.serve(
    identity.IdentityServiceService,
    Object.fromEntries(names.map((name) => [name, ['gateway']])) as never,
    Object.fromEntries(names.map((name) => [name, () => fail()])) as unknown as Handlers<Definition>,
  );
  await server.start();
  client = createRpcClient(identity.IdentityServiceService, {
    address,
    caller: 'gateway',
    credentials: testCredentials,
    defaultTimeoutMs: 5_000,
  });
});
afterEach(async () => {
  await client.close();
  await server.close(0);
});

/** Makes many failing calls. */
async function flood(error: () => unknown): Promise<void> {
  fail = async () => {
    throw error();
  };
  for (let count = 0; count < 50; count += 1) {
    await expect(client.getAccount({ id: String(count) }, call)).rejects.toBeInstanceOf(ServiceError);
  }
}

it('logs unanswered calls once, however many there are, and not as an error', async () => {
  const cause = () =>
    Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  await flood(() => new ServiceError('unavailable', 'Try again shortly.', { cause: cause() }));
  expect(lines).toMatchObject([{ level: WARN, method: expect.stringMatching(/GetAccount$/) as string }]);
});

it('logs calls that fail because of a bug once, as an error', async () => {
  await flood(() => new TypeError('undefined is not a function'));
  expect(lines).toMatchObject([{ level: ERROR, msg: 'call failed' }]);
});

it('does not log refusals', async () => {
  await flood(() => new ServiceError('rate_limited', 'Too many.', { retryAfterSeconds: 1 }));
  await flood(() => new ServiceError('insufficient_records', 'None left.'));
  expect(lines).toEqual([]);
});
