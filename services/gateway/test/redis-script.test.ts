import { describeWith, RedisProcess, waitFor } from '@heliograph/testing';
import { Redis } from 'ioredis';
import { startGateway, type TestGateway } from './support/gateway';
import { withinOneMinute } from './support/minute';

describeWith('redis-process', 'the script of the limits', () => {
  let redis: RedisProcess;
  let client: Redis;
  let gateway: TestGateway;

  beforeEach(async () => {
    await withinOneMinute();
    redis = await RedisProcess.start();
    client = new Redis(redis.url);
    gateway = await startGateway({ redisUrl: redis.url, limits: { requests: 100, searches: 50 } });
  });
  afterEach(async () => {
    await gateway.stop();
    client.disconnect();
    await redis.stop();
  });

  const search = () => gateway.get('/signals?limit=1');
  const remaining = (response: Response) => Number(response.headers.get('x-ratelimit-remaining'));

  it('is one command per request, by its hash, for both windows', async () => {
    await search();
    /** Number of calls of certain commands during twenty requests. */
    const callsOfTwenty = async () => {
      await client.config('RESETSTAT');
      await Promise.all(Array.from({ length: 20 }, search));
      const statistics = await client.info('commandstats');
      return ['evalsha', 'eval', 'script\\|load', 'script\\|exists'].map((name) =>
        Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(statistics)?.[1] ?? 0),
      );
    };
    // If the machine stalls for a moment, Redis counts as down, and requests are counted without it.
    let calls: number[] = [];
    await waitFor(async () => (calls = await callsOfTwenty())[0] === 20);
    // A connection sends the script's text only on first use.
    expect(calls).toEqual([20, 0, 0, 0]);
  });

  it('is sent again when Redis has lost it, and the request counts as usual', async () => {
    await search();
    await client.script('FLUSH');
    const responses = await Promise.all([search(), search(), search()]);
    expect(responses.map(remaining).sort()).toEqual([46, 47, 48]);
    expect(await gateway.metrics()).not.toMatch(/rate_window_fallbacks_total\{[^}]*\} [1-9]/);
  });
});
