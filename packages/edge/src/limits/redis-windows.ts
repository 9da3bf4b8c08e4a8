import { REDIS_CONNECT_TIMEOUT_MS, redisOptions, withinRedisTime } from '@heliograph/runtime';
import { Redis, type Result } from 'ioredis';
import { minuteOf, type WindowUse } from './rate-limits';
import type { SharedWindowStore } from './window-store';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeWindow(
      key: string,
      isSearch: number,
      knownMinute: number,
      knownRequests: number,
      knownSearches: number,
    ): Result<[requests: number, searches: number, seconds: string, microseconds: string], Context>;
  }
}

/**
 * Both windows of an account and their minute are in one hash: one script counts and reads both in one round trip. The
 * minute is by Redis' clock, so that gateways with different clocks count in the same windows. It is in the hash, not
 * in the key's name, because a script may only touch the keys it was given.
 */
const TAKE_WINDOW = `
local time = redis.call('TIME')
local minute = math.floor(tonumber(time[1]) / 60)
local window = redis.call('HMGET', KEYS[1], 'minute', 'requests', 'searches')
local isCurrent = tonumber(window[1]) == minute
local requests = isCurrent and tonumber(window[2]) or 0
local searches = isCurrent and tonumber(window[3]) or 0
if tonumber(ARGV[2]) == minute then
  requests = math.max(requests, tonumber(ARGV[3]))
  searches = math.max(searches, tonumber(ARGV[4]))
end
requests = requests + 1
searches = searches + tonumber(ARGV[1])
redis.call('HSET', KEYS[1], 'minute', minute, 'requests', requests, 'searches', searches)
if not isCurrent then redis.call('EXPIREAT', KEYS[1], (minute + 1) * 60) end
return {requests, searches, time[1], time[2]}
`;

/** How long a request waits for Redis at most. */
const ANSWER_TIMEOUT_MS = 100;

/** Windows shared by all gateways. Rejects immediately while disconnected, and after 100 ms without a response. */
export class RedisWindows implements SharedWindowStore {
  private readonly redis: Redis;
  /** Set for good: some accounts would be counted here, others elsewhere, and Redis would seem to come and go. */
  private isCluster = false;

  constructor(url: string) {
    this.redis = new Redis(url, redisOptions('heliograph-gateway'));
    // The first use on a connection sends the script, later ones its hash; if Redis does not know the hash, the script
    // is sent.
    this.redis.defineCommand('takeWindow', { numberOfKeys: 1, lua: TAKE_WINDOW });
    // Failures surface where commands are sent; without a listener, ioredis would print each one.
    this.redis.on('error', () => undefined);
  }

  connect(): Promise<void> {
    return withinRedisTime(this.redis.connect(), REDIS_CONNECT_TIMEOUT_MS);
  }

  async take(accountId: string, isSearch: boolean, known: WindowUse): Promise<WindowUse> {
    if (this.isCluster) throw clusterError();
    if (this.redis.status !== 'ready') throw new Error(`Redis is not connected (${this.redis.status})`);
    const response = this.redis.takeWindow(
      `heliograph:window:${accountId}`,
      isSearch ? 1 : 0,
      minuteOf(known.atMs),
      known.requests,
      known.searches,
    );
    const counted = await withinRedisTime(response, ANSWER_TIMEOUT_MS).catch((error: Error) => {
      if (!error.message.startsWith('MOVED ')) throw error;
      this.isCluster = true;
      throw clusterError();
    });
    const [requests, searches, seconds, microseconds] = counted;
    return { requests, searches, atMs: Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000) };
  }

  close(): void {
    this.redis.disconnect();
  }
}

const clusterError = () => new Error('Redis is in cluster mode, which is not supported');
