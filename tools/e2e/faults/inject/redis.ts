import type { RedisProcess } from '@heliograph/testing';
import type { TestBed } from '../bed/test-bed';
import { waitForDuration, type Inject } from './injection';

export const killRedis: Inject = async (injection) => {
  const redis = redisOf(injection.bed);
  injection.markInjected();
  await redis.kill();
  await waitForDuration(injection);
  await redis.run();
  return undefined;
};

export const pauseRedis: Inject = async (injection) => {
  const redis = redisOf(injection.bed);
  injection.markInjected();
  await redis.pause();
  try {
    await waitForDuration(injection);
  } finally {
    redis.resume();
  }
  return undefined;
};

function redisOf({ redis }: TestBed): RedisProcess {
  if (!redis) throw new Error('there is no Redis');
  return redis;
}
