import { ledger } from '@heliograph/proto';
import { testCredentials, testTrust } from '@heliograph/testing';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../src/logging/logger';
import { createMetrics } from '../../src/metrics/metrics';
import type { CallContext } from '../../src/rpc/call-context';
import type { Handlers } from '../../src/rpc/definition';
import { createRpcClient } from '../../src/rpc/rpc-client';
import { RpcServer } from '../../src/rpc/rpc-server';

export const definition = ledger.LedgerServiceService;
type LedgerHandlers = Handlers<typeof definition>;
export const call = { requestId: 'request-1' };
export const usageRequest = { accountId: 'a', month: '' };

const names = Object.keys(definition) as (keyof typeof definition)[];
export const allow = {
  ...(Object.fromEntries(names.map((name) => [name, ['gateway', 'admin']])) as Record<
    keyof typeof definition,
    string[]
  >),
  charge: ['gateway'],
};

const refuse = () => Promise.reject(new Error('not part of this test'));
export const refuseAll = Object.fromEntries(names.map((name) => [name, refuse])) as unknown as LedgerHandlers;
export const closers: (() => Promise<void>)[] = [];

/** A handler that runs until its call's signal aborts. */
export function handler() {
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

export const aborted = (signal: AbortSignal) =>
  signal.aborted ? Promise.resolve() : once(signal, 'abort').then(() => undefined);

export function newAddress(): string {
  return `unix:${join(tmpdir(), `rpc-${randomBytes(6).toString('hex')}.sock`)}`;
}

export async function serve(
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
  const started = await server.start();
  closers.push(() => server.close(0));
  return { server, address: started };
}

export function connect(
  address: string,
  options: { multiplexed: boolean; caller?: string; privateKey?: string },
) {
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

/** Closes what the test opened, newest first. */
export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}
