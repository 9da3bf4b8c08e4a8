import { waitFor } from '@heliograph/testing';
import { System } from './support/system';

jest.setTimeout(300_000);

let system: System;

beforeAll(async () => {
  system = await System.start({
    environment: {
      REQUESTS_PER_MINUTE: '1000000',
      SEARCHES_PER_MINUTE: '1000000',
      // How long an Idempotency-Key stays locked after its gateway dies.
      IDEMPOTENCY_LEASE_SECONDS: '3',
      CHARGE_TIMEOUT_MS: '1000',
    },
  });
});

afterAll(() => system?.destroy());

describe('killed services', () => {
  it.each(['search', 'ledger', 'identity', 'company', 'gateway', 'postgresql'])(
    'kill -9 %s under load: clients retry, it comes back, and nothing is charged twice or without a response',
    async (name) => {
      const client = await system.newClient({ usd: 1_000 });
      const pid = (await system.children()).get(name);
      expect(pid).toBeDefined();
      let stop = false;
      const seen = { charged: 0, failed: 0 };

      /** A good client: one key per request, repeated until answered. */
      const work = async () => {
        while (!stop) {
          const headers = { 'idempotency-key': crypto.randomUUID() };
          for (;;) {
            const response = await client
              .get('/api/v1/signals', { q: 'a', limit: 3 }, headers)
              .catch(() => ({ status: 0 }) as const);
            if (response.status === 200) {
              // A replay reports 0 consumed, but the first response was charged and never arrived.
              seen.charged += 3;
              break;
            }
            expect([0, 409, 500, 503]).toContain(response.status);
            seen.failed += 1;
            await new Promise((resolve) => setTimeout(resolve, 100));
          }
        }
      };
      const workers = Array.from({ length: 4 }, work);
      await waitFor(() => seen.charged > 60, { description: 'load' });
      process.kill(pid!, 'SIGKILL');
      await waitFor(async () => ![undefined, pid].includes((await system.children()).get(name)), {
        description: () => `${name} to be restarted`,
      });
      const atRestart = seen.charged;
      await waitFor(() => seen.charged > atRestart + 60, {
        timeoutMs: 90_000,
        description: () => `service after the death of ${name}`,
      });
      stop = true;
      await Promise.all(workers);
      await waitFor(() => system.isReady(), { description: 'readiness' });
      // The gateway caches keys and is ready before identity is.
      await waitFor(async () => (await system.admin('account', 'list')).status === 0, {
        description: 'identity',
      });
      expect((await client.usage()).records).toBe(seen.charged);
    },
  );
});

/** The ledger is frozen while charges without a key are in flight; it may charge those it finds when it resumes. */
it('a request without a key that failed costs nothing once the ledger resumes', async () => {
  const client = await system.newClient({ usd: 100 });
  const answered = { requests: 0, records: 0, failures: 0 };
  const ask = async () => {
    const response = await client.get('/api/v1/signals', { q: 'a', limit: 3 });
    if (response.status === 200) {
      answered.requests += 1;
      answered.records += Number(response.headers.get('x-records-consumed'));
    } else {
      expect(response.status).toBe(503);
      answered.failures += 1;
    }
  };
  await ask();
  for (let round = 1; round <= 3; round += 1) {
    const ledger = (await system.children()).get('ledger')!;
    const failuresBefore = answered.failures;
    const asking = Array.from({ length: 12 }, async (_, index) => {
      for (let turn = 0; turn < 3 + (index % 3); turn += 1) await ask();
    });
    const requestsBefore = answered.requests;
    await waitFor(() => answered.requests > requestsBefore, { description: 'load' });
    process.kill(ledger, 'SIGSTOP');
    try {
      await waitFor(() => answered.failures > failuresBefore, { description: 'a 503' });
    } finally {
      process.kill(ledger, 'SIGCONT');
    }
    await Promise.all(asking);
  }
  expect(answered.failures).toBeGreaterThan(2);
  let seen: { requests: number; records: number } | undefined;
  await waitFor(
    async () => {
      seen = await client.usage();
      return seen.records === answered.records && seen.requests === answered.requests;
    },
    {
      timeoutMs: 60_000,
      description: () => `usage of ${JSON.stringify(answered)}, not ${JSON.stringify(seen)}`,
    },
  );
  const { balance, allowances } = await client.usage();
  expect(allowances.api.remaining + balance.records).toBe(100 + 20_000 - answered.records);
  const reconciliation = await system.adminJson<{ differences: unknown[]; ledger: object; metering: object }>(
    'reconcile',
    '--wait',
    '30',
  );
  expect(reconciliation.differences).toEqual([]);
  expect(reconciliation.metering).toEqual(reconciliation.ledger);
});
