import { withinTime } from '../waiting/within-time';

export const REDIS_CONNECT_TIMEOUT_MS = 2_000;
/** A connection silent for this long is replaced: the server behind it may have moved. */
const SILENCE_TIMEOUT_MS = 1_000;
const MAXIMUM_RECONNECT_MS = 1_000;

/** Options for an ioredis client that connects on request, reconnects forever, and fails at once while disconnected. */
export function redisOptions(connectionName: string) {
  return {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    enableAutoPipelining: true,
    connectTimeout: REDIS_CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    retryStrategy: (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 10), MAXIMUM_RECONNECT_MS),
    // This server has become a replica: by now the address may lead to another one.
    reconnectOnError: (error: Error) => error.message.includes('READONLY'),
    connectionName,
  };
}

/** Limits the whole wait: the client's own command timeout starts only once earlier commands are answered. */
export function withinRedisTime<Value>(response: Promise<Value>, timeoutMs: number): Promise<Value> {
  return withinTime(response, timeoutMs, () => new Error(`Redis did not answer within ${timeoutMs} ms`));
}
