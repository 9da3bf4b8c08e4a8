import { describeWith, startTestRedis, type TestRedis } from '@heliograph/testing';
import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { startGateway, withKey, type TestGateway } from './support/gateway';
import { withinOneMinute } from './support/minute';

const LIMITS = { requests: 50, searches: 20 };

describeWith('redis', 'limits in Redis', () => {
  let redis: TestRedis;
  let client: Redis;
  let gateways: TestGateway[];

  beforeAll(async () => {
    redis = (await startTestRedis())!;
    client = new Redis(redis.url);
    const settings = { redisUrl: redis.url, limits: LIMITS };
    // The gateways' clocks are in different minutes, and none is in Redis's.
    gateways = [
      await startGateway(settings, { clock: () => Date.now() - 95_000 }),
      await startGateway(settings, { clock: () => Date.now() + 61_000 }),
    ];
  });
  beforeEach(() => withinOneMinute());
  afterAll(async () => {
    for (const gateway of gateways ?? []) await gateway.stop();
    client?.disconnect();
    await redis?.stop();
  });

  /** Sends one request through each gateway in turn, for a new account. */
  function newAccount() {
    const accountId = randomUUID();
    const keys = gateways.map(({ backend }) => withKey(backend.addKey({ accountId })));
    const send = (at: number, path = '/signals?limit=1') =>
      gateways[at % gateways.length]!.get(path, keys[at % gateways.length]!);
    return Object.assign(send, { accountId });
  }

  const headerOf = (name: string) => (response: Response) => Number(response.headers.get(name));
  const remaining = headerOf('x-ratelimit-remaining');

  it('are shared by all gateways, whatever their clocks say', async () => {
    const send = newAccount();
    const responses = [await send(0), await send(1), await send(0), await send(1)];
    expect(responses.map(remaining)).toEqual([19, 18, 17, 16]);
    const now = Date.now() / 1_000;
    const resets = responses.map(headerOf('x-ratelimit-reset'));
    expect(new Set(resets)).toEqual(new Set([Math.ceil(now / 60) * 60]));
  });

  it.each([
    ['searches', '/signals?limit=1', LIMITS.searches],
    ['requests', '/usage', LIMITS.requests],
  ])('admit exactly as many %s as the limit says, across concurrent gateways', async (_name, path, limit) => {
    const send = newAccount();
    const responses = await Promise.all(Array.from({ length: limit + 21 }, (_, index) => send(index, path)));
    const allowed = responses.filter(({ status }) => status === 200);
    expect(allowed).toHaveLength(limit);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(21);
    // Each slot was granted only once.
    expect(allowed.map(remaining).sort((left, right) => left - right)).toEqual([...Array(limit).keys()]);
    const refused = responses.filter(({ status }) => status === 429);
    const waits = refused.map(headerOf('retry-after'));
    expect(Math.max(...waits)).toBeLessThanOrEqual(60);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(1);
  });

  it('use one Redis key per account, which expires with its minute', async () => {
    const send = newAccount();
    await send(0);
    await send(1, '/usage');
    const keys = await client.keys(`*${send.accountId}*`);
    expect(keys).toHaveLength(1);
    const leftMs = await client.pttl(keys[0]!);
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThanOrEqual(60_000);
  });
});
