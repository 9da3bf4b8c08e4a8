import { isAvailable, isRequired, missing } from './infrastructure';
import { RedisProcess } from './redis-process';
import { sharedServer } from './shared-server';

export interface TestRedis {
  url: string;
  stop(): Promise<void>;
}

/** For the download of the image, too. */
const START_MS = 300_000;

/**
 * A real Redis: the one of REDIS_URL, else a `redis-server` of this caller's own that keeps nothing, else the run's one in Docker. Null
 * when none can be had; wrap the tests in `describeWith('redis', …)`, which skips them then.
 *
 * @throws when it cannot be had although REQUIRE_INFRA names it.
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
