import {
  isUnitVector,
  redisOptions,
  vectorFromBytes,
  vectorToBytes,
  withinRedisTime,
  type Logger,
} from '@heliograph/runtime';
import { Redis } from 'ioredis';
import type { SharedVector, SharedVectors } from './shared-vectors';

/** How long Redis is skipped after a timeout, so that a hanging Redis delays only a few queries, and only slightly. */
const PAUSE_MS = 5_000;
const PREFIX = 'heliograph:query-vector:';

interface RedisVectorsSettings {
  url: string;
  /** The longest a query waits for Redis. */
  timeoutMs: number;
  dimensions: number;
}

/** Vectors shared by all instances through Redis, as 32-bit floats. */
export class RedisVectors implements SharedVectors {
  private readonly redis: Redis;
  private pausedUntil = 0;
  private lastError: Error | undefined;
  /** Whether an outage was logged; each is logged once. */
  private isDown = false;
  private isClosed = false;

  constructor(
    private readonly settings: RedisVectorsSettings,
    private readonly observer: {
      logger: Logger;
      /** Called each time Redis was skipped or failed. */
      onSkip: () => void;
    },
  ) {
    this.redis = new Redis(settings.url, redisOptions('heliograph-embedding'));
    // Without a listener, ioredis would print each error.
    this.redis.on('error', (error: Error) => {
      this.lastError = error;
    });
    this.redis.on('close', () => this.noteUnavailable(this.lastError));
  }

  /** Connects in the background, for as long as it takes. */
  start(): void {
    // Errors also arrive as events.
    this.redis.connect().catch(() => undefined);
  }

  async get(key: string): Promise<SharedVector | undefined> {
    const found = await this.ask(() =>
      Promise.all([this.redis.getBuffer(PREFIX + key), this.redis.pttl(PREFIX + key)]),
    );
    if (!found) return undefined;
    const [bytes, remainingMs] = found;
    // Negative: the key is gone or has no expiry.
    if (!bytes || remainingMs <= 0) return undefined;
    const vector = vectorFromBytes(bytes);
    const isVector =
      bytes.length === this.settings.dimensions * vector.BYTES_PER_ELEMENT && isUnitVector(vector);
    if (!isVector) this.observer.onSkip();
    return isVector ? { vector, remainingMs } : undefined;
  }

  set(key: string, vector: Float32Array, lifetimeMs: number): void {
    const seconds = Math.ceil(lifetimeMs / 1_000);
    void this.ask(() => this.redis.set(PREFIX + key, vectorToBytes(vector), 'EX', seconds, 'NX'));
  }

  close(): void {
    this.isClosed = true;
    this.redis.disconnect();
  }

  /** @returns undefined when Redis was skipped, failed, or did not answer in time. */
  private async ask<Result>(question: () => Promise<Result>): Promise<Result | undefined> {
    if (this.redis.status !== 'ready' || performance.now() < this.pausedUntil) {
      this.observer.onSkip();
      return undefined;
    }
    try {
      const response = await withinRedisTime(question(), this.settings.timeoutMs);
      if (this.isDown) this.observer.logger.info('Redis is reachable again: query vectors are shared');
      this.isDown = false;
      return response;
    } catch (error) {
      this.pausedUntil = performance.now() + PAUSE_MS;
      this.observer.onSkip();
      this.noteUnavailable(error);
      return undefined;
    }
  }

  private noteUnavailable(error: unknown): void {
    if (this.isDown || this.isClosed) return;
    this.isDown = true;
    this.observer.logger.warn(
      { err: error },
      'Redis is unreachable: query vectors are kept in this process only',
    );
  }
}
