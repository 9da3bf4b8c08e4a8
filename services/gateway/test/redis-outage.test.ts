import { describeWith, RedisProcess } from '@heliograph/testing';
import { Redis } from 'ioredis';
import { startGateway, withKey, type TestGateway } from './support/gateway';
import { logLines } from './support/log-lines';
import { withinOneMinute } from './support/minute';
import { waitForSharedWindows } from './support/wait-for-shared-windows';

const GONE = 'Redis is unreachable: rate limits are counted in this process only';
const BACK = 'Redis is reachable again: rate limits are shared';
/** Time needed, on a busy machine, for requests that must be counted in one minute. */
const NEEDED_SECONDS = 25;

describeWith('redis-process', 'an outage of Redis', () => {
  let redis: RedisProcess;
  let gateway: TestGateway;
  let lines: string[];
  let headers: Record<string, string>;

  beforeEach(async () => {
    redis = await RedisProcess.start();
    const log = logLines();
    lines = log.lines;
    gateway = await startGateway(
      { redisUrl: redis.url, limits: { requests: 100, searches: 100 } },
      { logger: log.logger },
    );
    headers = withKey(gateway.key);
  });
  afterEach(async () => {
    await gateway.stop();
    await redis.stop();
  });

  const search = () => gateway.get('/signals?limit=1', headers);
  const remaining = async (response: Response | Promise<Response>) => {
    const { status, headers: answered } = await response;
    return [status, Number(answered.get('x-ratelimit-remaining'))];
  };
  const said = () => lines.filter((line) => line === GONE || line === BACK);

  it('by its death: requests and their counts continue, and it is used again once it is back', async () => {
    await withinOneMinute(NEEDED_SECONDS);
    expect(await remaining(search())).toEqual([200, 99]);
    await redis.kill();
    for (let left = 98; left > 90; left--) expect(await remaining(search())).toEqual([200, left]);
    await waitForSharedWindows(gateway, 0);
    expect(said()).toEqual([GONE]);
    expect(await gateway.metrics()).toMatch(/rate_window_fallbacks_total\{[^}]*\} 8/);
    await redis.run();
    await waitForSharedWindows(gateway, 1);
    expect(said()).toEqual([GONE, BACK]);
    // The new server knows nothing of this minute; the gateway sends its counts.
    expect(await remaining(search())).toEqual([200, 90]);
    expect(await gateway.metrics()).toMatch(/rate_window_fallbacks_total\{[^}]*\} 8/);
  });

  it('by its silence: a request waits briefly when it begins, and none waits after that', async () => {
    await withinOneMinute(NEEDED_SECONDS);
    expect(await remaining(search())).toEqual([200, 99]);
    await redis.pause();
    const started = performance.now();
    const responses = await Promise.all(Array.from({ length: 10 }, search));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    // The limit is 100 ms; the rest allows for a busy machine.
    expect(performance.now() - started).toBeLessThan(10_000);
    const took: number[] = [];
    for (let left = 88; left > 58; left--) {
      const asked = performance.now();
      expect(await remaining(search())).toEqual([200, left]);
      took.push(performance.now() - asked);
    }
    // If they had waited, each would have taken 100 ms.
    expect(took.filter((milliseconds) => milliseconds < 90).length).toBeGreaterThan(3);
    expect(said()).toEqual([GONE]);
    redis.resume();
    await waitForSharedWindows(gateway, 1);
    const [status, left] = await remaining(search());
    expect(status).toBe(200);
    // When it wakes up, Redis may also count the requests that were in flight when it hung.
    expect(left).toBeLessThanOrEqual(58);
    expect(left).toBeGreaterThanOrEqual(46);
    expect(said()).toEqual([GONE, BACK]);
  });

  it('at startup: the gateway starts without it and reports that', async () => {
    await gateway.stop();
    await redis.kill();
    const log = logLines();
    lines = log.lines;
    gateway = await startGateway({ redisUrl: redis.url }, { logger: log.logger });
    headers = withKey(gateway.key);
    expect(said()).toEqual([GONE]);
    expect((await search()).status).toBe(200);
    await redis.run();
    await waitForSharedWindows(gateway, 1);
    expect(said()).toEqual([GONE, BACK]);
  });

  it('by becoming a replica: counted locally until it accepts writes again', async () => {
    const client = new Redis(redis.url);
    await search();
    await client.replicaof('127.0.0.1', 1);
    expect((await search()).status).toBe(200);
    await waitForSharedWindows(gateway, 0);
    await client.replicaof('NO', 'ONE');
    await waitForSharedWindows(gateway, 1);
    expect(said()).toEqual([GONE, BACK]);
    client.disconnect();
  });
});
