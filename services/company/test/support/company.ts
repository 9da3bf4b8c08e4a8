import { writeCorpus, type CompanyRecord, type SignalRecord } from '@heliograph/catalog';
import { company } from '@heliograph/proto';
import {
  createLogger,
  createMetrics,
  createRpcClient,
  type Metrics,
  type RpcClient,
  type RpcService,
} from '@heliograph/runtime';
import {
  freeAddress,
  startTestDatabase,
  testCallerVariables,
  testCredentials,
  type TestDatabase,
} from '@heliograph/testing';
import { loadConfig } from '../../src/config';
import { createCompanyService } from '../../src/service';

type CompanyClient = RpcClient<typeof company.CompanyServiceService>;

/** A company service with its own database. */
export interface TestCompany {
  gateway: CompanyClient;
  service: RpcService;
  metrics: Metrics;
  database: TestDatabase;
  importCorpus(companies: CompanyRecord[], signals: SignalRecord[]): Promise<void>;
  stop(): Promise<void>;
}

export const call = { requestId: 'test-request' };
export const silentLogger = createLogger({ service: 'company', level: 'silent' });

export async function startTestCompany(): Promise<TestCompany> {
  const database = await startTestDatabase();
  const metrics = createMetrics('company');
  const service = createCompanyService(configFor(database.connectionString('reader')), {
    registry: metrics,
    logger: silentLogger,
  });
  await service.start();
  const gateway = connect(service, 'gateway');
  return {
    gateway,
    service,
    metrics,
    database,
    importCorpus: (companies, signals) =>
      writeCorpus(database.connectionString('catalog'), companies, signals),
    stop: async () => {
      await gateway.close();
      await service.destroy();
      await database.stop();
    },
  };
}

export function configFor(databaseUrl: string) {
  return loadConfig({ RPC_ADDRESS: freeAddress(), DATABASE_URL: databaseUrl, ...testCallerVariables });
}

export function connect(service: RpcService, caller: string): CompanyClient {
  return createRpcClient(company.CompanyServiceService, {
    address: service.address,
    caller,
    credentials: testCredentials,
    defaultTimeoutMs: 20_000,
  });
}

/** A published signal; override what matters. */
export function signalOf(
  companySlug: string,
  id: string,
  overrides: Partial<SignalRecord> = {},
): SignalRecord {
  return {
    id,
    title: `News of ${companySlug}`,
    category: 'funding',
    companySlug,
    activityDate: '2026-11-20',
    publishedAt: '2026-11-20T09:30:00.000Z',
    ...overrides,
  };
}
