import { Redis, type Result } from 'ioredis';
import { minuteOf, type WindowCounts } from '../domain/rate-limits';
import type { WindowStore } from './window-store';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeWindow(key: string, isSearch: number): Result<[number, number], Context>;
  }
}

/**
 * Both windows of an account and minute are fields of one hash, so that one script, in one round trip, counts and reads
 * both, and a cluster finds them on one node. The key outlives its minute for gateways whose clocks are behind.
 */
const TAKE_WINDOW = `
local requests = redis.call('HINCRBY', KEYS[1], 'r', 1)
if requests == 1 then redis.call('EXPIRE', KEYS[1], 120) end
local searches
if ARGV[1] == '1' then searches = redis.call('HINCRBY', KEYS[1], 's', 1)
else searches = tonumber(redis.call('HGET', KEYS[1], 's') or '0') end
return {requests, searches}
`;

const COMMAND_TIMEOUT_MS = 100;
const CONNECT_TIMEOUT_MS = 2_000;
const MAXIMUM_RECONNECT_MS = 1_000;

/** Windows that all gateways share. Rejects at once while there is no connection, and after 100 ms without an answer. */
export class RedisWindows implements WindowStore {
  private readonly redis: Redis;

  constructor(url: string) {
    this.redis = new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      enableAutoPipelining: true,
      connectTimeout: CONNECT_TIMEOUT_MS,
      commandTimeout: COMMAND_TIMEOUT_MS,
      retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 10), MAXIMUM_RECONNECT_MS),
      connectionName: 'heliograph-gateway',
    });
    this.redis.defineCommand('takeWindow', { numberOfKeys: 1, lua: TAKE_WINDOW });
    // Failures show where commands are sent; without a listener ioredis would print each one.
    this.redis.on('error', () => undefined);
  }

  /** Starts to connect; a failure is retried in the background for as long as this lives. */
  connect(): void {
    this.redis.connect().catch(() => undefined);
  }

  async take(accountId: string, isSearch: boolean, nowMs: number): Promise<WindowCounts> {
    if (this.redis.status !== 'ready') throw new Error(`Redis is not connected (${this.redis.status})`);
    const key = `heliograph:window:${minuteOf(nowMs)}:${accountId}`;
    const [requests, searches] = await this.redis.takeWindow(key, isSearch ? 1 : 0);
    return { requests, searches };
  }

  close(): void {
    this.redis.disconnect();
  }
}
