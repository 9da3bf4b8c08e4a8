import { randomBytes } from 'node:crypto';
import { createLogger, type Metrics } from '@heliograph/runtime';
import {
  deleteKafkaTopics,
  deletePostgresTopics,
  describeWith,
  startOwnKafka,
  startTestDatabase,
  startTestKafka,
  testTopicPrefix,
} from '@heliograph/testing';
import { Client } from 'pg';
import { createEventLog, type EventLog, type EventLogSettings } from '../../src';

/** One kind of event log under the contract's tests. */
interface LogUnderTest {
  settings: EventLogSettings;
  /** Another program's view of the log; closed after the test. */
  open(metrics?: Metrics): EventLog;
  /** A topic for one test. */
  createTopic(options?: { partitions?: number; retentionMs?: number }): Promise<string>;
  /** Like an operator's mistake. */
  deleteTopic(name: string): Promise<void>;
}

/** A log whose servers the test can stop. */
interface BreakableLog extends LogUnderTest {
  /** Breaks all connections and refuses new ones. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
}

/** Short, to keep tests of deaths short; brokers accept no less with default settings. */
const MEMBER_TIMEOUT_MS = 6_000;
const DAY_MS = 86_400_000;
/** Includes the start of a broker. */
const SERVER_START_MS = 300_000;

interface Server extends Pick<LogUnderTest, 'settings' | 'deleteTopic'> {
  stop(): Promise<void>;
}

/** Runs the tests against both kinds of log. */
export function describeLogs(title: string, body: (log: () => LogUnderTest) => void): void {
  describe(`${title}, in PostgreSQL`, () => withServer(startPostgres, body));
  describeWith('kafka', `${title}, in Kafka`, () => withServer(startKafka, body));
}

/** The same, for tests that stop the log: each file has its own servers. */
export function describeBreakableLogs(title: string, body: (log: () => BreakableLog) => void): void {
  describe(`${title}, in PostgreSQL`, () => withServer(startBreakablePostgres, body));
  describeWith('kafka-process', `${title}, in Kafka`, () => withServer(startBreakableKafka, body));
}

export const logger = createLogger({ service: 'event-log test', level: 'fatal' });

function withServer<S extends Server>(
  start: () => Promise<S>,
  body: (log: () => LogUnderTest & Omit<S, 'stop'>) => void,
): void {
  let server: S;
  let opened: EventLog[] = [];
  beforeAll(async () => {
    server = await start();
  }, SERVER_START_MS);
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((log) => log.close()));
  });
  afterAll(() => server.stop());

  const open = (metrics?: Metrics) => {
    const log = createEventLog(server.settings, { clientId: 'event-log-test', logger, metrics });
    opened = [...opened, log];
    return log;
  };
  const createTopic: LogUnderTest['createTopic'] = async ({ partitions = 3, retentionMs = DAY_MS } = {}) => {
    const name = `topic-${randomBytes(6).toString('hex')}`;
    await open().prepare([{ name, partitions, retentionMs }]);
    return name;
  };
  body(() => ({ ...server, open, createTopic }));
}

async function startPostgres(): Promise<Server> {
  const database = await startTestDatabase();
  return {
    deleteTopic: (name) => deletePostgresTopics(database.adminConnectionString, [name]),
    settings: {
      kind: 'postgres',
      connectionString: database.connectionString('events'),
      memberTimeoutMs: MEMBER_TIMEOUT_MS,
    },
    stop: () => database.stop(),
  };
}

async function startKafka(): Promise<Server> {
  const { brokers } = (await startTestKafka())!;
  const topicPrefix = testTopicPrefix();
  return {
    deleteTopic: (name) => deleteKafkaTopics(brokers, [topicPrefix + name]),
    settings: {
      kind: 'kafka',
      brokers,
      topicPrefix,
      replication: 1,
      memberTimeoutMs: MEMBER_TIMEOUT_MS,
    },
    stop: () => Promise.resolve(),
  };
}

async function startBreakablePostgres() {
  const database = await startTestDatabase();
  const maintenance = new URL(database.adminConnectionString);
  const name = maintenance.pathname.slice(1);
  maintenance.pathname = '/postgres';
  const server = new Client({ connectionString: maintenance.toString() });
  await server.connect();
  const allow = (allowed: boolean) => server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${allowed}`);
  return {
    deleteTopic: (topic: string) => deletePostgresTopics(database.adminConnectionString, [topic]),
    settings: {
      kind: 'postgres' as const,
      connectionString: database.connectionString('events'),
      memberTimeoutMs: MEMBER_TIMEOUT_MS,
    },
    goDown: async () => {
      await allow(false);
      await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    },
    comeBack: async () => {
      await allow(true);
    },
    stop: async () => {
      await allow(true);
      await server.end();
      await database.stop();
    },
  };
}

async function startBreakableKafka() {
  const kafka = await startOwnKafka();
  const topicPrefix = testTopicPrefix();
  return {
    deleteTopic: (name: string) => deleteKafkaTopics(kafka.brokers, [topicPrefix + name]),
    settings: {
      kind: 'kafka' as const,
      brokers: kafka.brokers,
      topicPrefix,
      replication: 1,
      memberTimeoutMs: MEMBER_TIMEOUT_MS,
    },
    goDown: () => kafka.kill(),
    comeBack: () => kafka.restart(),
    stop: () => kafka.stop(),
  };
}
