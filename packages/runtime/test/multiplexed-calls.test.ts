import { ledger } from '@heliograph/proto';
import { testCredentials, testTrust, waitFor } from '@heliograph/testing';
import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { type ServiceError } from '../src/errors/service-error';
import { createLogger } from '../src/logging/logger';
import { createMetrics } from '../src/metrics/metrics';
import type { CallContext } from '../src/rpc/call-context';
import { createRpcClient } from '../src/rpc/rpc-client';
import { RpcServer } from '../src/rpc/rpc-server';
import {
  allow,
  call,
  closeAll,
  closers,
  connect,
  definition,
  handler,
  newAddress,
  refuseAll,
  serve,
  usageRequest,
} from './support/rpc';

afterEach(closeAll);

it("frees a canceled call's slot", async () => {
  const { address } = await serve({ getUsage: () => new Promise(() => undefined) });
  const client = createRpcClient(definition, {
    address,
    caller: 'gateway',
    credentials: testCredentials,
    defaultTimeoutMs: 300,
    multiplexed: true,
    maximumInFlight: 1,
  });
  closers.push(() => client.close());
  const controller = new AbortController();
  const first = client.getUsage(usageRequest, { ...call, signal: controller.signal });
  first.catch(() => undefined);
  await expect(client.getUsage(usageRequest, call)).rejects.toMatchObject({
    cause: 'too many calls in flight',
  });
  controller.abort();
  // The callee never responds to this one.
  await expect(client.getUsage(usageRequest, call)).rejects.not.toMatchObject({
    cause: 'too many calls in flight',
  });
});

it('does not log or count a canceled call as a failure', async () => {
  const lines: unknown[] = [];
  const metrics = createMetrics('test');
  const logger = createLogger({ service: 'test', level: 'info' }, { write: (line) => void lines.push(line) });
  const address = newAddress();
  const server = RpcServer.create({ name: 'test', address, trust: testTrust, logger, metrics });
  const handled = handler();
  server.serve(definition, allow, { ...refuseAll, getUsage: handled.run });
  await server.start();
  closers.push(() => server.close(0));
  const controller = new AbortController();
  const response = connect(address, { multiplexed: true }).getUsage(usageRequest, {
    ...call,
    signal: controller.signal,
  });
  response.catch(() => undefined);
  await handled.called;
  controller.abort();
  await waitFor(async () =>
    /rpc_server_duration_seconds_count{[^}]*code="cancelled"[^}]*} 1/.test(await metrics.registry.metrics()),
  );
  expect(lines).toEqual([]);
});

it('answers a thousand concurrent calls, each with its own response', async () => {
  const { address } = await serve({
    charge: async (request) => ({ remainingRecords: BigInt(request.records) }),
  });
  const client = connect(address, { multiplexed: true });
  const responses = await Promise.all(
    Array.from({ length: 1_000 }, (_, records) =>
      client.charge(ledger.ChargeRequest.fromPartial({ records }), { ...call, timeoutMs: 60_000 }),
    ),
  );
  expect(responses.map((answer) => Number(answer.remainingRecords))).toEqual([...responses.keys()]);
});

it('still serves the remaining callers when very many leave at once', async () => {
  expect(await outcomesWhenManyLeave()).toEqual(Array(10).fill('answered'));
});

it('accepts a reply that arrived while this process was held up', async () => {
  const { address } = await serve({ getUsage: () => Promise.resolve(ledger.Usage.fromPartial({})) });
  const proxy = await proxyTo(address);
  const client = connect(proxy.address, { multiplexed: true });
  await client.getUsage(usageRequest, call);
  const held = proxy.holdReply();
  const deadline = Date.now() + 1_000;
  const response = client.getUsage(usageRequest, { ...call, timeoutMs: 1_000 });
  // The event loop now reads connections; timers come next.
  (await held)();
  while (Date.now() <= deadline + 100);
  await expect(response).resolves.toBeDefined();
});

describe("when the machine's clock is set", () => {
  const HOUR_MS = 3_600_000;
  const realNow = Date.now;
  const setClock = (byMs: number) => jest.spyOn(Date, 'now').mockImplementation(() => realNow() + byMs);
  afterEach(() => jest.restoreAllMocks());

  it('calls in flight are still answered', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    let arrive = (_: CallContext) => {};
    const arrived = new Promise<CallContext>((resolve) => (arrive = resolve));
    const { address } = await serve({
      getUsage: async (_, context) => {
        arrive(context);
        await answered;
        return ledger.Usage.fromPartial({});
      },
    });
    const client = connect(address, { multiplexed: true });
    const response = client.getUsage(usageRequest, { ...call, timeoutMs: 60_000 });
    const context = await arrived;
    setClock(HOUR_MS);
    expect(context.remainingMs()).toBeGreaterThan(0);
    // By when this one times out, the others' times have been checked.
    await expect(client.getUsage(usageRequest, { ...call, timeoutMs: 200 })).rejects.toMatchObject({
      code: 'unavailable',
    });
    answer();
    await expect(response).resolves.toBeDefined();
  });

  it('a call without an answer still times out', async () => {
    const { address } = await serve({ getUsage: handler().run });
    const proxy = await proxyTo(address);
    const client = connect(proxy.address, { multiplexed: true });
    // Connects.
    await expect(client.charge(ledger.ChargeRequest.fromPartial({}), call)).rejects.toBeDefined();
    void proxy.holdReply();
    const response = client.getUsage(usageRequest, { ...call, timeoutMs: 500 });
    setClock(-HOUR_MS);
    await expect(response).rejects.toMatchObject({ code: 'unavailable', cause: 'deadline exceeded' });
  });
});

it('refuses calls beyond the limit in flight', async () => {
  const { address } = await serve({ getUsage: () => new Promise(() => undefined) });
  const client = createRpcClient(definition, {
    address,
    caller: 'gateway',
    credentials: testCredentials,
    defaultTimeoutMs: 1_000,
    multiplexed: true,
    maximumInFlight: 2,
  });
  closers.push(() => client.close());
  const first = [client.getUsage(usageRequest, call), client.getUsage(usageRequest, call)];
  for (const promise of first) promise.catch(() => undefined);
  await expect(client.getUsage(usageRequest, call)).rejects.toMatchObject({ code: 'unavailable' });
});

/**
 * The outcomes of ten calls while so many others are canceled that a server counting stream resets would take them for
 * an attack.
 */
async function outcomesWhenManyLeave(): Promise<string[]> {
  let [arrived, left] = [0, 0];
  let answerAll = () => {};
  const answered = new Promise<void>((resolve) => (answerAll = resolve));
  const { address } = await serve({
    getUsage: async (_, { signal }) => {
      arrived += 1;
      signal.addEventListener('abort', () => (left += 1));
      await answered;
      return ledger.Usage.fromPartial({});
    },
  });
  const client = connect(address, { multiplexed: true });
  const leaving = new AbortController();
  const ask = (signal?: AbortSignal) =>
    client.getUsage(usageRequest, { ...call, timeoutMs: 60_000, signal }).then(
      () => 'answered',
      (error: ServiceError) => error.code,
    );
  const outcomes = Promise.all(Array.from({ length: 10 }, () => ask()));
  for (let index = 0; index < 1_500; index++) void ask(leaving.signal);
  await waitFor(() => arrived === 1_510, { timeoutMs: 60_000 });
  leaving.abort();
  await waitFor(() => left >= 1_500, { timeoutMs: 60_000 });
  answerAll();
  return outcomes;
}

/** A proxy between a client and an address, which can hold up the latter's responses. */
async function proxyTo(address: string) {
  let hold: ((release: () => void) => void) | undefined;
  const sockets: Socket[] = [];
  const server = createServer((client) => {
    const backend = createConnection(pathOf(address));
    sockets.push(client, backend);
    client.pipe(backend);
    backend.on('data', (bytes) => {
      const release = () => void client.write(bytes);
      if (hold) hold(release);
      else release();
      hold = undefined;
    });
  });
  const own = newAddress();
  await once(server.listen(pathOf(own)), 'listening');
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await once(server.close(), 'close');
  });
  /** @returns a function that passes on the address's next bytes, once they have arrived. */
  const holdReply = () => new Promise<() => void>((resolve) => (hold = resolve));
  return { address: own, holdReply };
}

const pathOf = (address: string) => address.slice('unix:'.length);
