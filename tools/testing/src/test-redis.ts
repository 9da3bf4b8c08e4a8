import { isAvailable, isRequired, missing } from './infrastructure';
import { RedisProcess } from './redis-process';
import { sharedServer } from './shared-server';

export interface TestRedis {
  url: string;
  stop(): Promise<void>;
}

/** Includes downloading the image. */
const START_MS = 300_000;

/**
 * A real Redis: the one at REDIS_URL, otherwise a `redis-server` of the caller's own that stores nothing, otherwise the
 * run's only one in Docker. Null when unavailable; wrap the tests in `describeWith('redis', …)`, which then skips them.
 *
 * @throws when it is unavailable although REQUIRE_INFRA names it.
 */
export async function startTestRedis(): Promise<TestRedis | null> {
  const external = process.env.REDIS_URL;
  if (external) return { url: external, stop: () => Promise.resolve() };
  if (!isAvailable('redis')) {
    if (isRequired('redis')) throw new Error(missing('redis'));
    return null;
  }
  if (!isAvailable('redis-process')) {
    return { url: await sharedServer('redis', START_MS), stop: () => Promise.resolve() };
  }
  const redis = await RedisProcess.start();
  return { url: redis.url, stop: () => redis.stop() };
}
