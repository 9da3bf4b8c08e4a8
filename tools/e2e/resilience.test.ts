import { System } from './support/system';
import { waitFor } from './support/wait-for';

jest.setTimeout(180_000);

let system: System;

beforeAll(async () => {
  system = await System.start({
    environment: {
      REQUESTS_PER_MINUTE: '1000000',
      SEARCHES_PER_MINUTE: '1000000',
      // How long a key is held by a gateway that died.
      IDEMPOTENCY_LEASE_SECONDS: '3',
    },
  });
});

afterAll(() => system?.destroy());

describe('killed services', () => {
  it.each(['search', 'ledger', 'identity', 'company', 'gateway', 'postgresql'])(
    'kill -9 %s under load: clients retry, it comes back, and nothing is charged twice or for nothing',
    async (name) => {
      const client = await system.newClient({ usd: 1_000 });
      const pid = (await system.children()).get(name);
      expect(pid).toBeDefined();
      let stop = false;
      const seen = { charged: 0, failed: 0 };

      /** A good client: one key a request, repeated until it is answered. */
      const work = async () => {
        while (!stop) {
          const headers = { 'idempotency-key': crypto.randomUUID() };
          for (;;) {
            const answer = await client
              .get('/api/v1/signals', { q: 'a', limit: 3 }, headers)
              .catch(() => ({ status: 0 }) as const);
            if (answer.status === 200) {
              // A replay says 0 consumed, yet its first answer was charged and never arrived.
              seen.charged += 3;
              break;
            }
            expect([0, 409, 500, 503]).toContain(answer.status);
            seen.failed += 1;
            await new Promise((resolve) => setTimeout(resolve, 100));
          }
        }
      };
      const workers = Array.from({ length: 4 }, work);
      await waitFor(() => seen.charged > 60, { timeoutMs: 30_000, what: () => 'load' });
      process.kill(pid!, 'SIGKILL');
      await waitFor(async () => ![undefined, pid].includes((await system.children()).get(name)), {
        timeoutMs: 30_000,
        what: () => `${name} to be restarted`,
      });
      const atRestart = seen.charged;
      await waitFor(() => seen.charged > atRestart + 60, {
        timeoutMs: 90_000,
        what: () => `service after the death of ${name}`,
      });
      stop = true;
      await Promise.all(workers);
      await waitFor(() => system.isReady(), { timeoutMs: 30_000, what: () => 'readiness' });
      expect((await client.usage()).records).toBe(seen.charged);
    },
  );
});
