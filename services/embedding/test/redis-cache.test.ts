import { describeWith, RedisProcess, TEST_SECRET, waitFor } from '@heliograph/testing';
import { Redis } from 'ioredis';
import { startFakeOpenAi } from './support/fake-openai';
import type { FakeVendor } from './support/fake-vendor';
import { startEmbedding, type TestEmbedding } from './support/embedding';

describeWith('redis-process', 'query vectors in Redis', () => {
  let server: RedisProcess;
  let redis: Redis;
  let vendor: FakeVendor;
  const running: TestEmbedding[] = [];
  beforeEach(async () => {
    server = await RedisProcess.start();
    redis = new Redis(server.url, { maxRetriesPerRequest: 0 });
    redis.on('error', () => undefined);
    vendor = await startFakeOpenAi({ needsKey: false });
  });
  afterEach(async () => {
    for (const embedding of running.splice(0)) await embedding.stop();
    redis.disconnect();
    await vendor.stop();
    await server.stop();
  });

  const start = async (settings: Record<string, string> = {}) => {
    const embedding = await startEmbedding({
      EMBEDDING_PROVIDER: 'openai',
      EMBEDDING_URL: `${vendor.url}/v1`,
      REDIS_URL: server.url,
      EMBEDDING_CACHE_SECRET: TEST_SECRET,
      // On a busy machine, even a healthy Redis is slow.
      REDIS_TIMEOUT_MS: '1000',
      ...settings,
    });
    running.push(embedding);
    await waitFor(async () => String(await redis.client('LIST')).includes('name=heliograph-embedding'));
    return embedding;
  };
  const keys = () => redis.keys('*');

  it('are shared between instances for an hour from the first use, under keys that do not reveal the text', async () => {
    const [one, other] = [await start(), await start()];
    const vector = await one.embedQuery('a question that is private');
    const [key] = await waitFor(async () => {
      const found = await keys();
      return found.length === 1 && found;
    });
    expect(key).toMatch(/^heliograph:query-vector:[\w-]{43}$/);
    const bytes = await redis.getBuffer(key!);
    expect(bytes).toHaveLength(768 * 4);
    expect(bytes!.toString('latin1')).not.toContain('private');
    const ttl = await redis.pttl(key!);
    expect(ttl).toBeLessThanOrEqual(3_600_000);
    expect(ttl).toBeGreaterThan(3_500_000);

    await redis.pexpire(key!, 3_000);
    expect(await other.embedQuery('a question that is private')).toEqual(vector);
    expect(vendor.texts).toHaveLength(1);
    expect(await other.metric('cache_total', 'result="redis"')).toBe(1);
    // Memory does not keep it longer than allowed.
    await waitFor(async () => {
      await other.embedQuery('a question that is private');
      return vendor.texts.length === 2;
    });
  });

  it('are never reused for another model', async () => {
    const [one, other] = [await start(), await start({ EMBEDDING_DIMENSIONS: '512' })];
    await one.embedQuery('a');
    await other.embedQuery('a');
    expect(vendor.texts).toHaveLength(2);
    await waitFor(async () => (await keys()).length === 2);
  });

  it('are ignored when invalid', async () => {
    const [one, other] = [await start(), await start()];
    const vector = await one.embedQuery('a');
    const [key] = await waitFor(async () => {
      const found = await keys();
      return found.length === 1 && found;
    });
    for (const spoiled of [Buffer.alloc(768 * 4), Buffer.from('short'), Buffer.alloc(768 * 4, 0xff)]) {
      await redis.set(key!, spoiled, 'EX', 100);
      const third = await start();
      expect(await third.embedQuery('a')).toEqual(vector);
    }
    await redis.set(key!, 'without an end');
    expect(await other.embedQuery('a')).toEqual(vector);
    expect(vendor.texts).toHaveLength(5);
  });

  it('cost nothing while Redis is down, and are shared again when it is back', async () => {
    const one = await start();
    await server.kill();
    const began = performance.now();
    for (let index = 0; index < 20; index += 1) await one.embedQuery(`away ${index}`);
    // 20 waits of a second would take longer.
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(await one.metric('cache_redis_skips_total')).toBeGreaterThanOrEqual(20);
    expect(one.log().match(/Redis is unreachable/g) ?? []).toHaveLength(1);
    await server.run();
    await waitFor(async () => {
      await one.embedQuery(`back ${Math.random()}`);
      return (await keys()).length > 0;
    });
  });

  it('cost one short wait while Redis hangs', async () => {
    const one = await start();
    await one.embedQuery('warm');
    await server.pause();
    const began = performance.now();
    for (let index = 0; index < 20; index += 1) await one.embedQuery(`hangs ${index}`);
    // 20 waits of a second would take longer.
    expect(performance.now() - began).toBeLessThan(10_000);
    server.resume();
  });
});

it('starts without Redis', async () => {
  const vendor = await startFakeOpenAi({ needsKey: false });
  const embedding = await startEmbedding({
    EMBEDDING_PROVIDER: 'openai',
    EMBEDDING_URL: `${vendor.url}/v1`,
    REDIS_URL: 'redis://127.0.0.1:1',
    EMBEDDING_CACHE_SECRET: TEST_SECRET,
  });
  try {
    expect(await embedding.client.isServing(1_000)).toBe(true);
    expect(await embedding.embedQuery('a')).toHaveLength(768);
  } finally {
    await embedding.stop();
    await vendor.stop();
  }
});
