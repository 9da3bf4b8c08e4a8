import {
  Load,
  reconcile,
  violationsOf,
  waitForSemanticSearch,
  type LoadCustomer,
  type LoadResult,
} from '@heliograph/cluster';
import {
  describeWith,
  FakeProvider,
  startTestRedis,
  testKafkaVariables,
  type TestRedis,
  waitFor,
} from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { ClusterProcess } from './support/cluster-process';

jest.setTimeout(300_000);

const RATE = 30;
const CONNECTIONS = 6;
const NO_LIMIT = '10000000';
/** Upper bound for waits that normally take a moment. */
const TIMEOUT_MS = 60_000;

let cluster: ClusterProcess;
let redis: TestRedis | null = null;
let provider: FakeProvider | null = null;

describeWith('kafka', 'several instances of each service', () => {
  describeWith('redis', 'behind a proxy and found by DNS', () => {
    beforeAll(async () => {
      redis = await startTestRedis();
      provider = await FakeProvider.start();
      cluster = await ClusterProcess.start({
        args: ['--pre-stop-ms', '2000', '--endpoint-delay-ms', '500', '--replicas', 'indexer=1,dashboard=1'],
        environment: {
          ...(await testKafkaVariables()),
          REDIS_URL: redis!.url,
          ...provider.environment,
          REQUESTS_PER_MINUTE: NO_LIMIT,
          SEARCHES_PER_MINUTE: NO_LIMIT,
          // How long an Idempotency-Key stays locked after its gateway dies.
          IDEMPOTENCY_LEASE_SECONDS: '3',
        },
      });
    });

    afterAll(async () => {
      await cluster?.destroy();
      await redis?.stop();
      await provider?.close();
    });

    it('are all replaced under load without a failed request, and every response is charged once', async () => {
      const before = await cluster.ask({ command: 'status' });
      const { customer, result } = await underLoad(async () => {
        await cluster.ask({ command: 'restart', services: [], atOnce: 3 });
      });
      const after = await cluster.ask({ command: 'status' });
      const kept = after.instances.filter(({ name }) => before.instances.some((old) => old.name === name));
      expect(kept.map(({ name }) => name)).toEqual(['vectors-1']);
      // No instance crashed or had to be killed.
      expect(after.incidents).toEqual([]);
      expect(Object.keys(result.byInstance).sort()).toEqual([
        'gateway-1',
        'gateway-2',
        'gateway-3',
        'gateway-4',
      ]);
      await expectAgreement(customer, result);
    });

    it('answer semantic searches while search, embedding, and indexer are replaced', async () => {
      const { apiKey } = await cluster.newCustomer();
      await waitForSemanticSearch(cluster.url, apiKey);
      const { customer, result } = await underLoad(
        () => cluster.ask({ command: 'restart', services: ['search', 'embedding', 'indexer'], atOnce: 3 }),
        { semantic: true },
      );
      expect(result.byOperation.semantic).toBeGreaterThan(RATE);
      await expectAgreement(customer, result);
    });

    it('count every event once while consumers come and go', async () => {
      const counting = async () =>
        (await cluster.ask({ command: 'status' })).instances.filter(({ service }) => service === 'metering')
          .length;
      const { customer, result } = await underLoad(async () => {
        await cluster.ask({ command: 'scale', service: 'metering', replicas: 1 });
        expect(await counting()).toBe(1);
        await cluster.ask({ command: 'scale', service: 'metering', replicas: 3 });
        expect(await counting()).toBe(3);
      });
      await expectAgreement(customer, result);
    });

    it('replay at one gateway what was charged when the other died', async () => {
      const {
        died,
        answer: response,
        charges,
      } = await withGatewayKilledDuring({
        // The ledger cannot charge the account until this transaction ends.
        lock: (database, { accountId }) =>
          database.query('SELECT FROM ledger.account WHERE account_id = $1 FOR UPDATE', [accountId]),
        isHeldUp: `SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND usename = 'heliograph_ledger' AND wait_event_type = 'Lock'
            AND $1::text IS NOT NULL`,
      });
      expect(response.headers.get('x-served-by')).not.toBe(died);
      expect(response.headers.get('idempotency-replayed')).toBe('true');
      expect(response.headers.get('x-records-consumed')).toBe('0');
      expect(charges).toEqual([3]);
    });

    it('complete at one gateway what was not yet charged when the other died', async () => {
      const { answer: response, charges } = await withGatewayKilledDuring({
        path: async (database) => {
          const { rows } = await database.query<{ slug: string }>('SELECT slug FROM catalog.company LIMIT 1');
          return `/companies/${rows[0]!.slug}`;
        },
        // Company requests wait until this transaction ends.
        lock: (database) => database.query('LOCK TABLE catalog.signal IN ACCESS EXCLUSIVE MODE'),
        isHeldUp: 'SELECT FROM ledger.idempotency WHERE credential_id = $1 AND completed_at IS NULL',
      });
      expect(response.headers.get('idempotency-replayed')).toBeNull();
      expect(response.headers.get('x-records-consumed')).toBe('1');
      expect(charges).toEqual([1]);
    });
  });
});

/** Keeps a new customer sending requests meanwhile. */
async function underLoad(
  work: () => Promise<unknown>,
  { semantic = false } = {},
): Promise<{ customer: LoadCustomer; result: LoadResult }> {
  const customer = await cluster.newCustomer();
  const load = new Load({
    url: cluster.url,
    apiKey: customer.apiKey,
    connections: CONNECTIONS,
    requestsPerSecond: RATE,
    semantic,
  });
  load.start();
  try {
    await work();
  } catch (error) {
    await load.stop();
    throw error;
  }
  return { customer, result: await load.stop() };
}

/** Clients, the ledger's entries, and metering's totals agree, request by request. */
async function expectAgreement({ accountId }: LoadCustomer, result: LoadResult): Promise<void> {
  expect(result.failures).toEqual([]);
  expect(result.charged.length).toBeGreaterThan(RATE);
  expect(result.replays).toBeGreaterThan(0);
  const entries = await cluster.useDatabase((database) => chargesOf(database, accountId));
  const byRequest = (first: { requestId: string }, second: { requestId: string }) =>
    first.requestId < second.requestId ? -1 : 1;
  expect(entries.sort(byRequest)).toEqual([...result.charged].sort(byRequest));
  const reconciliation = await reconcile(await cluster.access(), accountId, result);
  expect(violationsOf(reconciliation)).toEqual([]);
}

async function chargesOf(database: Client, accountId: string) {
  const { rows } = await database.query<{ requestId: string; records: number }>(
    `SELECT request_id AS "requestId", records FROM ledger.entry WHERE kind = 'charge' AND account_id = $1`,
    [accountId],
  );
  return rows;
}

interface Hold {
  /** The request's path; three signals by default. */
  path?: (database: Client) => Promise<string>;
  /** Blocks the customer's request until the transaction ends. */
  lock: (database: Client, customer: LoadCustomer) => Promise<unknown>;
  /** Finds a row once the credential's request has reached the right point. */
  isHeldUp: string;
}

/**
 * Blocks a request, kills the gateway that is waiting, unblocks, and retries with the same key until there is a
 * response.
 */
async function withGatewayKilledDuring({
  path,
  lock,
  isHeldUp,
}: Hold): Promise<{ died: string; answer: Response; charges: number[] }> {
  const customer = await cluster.newCustomer();
  const idempotencyKey = randomUUID();
  return cluster.useDatabase(async (database) => {
    const asked = (await path?.(database)) ?? '/signals?limit=3';
    const ask = () =>
      fetch(`${cluster.url}/api/v1${asked}`, {
        headers: { authorization: `Bearer ${customer.apiKey}`, 'idempotency-key': idempotencyKey },
      });
    await database.query('BEGIN');
    await lock(database, customer);
    let first: Promise<Response> | undefined;
    await waitFor(
      async () => {
        // Until the proxy learns of a gateway's death, it keeps sending requests there: these are retried.
        first ??= ask().then((response) => {
          if (response.status === 502) first = undefined;
          return response;
        });
        return (await database.query(isHeldUp, [customer.credentialId])).rowCount! > 0;
      },
      { timeoutMs: TIMEOUT_MS, description: 'the request to be held up' },
    );
    const held = first!;
    const { instances } = await cluster.ask({ command: 'status' });
    const died = instances.find(({ service, inFlight }) => service === 'gateway' && inFlight === 1)!.name;
    await cluster.ask({ command: 'crash', instance: died });
    const broken = await held;
    expect([broken.status, broken.headers.get('x-served-by')]).toEqual([502, died]);
    await database.query('ROLLBACK');
    let answer = await ask();
    await waitFor(
      async () => {
        if (answer.status !== 200) answer = await ask();
        return answer.status === 200;
      },
      {
        timeoutMs: TIMEOUT_MS,
        description: () => `an answer to the same key; the last was ${answer.status}`,
      },
    );
    const charges = await chargesOf(database, customer.accountId);
    return { died, answer, charges: charges.map(({ records }) => records) };
  });
}
