import { vectors } from '@heliograph/proto';
import {
  createRpcClient,
  ServiceError,
  uuidv7,
  type CallerCredentials,
  type OutgoingCall,
  type RpcClient,
} from '@heliograph/runtime';
import type { EmbeddedSettings } from '../settings';
import type {
  CallOptions,
  CollectionDefinition,
  CollectionInfo,
  StoredVersion,
  VectorIndex,
  VectorMatches,
  VectorPoint,
  VectorQuery,
} from '../vector-index';
import {
  matchesFromResponse,
  NO_MATCHES,
  pointToRequest,
  queryToRequest,
  versionsFromResponse,
} from './convert';

const QUERY_TIMEOUT_MS = 10_000;
const COMMAND_TIMEOUT_MS = 60_000;
const REACHABLE_TIMEOUT_MS = 2_000;
/** Vectors per request; a message is at most 16 MiB, and a smaller one delays concurrent queries less. */
const MAXIMUM_REQUEST_BYTES = 4 * 1024 * 1024;

type Client = RpcClient<typeof vectors.VectorsServiceService>;

/** The vectors service's index. Queries share a stream; large or rare calls are separate. */
export class EmbeddedVectorIndex implements VectorIndex {
  private readonly queries: Client;
  private readonly commands: Client;

  constructor({ address }: EmbeddedSettings, options: { caller: string; credentials: CallerCredentials }) {
    const peer = { address, caller: options.caller, credentials: options.credentials };
    const service = vectors.VectorsServiceService;
    this.queries = createRpcClient(service, {
      ...peer,
      defaultTimeoutMs: QUERY_TIMEOUT_MS,
      multiplexed: true,
    });
    this.commands = createRpcClient(service, { ...peer, defaultTimeoutMs: COMMAND_TIMEOUT_MS });
  }

  async prepare({ name, dimensions }: CollectionDefinition, options?: CallOptions) {
    const { isNew } = await this.commands.prepare({ collection: name, dimensions }, callOf(options));
    return { isNew };
  }

  async upsert(collection: string, points: readonly VectorPoint[], options?: CallOptions): Promise<void> {
    const deadline = deadlineOf(options);
    const perRequest = Math.max(1, Math.floor(MAXIMUM_REQUEST_BYTES / (points[0]?.vector.byteLength || 1)));
    let first = 0;
    do {
      const part = points.slice(first, first + perRequest);
      const request = { collection, points: part.map(pointToRequest) };
      await this.commands.upsert(request, callUntil(deadline));
      first += perRequest;
    } while (first < points.length && !options?.signal?.aborted);
  }

  async remove(collection: string, ids: readonly string[], options?: CallOptions): Promise<void> {
    await this.commands.remove({ collection, ids: [...ids] }, callOf(options));
  }

  async query(collection: string, query: VectorQuery, options?: CallOptions): Promise<VectorMatches> {
    const response = await this.queries.query(queryToRequest(collection, query), {
      ...callOf(options),
      signal: options?.signal,
    });
    // On the wire 0 means all.
    return query.ordinalBelow === 0 ? NO_MATCHES : matchesFromResponse(response);
  }

  async scan(
    collection: string,
    page: { after?: string; limit: number },
    options?: CallOptions,
  ): Promise<StoredVersion[]> {
    const request = { collection, afterId: page.after ?? '', limit: page.limit };
    return versionsFromResponse(await this.commands.scan(request, callOf(options)));
  }

  async list(options?: CallOptions): Promise<CollectionInfo[]> {
    const { collections } = await this.commands.listCollections({}, callOf(options));
    return collections.map(({ name, dimensions, points }) => ({ name, dimensions, points: Number(points) }));
  }

  async drop(collection: string, options?: CallOptions): Promise<void> {
    await this.commands.drop({ collection }, callOf(options));
  }

  async checkReachable(): Promise<void> {
    if (await this.commands.isServing(REACHABLE_TIMEOUT_MS)) return;
    throw new ServiceError('unavailable', 'The vectors service is not responding, or is not ready yet.');
  }

  async close(): Promise<void> {
    await Promise.all([this.queries.close(), this.commands.close()]);
  }
}

function callOf(options: CallOptions | undefined): OutgoingCall {
  return { requestId: uuidv7(), ...(options?.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }) };
}

function deadlineOf(options: CallOptions | undefined): number {
  return performance.now() + (options?.timeoutMs ?? COMMAND_TIMEOUT_MS);
}

function callUntil(deadline: number): OutgoingCall {
  return { requestId: uuidv7(), timeoutMs: Math.max(1, Math.floor(deadline - performance.now())) };
}
