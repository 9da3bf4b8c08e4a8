import { notifier } from '@heliograph/proto';
import {
  createLogger,
  createRpcClient,
  testServiceOf,
  type RpcClient,
  type RpcService,
} from '@heliograph/runtime';
import {
  freeAddress,
  startTestDatabase,
  TEST_SECRET,
  testCallerVariables,
  testCredentials,
  type TestDatabase,
} from '@heliograph/testing';
import { Pool } from 'pg';
import { loadConfig } from '../../src/config';
import type { Context, Overrides } from '../../src/context';
import { createContext } from '../../src/create-context';
import { createNotifierService } from '../../src/service';
import { migrateNotifier } from '../../src/storage/migrate';

export type NotifierClient = RpcClient<typeof notifier.NotifierServiceService>;

/** A notifier with its own database. */
export interface TestNotifier {
  /** As the gateway, for live keys. */
  client: NotifierClient;
  /** Likewise, for test keys. */
  testClient: NotifierClient;
  /** As the notifier's role, for reading the tables and for moving time. */
  pool: Pool;
  database: TestDatabase;
  service: RpcService;
  /** All log output. */
  log: () => string;
  stop(): Promise<void>;
}

/** Variables for a notifier with a given database. */
export function notifierVariables(
  database: TestDatabase,
  settings: NodeJS.ProcessEnv = {},
): NodeJS.ProcessEnv {
  return {
    RPC_ADDRESS: freeAddress(),
    DATABASE_URL: database.connectionString('notifier'),
    EVENT_LOG_URL: database.connectionString('events'),
    IDENTITY_ADDRESS: freeAddress(),
    LEDGER_ADDRESS: freeAddress(),
    WEBHOOK_ENCRYPTION_SECRET: TEST_SECRET,
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    ...testCallerVariables,
    ...settings,
  };
}

/** @param settings variables beyond the required ones. */
export async function startTestNotifier(
  settings: NodeJS.ProcessEnv = {},
  overrides: Overrides = {},
): Promise<TestNotifier> {
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  const database = await startTestDatabase();
  const service = createNotifierService(loadConfig(notifierVariables(database, settings)), {
    logger: createLogger({ service: 'notifier', level: 'trace' }, destination),
    ...overrides,
  });
  await service.start();
  const options = { address: service.address, caller: 'gateway', credentials: testCredentials };
  const client = createRpcClient(notifier.NotifierServiceService, { ...options, defaultTimeoutMs: 20_000 });
  const testClient = createRpcClient(testServiceOf(notifier.NotifierServiceService), {
    ...options,
    defaultTimeoutMs: 20_000,
  });
  const pool = new Pool({ connectionString: database.connectionString('notifier'), max: 4 });
  return {
    client,
    testClient,
    pool,
    database,
    service,
    log: () => lines.join(''),
    stop: async () => {
      await Promise.all([client.close(), testClient.close()]);
      await service.destroy();
      await pool.end();
      await database.stop();
    },
  };
}

/** The parts of a notifier with its own database, without its loops: only the test does any work. */
export async function startParts(): Promise<Context & { database: TestDatabase; stop(): Promise<void> }> {
  const database = await startTestDatabase();
  const context = createContext(loadConfig(notifierVariables(database, { LOG_LEVEL: 'fatal' })), {});
  await migrateNotifier({ connectionString: database.connectionString('notifier') }, context.logger);
  const stop = async () => {
    await context.release();
    await database.stop();
  };
  return { ...context, database, stop };
}

export const call = { requestId: 'test-request' };
