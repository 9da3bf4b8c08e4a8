import type { PublicService } from '@heliograph/edge';
import { writeCorpus, type CompanyRecord, type SignalRecord } from '@heliograph/catalog';
import { identity, ledger } from '@heliograph/proto';
import { createLogger, createRpcClient, type RpcClient } from '@heliograph/runtime';
import {
  freeAddress,
  freePort,
  startLocalService,
  startServiceProcess,
  startTestDatabase,
  TEST_SECRET,
  TestBrowser,
  testCallerVariables,
  testCredentials,
  testConnections,
  waitFor,
  type LocalService,
  type TestDatabase,
} from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import type { DashboardConfig } from '../../src/config';
import { createDashboardService, type DashboardOverrides } from '../../src/service';
import { Person } from './person';

export const call = { requestId: 'test-request' };
const silent = createLogger({ service: 'dashboard', level: 'silent' });
const CLIENT_ID = 'heliograph-dashboard';
const CLIENT_SECRET = 'a-client-secret-that-only-tests-use-01';

type BackendName = 'identity' | 'ledger' | 'metering' | 'search' | 'company' | 'notifier';
const NAMES: readonly BackendName[] = ['identity', 'ledger', 'metering', 'search', 'company', 'notifier'];

/** The dashboard and its services, with a new database. */
export class TestDashboard {
  readonly admin: {
    identity: RpcClient<typeof identity.IdentityServiceService>;
    ledger: RpcClient<typeof ledger.LedgerServiceService>;
  };

  private constructor(
    readonly service: PublicService,
    readonly database: TestDatabase,
    readonly addresses: Readonly<Record<BackendName, string>>,
    private readonly services: Map<BackendName, LocalService>,
    private readonly environments: Readonly<Record<BackendName, Record<string, string>>>,
    private readonly startService: typeof startLocalService,
  ) {
    const connection = { caller: 'admin', credentials: testCredentials, defaultTimeoutMs: 20_000 };
    this.admin = {
      identity: createRpcClient(identity.IdentityServiceService, {
        ...connection,
        address: addresses.identity,
      }),
      ledger: createRpcClient(ledger.LedgerServiceService, { ...connection, address: addresses.ledger }),
    };
  }

  /**
   * @param options.with services besides identity and ledger.
   * @param options.processes each service is a process, killed like `kill -9` by `stopService`.
   * @param options.identity environment variables of identity.
   * @param options.search environment variables of search.
   * @param options.notifier environment variables of the notifier.
   */
  static async start(
    options: {
      with?: readonly BackendName[];
      processes?: boolean;
      config?: Partial<DashboardConfig>;
      overrides?: DashboardOverrides;
      identity?: Record<string, string>;
      search?: Record<string, string>;
      notifier?: Record<string, string>;
    } = {},
  ): Promise<TestDashboard> {
    const [database, port] = await Promise.all([startTestDatabase(), freePort()]);
    const addresses = Object.fromEntries(NAMES.map((name) => [name, freeAddress()])) as Record<
      BackendName,
      string
    >;
    const config = configOf(addresses, port, options.config);
    const environments = environmentsOf(database, addresses, config.publicUrl!, options);
    const wanted = ['identity', 'ledger', ...(options.with ?? [])] as BackendName[];
    const start = options.processes ? startKillableService : startLocalService;
    const services = new Map<BackendName, LocalService>();
    await Promise.all(wanted.map(async (name) => services.set(name, await start(name, environments[name]))));
    const service = await createDashboardService(config, { logger: silent, ...options.overrides });
    await service.start();
    return new TestDashboard(service, database, addresses, services, environments, start);
  }

  get url(): string {
    return this.service.url;
  }

  /** A person who is not signed in. */
  visitor(): Person {
    return new Person(this.url, new TestBrowser());
  }

  /** Signs in a person through the issuer's own page. */
  async signIn(options: { email?: string; name?: string; isOperator?: boolean } = {}): Promise<Person> {
    const person = this.visitor();
    await person.signIn({ email: options.email ?? `${randomUUID()}@customers.example`, ...options });
    return person;
  }

  async stopService(name: BackendName): Promise<void> {
    await this.services.get(name)?.stop();
    this.services.delete(name);
  }

  /** Restarts a service; resolves when the dashboard is connected to it again. */
  async restart(name: BackendName): Promise<void> {
    this.services.set(name, await this.startService(name, this.environments[name]));
    await waitFor(async () => {
      const { degraded = [], waitingFor = [] } = await this.readiness();
      return ![...degraded, ...waitingFor].includes(name);
    });
  }

  async readiness(): Promise<{ status: string; waitingFor?: string[]; degraded?: string[] }> {
    const response = await fetch(`${this.url}/readyz`);
    return (await response.json()) as { status: string };
  }

  async importCorpus(companies: CompanyRecord[], signals: SignalRecord[]): Promise<void> {
    await writeCorpus(this.database.connectionString('catalog'), companies, signals);
  }

  async metrics(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${this.service.operationsPort}/metrics`)).text();
  }

  async stop(): Promise<void> {
    await this.service.destroy();
    await Promise.all(Object.values(this.admin).map((client) => client.close()));
    await Promise.all([...this.services.values()].map((one) => one.stop()));
    await this.database.stop();
  }
}

async function startKillableService(name: string, variables: Record<string, string>): Promise<LocalService> {
  const { kill } = await startServiceProcess(name, variables);
  return { stop: kill };
}

export function configOf(
  addresses: Readonly<Record<BackendName, string>>,
  port: number,
  changes: Partial<DashboardConfig> = {},
): DashboardConfig {
  return {
    http: { host: '127.0.0.1', port },
    connections: testConnections,
    allowedHosts: [],
    operations: { host: '127.0.0.1', port: 0 },
    publicUrl: `http://127.0.0.1:${port}`,
    apiUrl: 'http://api.example:8080',
    addresses: { ...addresses },
    credentials: testCredentials,
    cursorSecrets: { current: 'a-cursor-secret-that-only-tests-use-01' },
    redisUrl: undefined,
    sessionLimits: { requests: 100_000, searches: 100_000 },
    slots: { account: 1_000, process: 2_000 },
    rejectedCredentialsPerMinute: 100_000,
    signInRequestsPerMinute: 100_000,
    trustedProxies: 0,
    earliestActivityDate: '2026-08-30',
    searchTimeoutMs: 5_000,
    developmentIssuer: { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, email: undefined },
    payments: { kind: 'development' },
    planOffer: { priceMicros: 20_000_000n, cliRecords: 5_000 },
    lowBalanceMicros: 2_000_000n,
    webDirectory: `${__dirname}/web`,
    docsDirectory: `${__dirname}/docs`,
    downloadsDirectory: `${__dirname}/downloads`,
    drainDelayMs: 0,
    shutdownTimeoutMs: 5_000,
    logLevel: 'silent',
    ...changes,
  };
}

function environmentsOf(
  database: TestDatabase,
  addresses: Readonly<Record<BackendName, string>>,
  dashboardUrl: string,
  variables: Partial<Record<'identity' | 'search' | 'notifier', Record<string, string>>>,
): Record<BackendName, Record<string, string>> {
  const common = (name: BackendName, role: BackendName | 'reader') => ({
    RPC_ADDRESS: addresses[name],
    ...testCallerVariables,
    DATABASE_URL: database.connectionString(role as 'reader'),
  });
  const eventLog = { EVENT_LOG_URL: database.connectionString('events') };
  return {
    identity: {
      ...common('identity', 'identity'),
      NODE_ENV: 'test',
      DASHBOARD_URL: dashboardUrl,
      OIDC_ISSUER_URL: `${dashboardUrl}/development-issuer`,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_OPERATOR_CLAIM: 'roles',
      OIDC_OPERATOR_VALUE: 'operator',
      ...variables.identity,
    },
    ledger: { ...common('ledger', 'ledger'), ...eventLog },
    metering: { ...common('metering', 'metering'), ...eventLog, LEDGER_ADDRESS: addresses.ledger },
    search: { ...common('search', 'reader'), ...variables.search },
    company: common('company', 'reader'),
    notifier: {
      ...common('notifier', 'notifier'),
      ...eventLog,
      LEDGER_ADDRESS: addresses.ledger,
      IDENTITY_ADDRESS: addresses.identity,
      WEBHOOK_ENCRYPTION_SECRET: TEST_SECRET,
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      SEARCH_ADDRESS: addresses.search,
      DASHBOARD_URL: dashboardUrl,
      ...variables.notifier,
    },
  };
}
