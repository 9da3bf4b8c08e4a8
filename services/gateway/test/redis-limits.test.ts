import { describeWith, startTestRedis, waitFor, type TestRedis } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { startGateway, withKey, type TestGateway } from './support/gateway';

/** A relay to Redis that can be cut and joined again, as a network does. */
class Relay {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private port = 0;

  constructor(private readonly target: URL) {}

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async join(): Promise<void> {
    const server = createServer((near) => {
      const far = connect(Number(this.target.port || 6379), this.target.hostname);
      for (const socket of [near, far]) {
        this.sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far).pipe(near);
    });
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  async cut(): Promise<void> {
    const closed = new Promise<unknown>((resolve) => this.server?.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
    await closed;
  }
}

describeWith('redis', 'limits in Redis', () => {
  let redis: TestRedis;
  let relay: Relay;
  let gateways: TestGateway[];

  beforeAll(async () => {
    redis = (await startTestRedis())!;
    relay = new Relay(new URL(redis.url));
    await relay.join();
    const settings = { redisUrl: relay.url, limits: { requests: 1_000, searches: 4 } };
    gateways = [await startGateway(settings), await startGateway(settings)];
    for (const gateway of gateways) await isShared(gateway, 1);
  });

  afterAll(async () => {
    for (const gateway of gateways ?? []) await gateway.stop();
    await relay?.cut();
    await redis?.stop();
  });

  /** Waits until a gateway reports that its windows are shared (1) or its own (0). */
  async function isShared(gateway: TestGateway, value: 0 | 1): Promise<void> {
    const pattern = new RegExp(`heliograph_gateway_rate_windows_shared\\{[^}]*\\} ${value}`);
    await waitFor(async () => {
      await gateway.get('/usage');
      return pattern.test(await gateway.metrics());
    });
  }

  function keysOfOneAccount(): Record<string, string>[] {
    const accountId = randomUUID();
    return gateways.map(({ backend }) => withKey(backend.addKey({ accountId })));
  }

  const remaining = (response: Response) => Number(response.headers.get('x-ratelimit-remaining'));

  it('are shared by all gateways', async () => {
    const keys = keysOfOneAccount();
    const search = (at: number) => gateways[at]!.get('/signals?limit=1', keys[at]!);
    expect([remaining(await search(0)), remaining(await search(1)), remaining(await search(0))]).toEqual([
      3, 2, 1,
    ]);
    await search(1);
    expect((await search(0)).status).toBe(429);
    expect((await search(1)).status).toBe(429);
  });

  it('are counted in the process while Redis is away, go on from where they were, and are shared again', async () => {
    const [gateway] = gateways as [TestGateway];
    const [headers] = keysOfOneAccount() as [Record<string, string>];
    expect(remaining(await gateway.get('/signals?limit=1', headers))).toBe(3);
    await relay.cut();
    const during = await gateway.get('/signals?limit=1', headers);
    expect([during.status, remaining(during)]).toEqual([200, 2]);
    expect(await gateway.metrics()).toMatch(/rate_window_fallbacks_total\{[^}]*\} [1-9]/);
    await isShared(gateway, 0);
    await relay.join();
    await isShared(gateway, 1);
  });
});
