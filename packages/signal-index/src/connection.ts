import { Client } from '@opensearch-project/opensearch';
import { errorFromOpenSearch, statusOf } from './errors';
import type { SignalIndexSettings } from './settings';

export interface CallOptions {
  /** Default 10 s. */
  timeoutMs?: number;
  /** Aborts the call; OpenSearch then stops its work, too. */
  signal?: AbortSignal;
}

interface Call extends CallOptions {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD';
  path: string;
  query?: Record<string, string | number | boolean>;
  body?: object;
  /** JSON lines, each ending with a newline. */
  lines?: string;
}

const TIMEOUT_MS = 10_000;

/** The official client, with our errors. */
export class Connection {
  private readonly client: Client;

  constructor({ urls, username, password }: SignalIndexSettings) {
    this.client = new Client({
      nodes: [...urls],
      // Callers decide what to retry.
      maxRetries: 0,
      ...(username !== undefined && { auth: { username, password: password! } }),
    });
  }

  /**
   * @throws ServiceError `unavailable` when OpenSearch cannot be reached, does not answer in time, or fails; `internal`
   *   when it refuses the request. The signal's reason when it aborted the call.
   */
  async call<Result>(call: Call): Promise<Result> {
    try {
      return await this.send<Result>(call);
    } catch (error) {
      throw errorOf(call, error);
    }
  }

  /** Same, but undefined when not found. */
  async find<Result>(call: Call): Promise<Result | undefined> {
    try {
      return await this.send<Result>(call);
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw errorOf(call, error);
    }
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private async send<Result>(call: Call): Promise<Result> {
    const { method, path, query, body, lines, signal, timeoutMs = TIMEOUT_MS } = call;
    signal?.throwIfAborted();
    const request = this.client.transport.request(
      {
        method,
        path,
        ...(query && { querystring: query }),
        ...(body && { body }),
        ...(lines !== undefined && { bulkBody: lines }),
      },
      { requestTimeout: Math.max(1, timeoutMs) },
    );
    // `abort` returns a promise, which an event target would treat as its listener's result.
    const abort = () => void request.abort();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      const response = await request;
      return response.body as Result;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }
}

/** An aborted call fails with its signal's reason. */
const errorOf = ({ signal }: Call, error: unknown): unknown =>
  signal?.aborted ? signal.reason : errorFromOpenSearch(error);
