import { describeWith, RedisProcess, waitFor } from '@heliograph/testing';
import { Redis } from 'ioredis';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RedisWindows } from './redis-windows';

/** Of the key `heliograph:window:here`. */
const SLOT = 7_891;

describeWith('redis-process', 'a cluster of Redis', () => {
  it('is not used even for accounts that its node counts, once it has sent one elsewhere', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'redis-cluster-'));
    const nodes = await Promise.all(
      ['a', 'b'].map((name) => RedisProcess.start({ directory: join(directory, name), isCluster: true })),
    );
    const [ours, other] = nodes.map(({ url }) => new Redis(url)) as [Redis, Redis];
    const windows = new RedisWindows(nodes[0]!.url);
    const take = (account: string) => windows.take(account, false, { requests: 0, searches: 0, atMs: 0 });
    try {
      await ours.call('CLUSTER', 'ADDSLOTS', SLOT);
      await other.call('CLUSTER', 'ADDSLOTSRANGE', 0, SLOT - 1, SLOT + 1, 16_383);
      await ours.call('CLUSTER', 'MEET', '127.0.0.1', new URL(nodes[1]!.url).port);
      await waitFor(async () => String(await ours.call('CLUSTER', 'INFO')).includes('cluster_state:ok'));
      await windows.connect();
      await waitFor(async () => (await take('here').catch(() => undefined))?.requests === 1);
      for (const account of ['elsewhere', 'here'])
        await expect(take(account)).rejects.toThrow('cluster mode, which is not supported');
    } finally {
      windows.close();
      for (const client of [ours, other]) client.disconnect();
      await Promise.all(nodes.map((node) => node.stop()));
      await rm(directory, { recursive: true });
    }
  });
});
