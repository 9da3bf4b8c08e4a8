import type { RedisProcess } from '@heliograph/testing';
import type { TestBed } from '../bed/test-bed';
import { last, type Inject } from './injection';

export const killRedis: Inject = async (injection) => {
  const redis = redisOf(injection.bed);
  injection.strikes();
  await redis.kill();
  await last(injection);
  await redis.run();
  return undefined;
};

export const pauseRedis: Inject = async (injection) => {
  const redis = redisOf(injection.bed);
  injection.strikes();
  await redis.pause();
  try {
    await last(injection);
  } finally {
    redis.resume();
  }
  return undefined;
};

function redisOf({ redis }: TestBed): RedisProcess {
  if (!redis) throw new Error('there is no Redis');
  return redis;
}
