import { withinTime } from '../waiting/within-time';

export const REDIS_CONNECT_TIMEOUT_MS = 2_000;
/** A connection silent for this long is replaced: what is behind it may have moved. */
const SILENCE_TIMEOUT_MS = 1_000;
const MAXIMUM_RECONNECT_MS = 1_000;

/** Options of an ioredis client that connects when asked, reconnects forever, and fails at once while it cannot. */
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
    // The address may lead to another server by now: this one has become a replica.
    reconnectOnError: (error: Error) => error.message.includes('READONLY'),
    connectionName,
  };
}

/** For the whole: the client's own command timeout starts only once earlier commands have been answered. */
export function withinRedisTime<Value>(response: Promise<Value>, timeoutMs: number): Promise<Value> {
  return withinTime(response, timeoutMs, () => new Error(`Redis did not answer within ${timeoutMs} ms`));
}
