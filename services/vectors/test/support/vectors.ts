import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vectors } from '@heliograph/proto';
import { createRpcClient, type RpcClient } from '@heliograph/runtime';
import {
  freeAddress,
  freePort,
  startServiceProcess,
  testCallerVariables,
  testCredentials,
  waitFor,
  type ServiceProcess,
} from '@heliograph/testing';
import { atAngle } from './points';

type VectorsClient = RpcClient<typeof vectors.VectorsServiceService>;

export const call = { requestId: 'test-request' };

/** The program with its own directory, to be killed and restarted. */
export interface TestVectors {
  directory: string;
  client: VectorsClient;
  connect(caller: string): VectorsClient;
  /** Text of `/metrics`. */
  metrics(): Promise<string>;
  start(): Promise<ServiceProcess>;
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** Another program with the same directory. */
  startSecond(): Promise<ServiceProcess>;
  release(): Promise<void>;
}

export async function startVectors(): Promise<TestVectors> {
  const directory = await mkdtemp(join(tmpdir(), 'heliograph-vectors-'));
  const address = freeAddress();
  const metricsPort = await freePort();
  const variables = { ...testCallerVariables, VECTORS_DIRECTORY: directory };
  const clients: VectorsClient[] = [];
  const connect = (caller: string) => {
    const client = createRpcClient(vectors.VectorsServiceService, {
      address,
      caller,
      credentials: testCredentials,
      defaultTimeoutMs: 10_000,
    });
    clients.push(client);
    return client;
  };
  const client = connect('indexer');
  let service: ServiceProcess;
  const start = async () => {
    service = await startServiceProcess('vectors', {
      ...variables,
      RPC_ADDRESS: address,
      METRICS_PORT: String(metricsPort),
    });
    await waitFor(() => client.isServing(1_000));
    return service;
  };
  await start();
  return {
    directory,
    client,
    connect,
    metrics: async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
    start,
    kill: () => service.kill(),
    stop: () => service.stop(),
    startSecond: () => startServiceProcess('vectors', { ...variables, RPC_ADDRESS: freeAddress() }),
    release: async () => {
      await Promise.all(clients.map((each) => each.close()));
      await service.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export function bytesOf(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer);
}

export function pointOf(id: number, given: Partial<vectors.Point> = {}): vectors.Point {
  const vector = bytesOf(atAngle(id % 180));
  return { id: String(id), version: 1n, publishedAtMs: 0n, ordinal: 1, vector, ...given };
}
