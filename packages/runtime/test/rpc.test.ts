import { ledger } from '@heliograph/proto';
import { testCredentials, waitFor } from '@heliograph/testing';
import { ServiceError } from '../src/errors/service-error';
import { generateCallerKey } from '../src/rpc/caller-keys';
import { CallCancelled } from '../src/rpc/failure';
import { createRpcClient } from '../src/rpc/rpc-client';
import { retryUnavailable } from '../src/rpc/retry-unavailable';
import {
  aborted,
  call,
  closeAll,
  closers,
  connect,
  definition,
  handler,
  newAddress,
  serve,
  usageRequest,
} from './support/rpc';

afterEach(closeAll);

describe.each([{ multiplexed: false }, { multiplexed: true }])('rpc, multiplexed: $multiplexed', (mode) => {
  it('reports a response that is too large, and continues with all others', async () => {
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
    // Send all in one turn, so that a stream puts them in one frame.
    const outcomes = await Promise.allSettled(['9', '20', '15', '0', '20', '9'].map(ask));
    expect(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.month.length : 0)),
    ).toEqual(['9', '0', '15', '0', '0', '9'].map(size));
    expect(outcomes[1]).toMatchObject({ reason: { code: 'response_too_large' } });
    expect(entries).toEqual([
      expect.objectContaining({ method: '/heliograph.ledger.v1.LedgerService/GetUsage', limit: 16_711_680 }),
    ]);
  });

  it('sends large requests, but none that would break the connection', async () => {
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

  it('uses no proxy', async () => {
    const { address } = await serve(
      { getUsage: async () => ledger.Usage.fromPartial({ month: '2026-11' }) },
      '127.0.0.1:0',
    );
    process.env.http_proxy = 'http://127.0.0.1:9';
    try {
      const { month } = await connect(address, mode).getUsage(usageRequest, call);
      expect(month).toBe('2026-11');
    } finally {
      delete process.env.http_proxy;
    }
  });

  it('serves a call and tells the handler its caller, request id, and deadline', async () => {
    const { address } = await serve({
      charge: async (request, context) => {
        expect(context).toMatchObject({ caller: 'gateway', requestId: 'request-1', traceparent: '00-trace' });
        expect(context.remainingMs()).toBeGreaterThan(0);
        expect(context.remainingMs()).toBeLessThanOrEqual(10_000);
        return { remainingRecords: BigInt(request.records) + 1n };
      },
    });
    const client = connect(address, mode);
    const response = await client.charge(ledger.ChargeRequest.fromPartial({ records: 41 }), {
      ...call,
      traceparent: '00-trace',
      timeoutMs: 10_000,
    });
    expect(response.remainingRecords).toBe(42n);
  });

  it('transports a typed error intact, without its cause', async () => {
    const { address } = await serve({
      getUsage: async () => {
        throw new ServiceError('invalid_parameter', 'Bad month.', {
          cause: new Error('secret detail'),
          issues: [{ parameter: 'month', message: 'must be YYYY-MM' }],
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
      issues: [{ parameter: 'month', message: 'must be YYYY-MM' }],
      retryAfterSeconds: 7,
    });
    expect(JSON.stringify(error) + String((error as Error).cause)).not.toContain('secret detail');
  });

  it('converts an unexpected exception to internal, without its text', async () => {
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

  it('fails with unavailable when the server is of a version before the method', async () => {
    const { address } = await serve({});
    const path = '/heliograph.ledger.v1.LedgerService/AddedLater';
    const client = createRpcClient(
      { addedLater: { ...definition.getUsage, path } },
      { address, caller: 'gateway', credentials: testCredentials, defaultTimeoutMs: 2_000, ...mode },
    );
    closers.push(() => client.close());
    await expect(client.addedLater(usageRequest, call)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('refuses a caller with an unknown key', async () => {
    const getUsage = jest.fn();
    const { address } = await serve({ getUsage });
    const client = connect(address, { ...mode, privateKey: generateCallerKey() });
    await expect(client.getUsage(usageRequest, call)).rejects.toBeInstanceOf(ServiceError);
    expect(getUsage).not.toHaveBeenCalled();
  });

  it('fails with unavailable when the response is late', async () => {
    const { address } = await serve({ getUsage: () => new Promise(() => undefined) });
    await expect(
      connect(address, mode).getUsage(usageRequest, { ...call, timeoutMs: 80 }),
    ).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('fails calls in flight when the server dies, and recovers when it is back', async () => {
    const { address, server } = await serve({ getUsage: () => new Promise(() => undefined) });
    const client = connect(address, mode);
    const inFlight = client.getUsage(usageRequest, call);
    inFlight.catch(() => undefined);
    // There is nothing to cut until the server has the call.
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
    // A call canceled beforehand is not sent.
    await expect(
      client.getUsage(usageRequest, { ...call, signal: controller.signal }),
    ).rejects.toBeInstanceOf(CallCancelled);
    expect(handled.calls()).toBe(1);
  });

  it('tells the handler when the deadline passes and when the connection breaks', async () => {
    const handled = handler();
    const { address } = await serve({ getUsage: handled.run });
    // Leave time for a new connection: a call that does not arrive in time is never handled.
    await expect(
      connect(address, mode).getUsage(usageRequest, { ...call, timeoutMs: 2_000 }),
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

  it('does not retry what was canceled', async () => {
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

  it('reports whether the peer is serving', async () => {
    const { address, server } = await serve({});
    const client = connect(address, mode);
    expect(await client.isServing(10_000)).toBe(true);
    await server.close(0);
    expect(await client.isServing(300)).toBe(false);
  });
});
