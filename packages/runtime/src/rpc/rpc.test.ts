import { Metadata, status } from '@grpc/grpc-js';
import { ledger } from '@heliograph/proto';
import { testCredentials, testTrust, waitFor } from '@heliograph/testing';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceError } from '../errors/service-error';
import { createLogger } from '../logging/logger';
import { createMetrics } from '../metrics/metrics';
import { once } from 'node:events';
import type { CallContext } from './call-context';
import type { Handlers } from './definition';
import { generateCallerKey } from './caller-keys';
import { CallCancelled, errorFromGrpc } from './failure';
import { retryUnavailable } from './retry-unavailable';
import { createRpcClient } from './rpc-client';
import { RpcServer } from './rpc-server';

const definition = ledger.LedgerServiceService;
type LedgerHandlers = Handlers<typeof definition>;
const call = { requestId: 'request-1' };
const usageRequest = { accountId: 'a', month: '' };

const names = Object.keys(definition) as (keyof typeof definition)[];
const allow = {
  ...(Object.fromEntries(names.map((name) => [name, ['gateway', 'admin']])) as Record<
    keyof typeof definition,
    string[]
  >),
  charge: ['gateway'],
};

const refuse = () => Promise.reject(new Error('not part of this test'));
const refuseAll = Object.fromEntries(names.map((name) => [name, refuse])) as unknown as LedgerHandlers;
const closers: (() => Promise<void>)[] = [];

/** A handler that goes on until its call's signal aborts. */
function handler() {
  let calls = 0;
  let tell = (_: CallContext) => {};
  const called = new Promise<CallContext>((resolve) => (tell = resolve));
  const run: LedgerHandlers['getUsage'] = async (_, context) => {
    calls += 1;
    tell(context);
    await aborted(context.signal);
    throw context.signal.reason;
  };
  return { run, called, calls: () => calls };
}

const aborted = (signal: AbortSignal) =>
  signal.aborted ? Promise.resolve() : once(signal, 'abort').then(() => undefined);

function newAddress(): string {
  return `unix:${join(tmpdir(), `rpc-${randomBytes(6).toString('hex')}.sock`)}`;
}

async function serve(
  handlers: Partial<LedgerHandlers>,
  address = newAddress(),
  onEntry?: (entry: unknown) => void,
) {
  const logger = onEntry
    ? createLogger({ service: 'test', level: 'error' }, { write: (line) => onEntry(JSON.parse(line)) })
    : createLogger({ service: 'test', level: 'silent' });
  const server = RpcServer.create({
    name: 'test',
    address,
    trust: testTrust,
    logger,
    metrics: createMetrics('test'),
  });
  server.serve(definition, allow, { ...refuseAll, ...handlers });
  await server.start();
  closers.push(() => server.close(0));
  return { server, address };
}

function connect(address: string, options: { multiplexed: boolean; caller?: string; privateKey?: string }) {
  const client = createRpcClient(definition, {
    address,
    caller: options.caller ?? 'gateway',
    credentials: options.privateKey ? { privateKey: options.privateKey } : testCredentials,
    defaultTimeoutMs: 2_000,
    multiplexed: options.multiplexed,
  });
  closers.push(() => client.close());
  return client;
}

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

describe.each([{ multiplexed: false }, { multiplexed: true }])('rpc, multiplexed: $multiplexed', (mode) => {
  it('names a response that is too large, and goes on with all others', async () => {
    const entries: unknown[] = [];
    const size = (accountId: string) => Number(accountId) * 1024 * 1024;
    const { address } = await serve(
      {
        getUsage: async ({ accountId }) => ledger.Usage.fromPartial({ month: 'x'.repeat(size(accountId)) }),
      },
      newAddress(),
      (entry) => entries.push(entry),
    );
    const client = connect(address, mode);
    const ask = (accountId: string) =>
      client.getUsage({ accountId, month: '' }, { ...call, timeoutMs: 20_000 });
    // In one turn, so that a stream would have them all in one frame.
    const outcomes = await Promise.allSettled(['9', '20', '15', '0', '20', '9'].map(ask));
    expect(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.month.length : 0)),
    ).toEqual(['9', '0', '15', '0', '0', '9'].map(size));
    expect(outcomes[1]).toMatchObject({ reason: { code: 'answer_too_large' } });
    expect(entries).toEqual([
      expect.objectContaining({ method: '/heliograph.ledger.v1.LedgerService/GetUsage', limit: 16_711_680 }),
    ]);
  });

  it('sends large requests, and none that would break the connection', async () => {
    const { address } = await serve({
      getUsage: async ({ month }) => ledger.Usage.fromPartial({ month: String(month.length) }),
    });
    const client = connect(address, mode);
    const send = (mebibytes: number) =>
      client.getUsage(
        { accountId: 'a', month: 'x'.repeat(mebibytes * 1024 * 1024) },
        { ...call, timeoutMs: 20_000 },
      );
    const outcomes = await Promise.allSettled([9, 20, 15, 0, 9].map(send));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    expect(outcomes[1]).not.toMatchObject({ reason: { code: 'unavailable' } });
  });

  it('answers a call and tells the handler who called, for which request, until when', async () => {
    const { address } = await serve({
      charge: async (request, context) => {
        expect(context).toMatchObject({ caller: 'gateway', requestId: 'request-1', traceparent: '00-trace' });
        expect(context.remainingMs()).toBeGreaterThan(0);
        expect(context.remainingMs()).toBeLessThanOrEqual(500);
        return { remainingRecords: BigInt(request.records) + 1n };
      },
    });
    const client = connect(address, mode);
    const response = await client.charge(ledger.ChargeRequest.fromPartial({ records: 41 }), {
      ...call,
      traceparent: '00-trace',
      timeoutMs: 500,
    });
    expect(response.remainingRecords).toBe(42n);
  });

  it('carries a typed error across intact, without its cause', async () => {
    const { address } = await serve({
      getUsage: async () => {
        throw new ServiceError('invalid_parameter', 'Bad month.', {
          cause: new Error('secret detail'),
          faults: [{ parameter: 'month', message: 'must be YYYY-MM' }],
          retryAfterSeconds: 7,
        });
      },
    });
    const error = await connect(address, mode)
      .getUsage(usageRequest, call)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({
      code: 'invalid_parameter',
      publicText: 'Bad month.',
      faults: [{ parameter: 'month', message: 'must be YYYY-MM' }],
      retryAfterSeconds: 7,
    });
    expect(JSON.stringify(error) + String((error as Error).cause)).not.toContain('secret detail');
  });

  it('turns an unexpected exception into internal without its text', async () => {
    const { address } = await serve({
      getUsage: async () => Promise.reject(new TypeError('x of undefined')),
    });
    await expect(connect(address, mode).getUsage(usageRequest, call)).rejects.toMatchObject({
      code: 'internal',
      message: expect.not.stringContaining('undefined'),
    });
  });

  it('refuses a caller outside the method’s allow-list', async () => {
    const charge = jest.fn();
    const { address } = await serve({ charge });
    const client = connect(address, { ...mode, caller: 'admin' });
    await expect(client.charge(ledger.ChargeRequest.fromPartial({}), call)).rejects.toMatchObject({
      code: 'internal',
    });
    expect(charge).not.toHaveBeenCalled();
  });

  it('refuses a caller with a key of which nobody knows', async () => {
    const getUsage = jest.fn();
    const { address } = await serve({ getUsage });
    const client = connect(address, { ...mode, privateKey: generateCallerKey() });
    await expect(client.getUsage(usageRequest, call)).rejects.toBeInstanceOf(ServiceError);
    expect(getUsage).not.toHaveBeenCalled();
  });

  it('fails with unavailable when the answer does not come in time', async () => {
    const { address } = await serve({ getUsage: () => new Promise(() => undefined) });
    await expect(
      connect(address, mode).getUsage(usageRequest, { ...call, timeoutMs: 80 }),
    ).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('fails calls in flight when the server dies and works again when it is back', async () => {
    const { address, server } = await serve({ getUsage: () => new Promise(() => undefined) });
    const client = connect(address, mode);
    const inFlight = client.getUsage(usageRequest, call);
    inFlight.catch(() => undefined);
    // Only once the server has the call is there something to cut.
    await expect(client.getUsage(usageRequest, { ...call, timeoutMs: 100 })).rejects.toBeDefined();
    await server.close(0);
    await expect(inFlight).rejects.toMatchObject({ code: 'unavailable' });

    await serve({ getUsage: async () => ledger.Usage.fromPartial({ month: '2026-11' }) }, address);
    const answer = await waitFor(() => client.getUsage(usageRequest, call));
    expect(answer.month).toBe('2026-11');
  });

  it('finishes calls in flight when it drains', async () => {
    let release = () => {};
    let arrived = () => {};
    const started = new Promise<void>((resolve) => (arrived = resolve));
    const { address, server } = await serve({
      getUsage: async () => {
        arrived();
        await new Promise<void>((resolve) => (release = resolve));
        return ledger.Usage.fromPartial({ month: '2026-11' });
      },
    });
    const answer = connect(address, mode).getUsage(usageRequest, call);
    await started;
    const closed = server.close(5_000);
    release();
    await expect(answer).resolves.toMatchObject({ month: '2026-11' });
    await closed;
  });

  it('tells the handler when the caller cancels, and rejects at once', async () => {
    const handled = handler();
    const { address } = await serve({ getUsage: handled.run });
    const controller = new AbortController();
    const client = connect(address, mode);
    const answer = client.getUsage(usageRequest, { ...call, accountId: 'acc', signal: controller.signal });
    answer.catch(() => undefined);
    const context = await handled.called;
    expect(context.accountId).toBe('acc');
    expect(context.signal.aborted).toBe(false);
    controller.abort();
    await expect(answer).rejects.toBeInstanceOf(CallCancelled);
    await aborted(context.signal);
    // Nothing is sent for one that was cancelled before.
    await expect(
      client.getUsage(usageRequest, { ...call, signal: controller.signal }),
    ).rejects.toBeInstanceOf(CallCancelled);
    expect(handled.calls()).toBe(1);
  });

  it('tells the handler when the deadline passes and when the connection breaks', async () => {
    const handled = handler();
    const { address } = await serve({ getUsage: handled.run });
    await expect(
      connect(address, mode).getUsage(usageRequest, { ...call, timeoutMs: 80 }),
    ).rejects.toMatchObject({ code: 'unavailable' });
    const late = await handled.called;
    await aborted(late.signal);

    const other = handler();
    const second = await serve({ getUsage: other.run });
    const unanswered = connect(second.address, mode).getUsage(usageRequest, { ...call, timeoutMs: 60_000 });
    unanswered.catch(() => undefined);
    const { signal, accountId } = await other.called;
    expect(accountId).toBe('');
    await second.server.close(0);
    await aborted(signal);
  });

  it('does not repeat what was cancelled', async () => {
    const handled = handler();
    const { address } = await serve({ getUsage: handled.run });
    const client = connect(address, mode);
    const controller = new AbortController();
    const answer = retryUnavailable(
      (timeoutMs) => client.getUsage(usageRequest, { ...call, timeoutMs, signal: controller.signal }),
      { totalMs: 5_000, attemptMs: 5_000 },
    );
    answer.catch(() => undefined);
    await handled.called;
    controller.abort();
    await expect(answer).rejects.toBeInstanceOf(CallCancelled);
    expect(handled.calls()).toBe(1);
  });

  it('tells whether the peer is serving', async () => {
    const { address, server } = await serve({});
    const client = connect(address, mode);
    expect(await client.isServing(1_000)).toBe(true);
    await server.close(0);
    expect(await client.isServing(300)).toBe(false);
  });
});

describe('multiplexed calls', () => {
  it('frees the place of a call that was cancelled', async () => {
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
    // It is the callee that does not answer this one.
    await expect(client.getUsage(usageRequest, call)).rejects.not.toMatchObject({
      cause: 'too many calls in flight',
    });
  });

  it('logs and counts a cancelled call as no failure', async () => {
    const lines: unknown[] = [];
    const metrics = createMetrics('test');
    const logger = createLogger(
      { service: 'test', level: 'info' },
      { write: (line) => void lines.push(line) },
    );
    const address = newAddress();
    const server = RpcServer.create({ name: 'test', address, trust: testTrust, logger, metrics });
    const handled = handler();
    server.serve(definition, allow, { ...refuseAll, getUsage: handled.run });
    await server.start();
    closers.push(() => server.close(0));
    const controller = new AbortController();
    const answer = connect(address, { multiplexed: true }).getUsage(usageRequest, {
      ...call,
      signal: controller.signal,
    });
    answer.catch(() => undefined);
    await handled.called;
    controller.abort();
    await waitFor(async () =>
      /rpc_server_duration_seconds_count{[^}]*code="cancelled"[^}]*} 1/.test(
        await metrics.registry.metrics(),
      ),
    );
    expect(lines).toEqual([]);
  });

  it('answers a thousand concurrent calls, each with its own', async () => {
    const { address } = await serve({
      charge: async (request) => ({ remainingRecords: BigInt(request.records) }),
    });
    const client = connect(address, { multiplexed: true });
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, records) =>
        client.charge(ledger.ChargeRequest.fromPartial({ records }), call),
      ),
    );
    expect(answers.map((answer) => Number(answer.remainingRecords))).toEqual([...answers.keys()]);
  });

  it('answers those who stay when very many leave at once', async () => {
    expect(await outcomesWhenManyLeave()).toEqual(Array(10).fill('answered'));
  });

  it('refuses calls beyond the bound in flight at once', async () => {
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
});

it('takes a stream that was cut for a fault on the way, and another internal error for what it is', () => {
  const codeOf = (details: string) =>
    errorFromGrpc({
      ...{ name: 'Error', message: details, details },
      ...{ code: status.INTERNAL, metadata: new Metadata() },
    }).code;
  expect(codeOf('Received RST_STREAM with code 2 triggered by internal client error')).toBe('unavailable');
  expect(codeOf('Response message parsing error')).toBe('internal');
});

/** What becomes of ten calls while so many are cancelled that a server which counts resets of streams takes them for an attack. */
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
