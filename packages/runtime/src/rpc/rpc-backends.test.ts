import { ledger } from '@heliograph/proto';
import { NetworkLink, testCredentials, testTrust, waitFor } from '@heliograph/testing';
import dns from 'node:dns';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '../logging/logger';
import { createMetrics } from '../metrics/metrics';
import type { CallerCredentials } from './caller-authentication';
import type { Handlers } from './definition';
import { createRpcClient, type RpcClient } from './rpc-client';
import { RpcServer, type RpcServerOptions } from './rpc-server';

const definition = ledger.LedgerServiceService;
type LedgerHandlers = Handlers<typeof definition>;
type LedgerClient = RpcClient<typeof definition>;
const names = Object.keys(definition) as (keyof typeof definition)[];
const allow = Object.fromEntries(names.map((name) => [name, ['gateway']])) as Record<
  keyof typeof definition,
  string[]
>;
const refuse = () => Promise.reject(new Error('not part of this test'));

interface Backend {
  server: RpcServer;
  address: string;
  served: number;
}

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A ledger that takes `workMs` per charge, or as long as `work`, and counts charges. */
async function startBackend({
  workMs = 2,
  work = () => sleep(workMs),
  ...options
}: Partial<RpcServerOptions> & { workMs?: number; work?: () => Promise<void> } = {}): Promise<Backend> {
  const backend = { served: 0 } as Backend;
  const server = RpcServer.create({
    name: 'test',
    address: '127.0.0.1:0',
    trust: testTrust,
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    ...options,
  });
  server.serve(definition, allow, {
    ...(Object.fromEntries(names.map((name) => [name, refuse])) as unknown as LedgerHandlers),
    charge: async (request) => {
      await work();
      backend.served += 1;
      return { remainingRecords: BigInt(request.records) };
    },
  });
  backend.server = server;
  backend.address = await server.start();
  closers.push(() => server.close(0));
  return backend;
}

function connect(
  backends: readonly Backend[],
  {
    timeoutMs = 5_000,
    ...options
  }: { multiplexed: boolean; streamLifetimeMs?: number; credentials?: CallerCredentials; timeoutMs?: number },
): LedgerClient {
  const client = createRpcClient(definition, {
    address: `ipv4:${backends.map(({ address }) => address).join(',')}`,
    caller: 'gateway',
    credentials: testCredentials,
    defaultTimeoutMs: timeoutMs,
    ...options,
  });
  closers.push(() => client.close());
  return client;
}

const charge = (client: LedgerClient, records = 1) =>
  client.charge(ledger.ChargeRequest.fromPartial({ records }), { requestId: 'request-1' });

/** Callers that call continuously until stopped. */
class Callers {
  made = 0;
  private stopped = false;
  private failure: unknown;
  private readonly loops: Promise<void>[];

  constructor(client: LedgerClient, callers: number) {
    this.loops = Array.from({ length: callers }, async () => {
      while (!this.stopped) {
        await charge(client);
        this.made += 1;
      }
    });
    for (const loop of this.loops) loop.catch((error: unknown) => (this.failure ??= error));
  }

  /** @throws the error of a failed call. */
  async until(condition: () => boolean, what: string): Promise<void> {
    await waitFor(() => this.failure !== undefined || condition(), { description: what });
    if (this.failure !== undefined) throw this.failure;
  }

  /** @throws the error of a failed call. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.loops);
  }
}

describe.each([{ multiplexed: false }, { multiplexed: true }])(
  'several backends, multiplexed: $multiplexed',
  (mode) => {
    it('share the calls, even with one that comes back', async () => {
      const [first, second] = [await startBackend(), await startBackend()];
      const client = connect([first, second], { ...mode, streamLifetimeMs: 100 });
      const calling = new Callers(client, 8);
      await calling.until(() => first.served > 50 && second.served > 50, 'both to be called');

      await second.server.close(5_000);
      const alone = first.served;
      await calling.until(() => first.served > alone + 50, 'the first to be called alone');
      const back = await startBackend({ address: second.address });
      await calling.until(() => back.served > 50, 'the second to be called again');
      await calling.stop();
    });

    it('lose no call when one after another drains and stops', async () => {
      const backends = [await startBackend({ workMs: 20 }), await startBackend({ workMs: 20 })];
      const client = connect(backends, { ...mode, streamLifetimeMs: 1_000 });
      const calling = new Callers(client, 16);
      for (let round = 0; round < 6; round += 1) {
        const leaving = backends[round % 2]!;
        for (const backend of backends) {
          const before = backend.served;
          await calling.until(() => backend.served > before + 5, 'both to be in use');
        }
        await leaving.server.close(5_000);
        backends[round % 2] = await startBackend({ workMs: 20, address: leaving.address });
      }
      await calling.stop();
    });

    it('lose no call when aged connections are replaced', async () => {
      const backends = [
        await startBackend({ connectionAgeMs: 500 }),
        await startBackend({ connectionAgeMs: 500 }),
      ];
      const calling = new Callers(connect(backends, { ...mode, streamLifetimeMs: 250 }), 8);
      await calling.until(() => calling.made > 300, 'connections to be renewed');
      await calling.stop();
    });
  },
);

it('a call over a connection being replaced may take as long as the longest deadline', async () => {
  let release = () => {};
  const work = new Promise<void>((resolve) => (release = resolve));
  let arrived = () => {};
  const arrival = new Promise<void>((resolve) => (arrived = resolve));
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'Date', 'performance'] });
  try {
    const backend = await startBackend({
      work: () => {
        arrived();
        return work;
      },
    });
    const client = connect([backend], { multiplexed: false, timeoutMs: 800_000 });
    const response = charge(client, 7);
    await arrival;
    // More than the connection age and the longest deadline together.
    await jest.advanceTimersByTimeAsync(60_000 * 1.1 + 720_000);
    release();
    expect((await response).remainingRecords).toBe(7n);
  } finally {
    jest.useRealTimers();
  }
});

it('a multiplexed stream that a peer keeps using after the notice is still ended', async () => {
  const backend = await startBackend({ workMs: 10 });
  const client = connect([backend], { multiplexed: true });
  await charge(client);
  // This is its only backend: the calls have nowhere else to go, and fail once it refuses them.
  const calling = new Callers(client, 4);
  await backend.server.close(5_000);
  await expect(calling.stop()).rejects.toMatchObject({ code: 'unavailable' });
});

it.each([{ multiplexed: false }, { multiplexed: true }])(
  'a backend that vanishes silently is avoided after an unanswered call, multiplexed: $multiplexed',
  async (mode) => {
    const [lasting, vanishing] = [await startBackend(), await startBackend()];
    const link = await NetworkLink.open(Number(vanishing.address.split(':')[1]));
    closers.push(() => link.close());
    const through = { ...vanishing, address: `127.0.0.1:${link.port}` };
    // Long-lived streams: otherwise every other one would stay with the vanished backend.
    const client = connect([lasting, through], {
      ...mode,
      streamLifetimeMs: 600_000,
      timeoutMs: 1_000,
    });
    await waitFor(async () => charge(client).then(() => lasting.served > 5 && vanishing.served > 5));

    link.cut();
    let inARow = 0;
    await waitFor(
      async () => {
        inARow = await charge(client).then(
          () => inARow + 1,
          () => 0,
        );
        return inARow > 100;
      },
      { description: 'a hundred answers in a row' },
    );
  },
);

it('a short timeout of one call leaves those beside it to a busy backend', async () => {
  let release = () => {};
  const work = new Promise<void>((resolve) => (release = resolve));
  const busy = await startBackend({ work: () => work });
  const client = connect([busy], { multiplexed: true });
  const patient = Array.from({ length: 3 }, () => charge(client));
  const hurried = client.charge(ledger.ChargeRequest.fromPartial({ records: 1 }), {
    requestId: 'request-2',
    timeoutMs: 100,
  });
  await expect(hurried).rejects.toMatchObject({ code: 'unavailable' });
  release();
  await Promise.all(patient);
});

describe('a name', () => {
  const asked = jest.spyOn(dns.promises, 'lookup') as unknown as jest.SpyInstance<
    Promise<dns.LookupAddress[]>
  >;
  const resolved = [{ address: '127.0.0.1', family: 4 }];
  afterAll(() => asked.mockRestore());

  const connectByName = (name: string, { address }: Backend) => {
    const client = createRpcClient(definition, {
      address: `dns:///${name}:${address.split(':')[1]}`,
      caller: 'gateway',
      credentials: testCredentials,
      defaultTimeoutMs: 1_000,
    });
    closers.push(() => client.close());
    return client;
  };

  it('that was resolved before does not have to wait for a silent DNS', async () => {
    const backend = await startBackend();
    asked.mockResolvedValue(resolved);
    await charge(connectByName('known.test', backend));
    asked.mockReturnValue(new Promise(() => undefined));
    await charge(connectByName('known.test', backend));
    await expect(charge(connectByName('new.test', backend))).rejects.toMatchObject({ code: 'unavailable' });
    expect(backend.served).toBe(2);
  });

  it('is still looked up, and its new addresses are used', async () => {
    const old = await startBackend();
    const successor = await startBackend({ address: old.address.replace('127.0.0.1', '127.0.0.2') });
    asked.mockResolvedValue(resolved);
    await charge(connectByName('moving.test', old));
    asked.mockResolvedValue([{ address: '127.0.0.2', family: 4 }]);
    const client = connectByName('moving.test', old);
    await waitFor(() => charge(client).then(() => successor.served > 0));
  });

  it('of a peer that no longer answers, not even a new connection, is looked up again', async () => {
    const accepted: Socket[] = [];
    const silent = createServer((socket) => accepted.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    closers.push(() => {
      for (const socket of accepted) socket.destroy();
      return new Promise((resolve) => silent.close(() => resolve()));
    });
    const { port } = silent.address() as AddressInfo;
    const successor = await startBackend({ address: `127.0.0.2:${port}` });
    asked.mockResolvedValue(resolved);
    const client = connectByName('replaced.test', { ...successor, address: `127.0.0.1:${port}` });
    expect(await client.isServing(100)).toBe(false);

    asked.mockResolvedValue([{ address: '127.0.0.2', family: 4 }]);
    await waitFor(() => client.isServing(1_000));
    await charge(client);
  });
});
