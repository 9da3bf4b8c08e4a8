import {
  createEventLog,
  usageTopics,
  USAGE_RECORDED_TOPIC,
  type EventLog,
  type EventMessage,
  type EventPublisher,
} from '@heliograph/event-log';
import { metering } from '@heliograph/proto';
import { createLogger, createRpcClient, type RpcClient, type RpcService } from '@heliograph/runtime';
import {
  freeAddress,
  startServiceProcess,
  startTestDatabase,
  testCallerVariables,
  testCredentials,
  waitFor,
  type ServiceProcess,
  type TestDatabase,
} from '@heliograph/testing';
import { Pool } from 'pg';
import { loadConfig } from '../../src/config';
import { createMeteringService } from '../../src/service';

export type MeteringClient = RpcClient<typeof metering.MeteringServiceService>;

export const silent = createLogger({ service: 'metering-test', level: 'silent' });
export const call = { requestId: 'test-request' };

/** For tests that start one or more services as processes. */
export const waitOptions = { timeoutMs: 45_000 };

/** An event log and a database for any number of metering services. */
export interface TestFixture {
  database: TestDatabase;
  log: EventLog;
  publisher: EventPublisher;
  /** Connects as the superuser, for reading the tables and for doing what no program does. */
  pool: Pool;
  publish(messages: readonly EventMessage[]): Promise<void>;
  /** A metering service in this process. */
  startService(settings?: Record<string, string>): Promise<RpcService>;
  /** A metering service in its own process. */
  startProcess(settings?: Record<string, string>): Promise<ServiceProcess>;
  connect(address: string, caller?: string): MeteringClient;
  /** Whether everything published has been handled. */
  isCaughtUp(): Promise<boolean>;
  /** Variables that every metering service here needs, with a new address each time. */
  variables(): Record<string, string>;
  stop(): Promise<void>;
}

/** Variables that locate the event log: a Kafka broker's, or by default tables in the test's database. */
type LogVariables = (database: TestDatabase) => Record<string, string>;

const inDatabase: LogVariables = (database) => ({ EVENT_LOG_URL: database.connectionString('events') });

export async function startFixture(logVariables: LogVariables = inDatabase): Promise<TestFixture> {
  const database = await startTestDatabase();
  const closers: (() => Promise<unknown>)[] = [() => database.stop()];
  const variables = () => ({
    RPC_ADDRESS: freeAddress(),
    DATABASE_URL: database.connectionString('metering'),
    LEDGER_ADDRESS: freeAddress(),
    ...testCallerVariables,
    EVENT_TOPIC_PARTITIONS: '4',
    EVENT_ID_RETENTION_DAYS: '5',
    ...logVariables(database),
  });
  const config = loadConfig(variables());
  const log = createEventLog(config.eventLog, { clientId: 'metering-test', logger: silent });
  closers.push(() => log.close());
  await log.prepare(usageTopics(config.topicPartitions));
  const publisher = await log.createPublisher();
  closers.push(() => publisher.close());
  const pool = new Pool({ connectionString: database.adminConnectionString, max: 4 });
  pool.on('error', () => undefined);
  closers.push(() => pool.end());
  return {
    database,
    log,
    publisher,
    pool,
    publish: (messages) => publisher.publish(USAGE_RECORDED_TOPIC, messages),
    startService: async (settings = {}) => {
      const service = createMeteringService(loadConfig({ ...variables(), ...settings }), { logger: silent });
      closers.push(() => service.destroy());
      await service.start();
      return service;
    },
    startProcess: async (settings = {}) => {
      const started = await startServiceProcess('metering', { ...variables(), ...settings });
      closers.push(() => started.kill());
      return started;
    },
    connect: (address, caller = 'admin') => {
      const client = createRpcClient(metering.MeteringServiceService, {
        address,
        caller,
        credentials: testCredentials,
        defaultTimeoutMs: 20_000,
      });
      closers.push(() => client.close());
      return client;
    },
    isCaughtUp: async () => (await log.lag(USAGE_RECORDED_TOPIC, 'metering')) === 0,
    variables,
    stop: async () => {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}

/** A fixture with one metering service. */
export interface TestMetering extends TestFixture {
  service: RpcService;
  client: MeteringClient;
  /** Publishes and waits until the messages are handled. */
  handle(messages: readonly EventMessage[]): Promise<void>;
}

export async function startTestMetering(settings: Record<string, string> = {}): Promise<TestMetering> {
  const fixture = await startFixture();
  const service = await fixture.startService(settings);
  return {
    ...fixture,
    service,
    client: fixture.connect(service.address),
    handle: async (messages) => {
      await fixture.publish(messages);
      await waitFor(() => fixture.isCaughtUp(), waitOptions);
    },
  };
}

/** Totals of everything counted. */
export async function totalsOf(
  pool: Pool,
): Promise<{ requests: number; records: number; micros: number; ids: number }> {
  const { rows } = await pool.query<{ requests: number; records: number; micros: number; ids: number }>(
    `SELECT coalesce(sum(requests), 0)::int AS requests, coalesce(sum(records), 0)::int AS records,
       coalesce(sum(prepaid_micros), 0)::int AS micros,
       (SELECT count(*)::int FROM metering.counted_event) AS ids
     FROM metering.usage_day`,
  );
  return rows[0]!;
}
