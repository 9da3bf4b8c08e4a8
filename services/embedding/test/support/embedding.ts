import { embedding } from '@heliograph/proto';
import { createLogger, createRpcClient, type RpcClient, type RpcService } from '@heliograph/runtime';
import { freeAddress, testCallerVariables, testCredentials } from '@heliograph/testing';
import { loadConfig } from '../../src/config';
import { createEmbeddingService } from '../../src/service';

type EmbeddingClient = RpcClient<typeof embedding.EmbeddingServiceService>;

export const call = { requestId: 'request-of-a-test' };

/** A company without known properties. */
export const UNKNOWN: embedding.Company = { description: '', industries: [] };

/** Variables that every embedding service needs, with a new address each time. */
export function variables(settings: Record<string, string> = {}): Record<string, string> {
  return { RPC_ADDRESS: freeAddress(), ...testCallerVariables, EMBEDDING_WORKERS: '1', ...settings };
}

export interface TestEmbedding {
  service: RpcService;
  client: EmbeddingClient;
  connect(caller: string): EmbeddingClient;
  /** Documents, with companies if the model reads them; by default nothing is known about these. */
  embed(
    purpose: embedding.Purpose,
    texts: string[],
    timeoutMs?: number,
    companies?: embedding.Company[],
  ): Promise<embedding.EmbedResponse>;
  /** The vector of one text. */
  embedQuery(text: string, timeoutMs?: number): Promise<Float32Array>;
  embedDocuments(texts: string[], timeoutMs?: number): Promise<Float32Array[]>;
  /** All log output so far, at every level. */
  log(): string;
  /** A metric's value; 0 if it was never counted. */
  metric(name: string, ...labels: string[]): Promise<number>;
  stop(): Promise<void>;
}

/** An embedding service in this process, and a client that may call it. */
export async function startEmbedding(settings: Record<string, string> = {}): Promise<TestEmbedding> {
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  const logger = createLogger({ service: 'embedding', level: 'trace' }, destination);
  const service = createEmbeddingService(loadConfig(variables(settings)), { logger });
  const clients: EmbeddingClient[] = [];
  const connect = (caller: string) => {
    const client = createRpcClient(embedding.EmbeddingServiceService, {
      address: service.address,
      caller,
      credentials: testCredentials,
      defaultTimeoutMs: 20_000,
      multiplexed: true,
    });
    clients.push(client);
    return client;
  };
  const stop = async () => {
    for (const client of clients.splice(0)) await client.close();
    await service.destroy();
  };
  try {
    await service.start();
  } catch (error) {
    await stop();
    throw error;
  }
  const client = connect('search');
  const readsCompanies = (settings.EMBEDDING_PROVIDER ?? 'local') === 'local';
  const embed: TestEmbedding['embed'] = (purpose, texts, timeoutMs, companies) =>
    client.embed(
      {
        purpose,
        texts,
        ...(purpose === embedding.Purpose.DOCUMENT &&
          readsCompanies && { companies: { each: companies ?? texts.map(() => UNKNOWN) } }),
      },
      { ...call, ...(timeoutMs !== undefined && { timeoutMs }) },
    );
  return {
    service,
    client,
    connect,
    embed,
    embedQuery: async (text, timeoutMs) =>
      vectorsOf(await embed(embedding.Purpose.QUERY, [text], timeoutMs))[0]!,
    embedDocuments: async (texts, timeoutMs) =>
      vectorsOf(await embed(embedding.Purpose.DOCUMENT, texts, timeoutMs)),
    log: () => lines.join(''),
    metric: async (name, ...labels) => {
      const metrics = await fetch(`http://127.0.0.1:${service.metricsPort}/metrics`);
      const line = (await metrics.text())
        .split('\n')
        .find(
          (text) =>
            text.startsWith(`heliograph_embedding_${name}{`) && labels.every((label) => text.includes(label)),
        );
      return Number(line?.split(' ').at(-1) ?? 0);
    },
    stop,
  };
}

export function vectorsOf(response: embedding.EmbedResponse): Float32Array[] {
  return response.vectors.map((bytes) =>
    Float32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4)),
  );
}

export function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * b[index]!, 0);
}
