import { cli, company, identity, ledger, metering, search } from '@heliograph/proto';
import {
  CLI_ACCESS_PREFIX,
  generateApiKey,
  generateCredential,
  hashApiKey,
  ServiceError,
  testServiceOf,
  type CallContext,
  type Handlers,
  type RequestOf,
  type ResponseOf,
  type RpcServer,
  type ServiceDefinition,
} from '@heliograph/runtime';
import { freeAddress, fakeService, fakeServer } from '@heliograph/testing';
import {
  changesOf,
  dailyUsage,
  filterOptions,
  issued,
  itemsOf,
  nearestOf,
  SEMANTIC_AS_OF_MS,
} from './backend-responses';
import { FakeLedger } from './fake-ledger';

export type ServiceName = 'identity' | 'ledger' | 'search' | 'company' | 'metering' | 'notifier';

type IdentityDefinition = typeof identity.IdentityServiceService;
type SearchDefinition = typeof search.SearchServiceService;
type CompanyDefinition = typeof company.CompanyServiceService;
type MeteringDefinition = typeof metering.MeteringServiceService;
type CliDefinition = typeof cli.CliServiceService;
type Handler<Method> = (request: RequestOf<Method>) => Promise<ResponseOf<Method>>;
type CallHandler<Method> = (request: RequestOf<Method>, call: CallContext) => Promise<ResponseOf<Method>>;

const SERVICES = ['identity', 'ledger', 'search', 'company', 'metering', 'notifier'] as const;

const ALL_SCOPES = ['signals:read', 'companies:read', 'searches:write'];

/**
 * The services behind the gateway as real gRPC servers with small implementations, so that a test can make each of them
 * slow, wrong, or absent. Assign to the functions to change their responses.
 */
export class Backend {
  readonly addresses: Record<ServiceName, string> = {
    identity: freeAddress(),
    ledger: freeAddress(),
    search: freeAddress(),
    company: freeAddress(),
    metering: freeAddress(),
    notifier: freeAddress(),
  };
  readonly ledger = new FakeLedger();
  readonly searches: search.SearchRequest[] = [];
  readonly semanticSearches: search.SemanticSearchRequest[] = [];
  readonly counts: search.CountRequest[] = [];
  readonly feeds: search.ChangesRequest[] = [];
  /** The filter options, by list. */
  readonly options = filterOptions();
  /** Entries of the log of requests that metering received. */
  readonly logged: metering.LoggedRequest[] = [];
  /** Calls to each service. */
  readonly calls = { authenticate: 0, getFilterOptions: 0 };
  /** Requests to identity for the client's logins, in order. */
  readonly logins: { method: string; request: unknown }[] = [];
  private readonly verdicts = new Map<string, identity.AuthenticateResponse>();
  private readonly servers = new Map<ServiceName, RpcServer>();

  changes: CallHandler<SearchDefinition['changes']> = async () => changesOf([]);

  authenticate: Handler<IdentityDefinition['authenticate']> = async ({ keyHash, kind }) =>
    this.verdicts.get(`${kind} ${keyHash.toString('hex')}`) ??
    identity.AuthenticateResponse.fromPartial({ verdict: identity.Verdict.UNKNOWN });

  beginDeviceLogin: Handler<CliDefinition['beginDeviceLogin']> = async () => ({
    deviceCode: 'a-device-code',
    userCode: 'WDJB-MJHT',
    expiresInSeconds: 900,
    intervalSeconds: 5,
  });

  /** The response to any token request. */
  answerTokens: () => Promise<cli.TokenResponse> = async () => issued();

  getCliSession: Handler<CliDefinition['getCliSession']> = async ({ sessionId }) => ({
    session: cli.CliSession.fromPartial({
      id: sessionId,
      accountId: 'account-1',
      device: { name: 'a laptop', clientVersion: '0.3.0' },
      createdAt: new Date(SEMANTIC_AS_OF_MS),
      lastUsedAt: new Date(SEMANTIC_AS_OF_MS + 1_000),
      expiresAt: new Date(SEMANTIC_AS_OF_MS + 2_000),
    }),
    account: identity.Account.fromPartial({
      id: 'account-1',
      email: 'anna@example.com',
      name: 'Anna',
      plan: identity.Plan.PAID,
    }),
    user: undefined,
  });

  listCredentialNames: Handler<CliDefinition['listCredentialNames']> = async () => ({ credentials: [] });

  search: CallHandler<SearchDefinition['search']> = async (request) => itemsOf(request);

  semanticSearch: CallHandler<SearchDefinition['semanticSearch']> = async (request) => nearestOf(request);

  count: CallHandler<SearchDefinition['count']> = async () => ({ total: 1_284n, facets: [] });

  suggest: CallHandler<SearchDefinition['suggest']> = async () => ({
    values: [{ value: 'acme-robotics', label: 'Acme Robotics', count: 37n }],
  });

  identifyCompany: Handler<CompanyDefinition['identifyCompany']> = async () => ({
    companies: [
      company.IdentifiedCompany.fromPartial({
        slug: 'acme-robotics',
        name: 'Acme Robotics',
        domain: 'acme.example',
        matchedBy: company.IdentifiedCompany_MatchedBy.PARENT_DOMAIN,
      }),
    ],
  });

  getCompany: Handler<CompanyDefinition['getCompany']> = async ({ slug }) => {
    if (slug !== 'acme-robotics') throw new ServiceError('not_found', 'There is no company with this slug.');
    return company.Company.fromPartial({
      slug,
      name: 'Acme Robotics',
      country: 'United States',
      industries: ['Robotics'],
      employeeCount: 180n,
      size: '101-500',
      signalCount: 37n,
    });
  };

  getUsageHistory: CallHandler<MeteringDefinition['getUsageHistory']> = async ({ month }) => ({
    month: month || '2026-11',
    days: [
      dailyUsage({ date: '2026-11-03', requests: 2n, records: 50n }),
      dailyUsage({ date: '2026-11-20', requests: 1n, records: 1n, credentialId: 'another' }),
    ],
  });

  recordRequests: Handler<MeteringDefinition['recordRequests']> = async ({ requests }) => {
    this.logged.push(...requests);
    return { rejected: 0 };
  };

  listRequests: Handler<MeteringDefinition['listRequests']> = async ({ limit }) => ({
    requests: [...this.logged].reverse().slice(0, limit),
    nextPageToken: '',
    retentionDays: 30,
  });

  static async start(): Promise<Backend> {
    const backend = new Backend();
    for (const name of SERVICES) await backend.startService(name);
    return backend;
  }

  /** A key of a new account. */
  addKey(fields: Partial<identity.AuthenticateResponse> = {}): string {
    const key = generateApiKey().secret;
    this.setVerdict(key, fields);
    return key;
  }

  /** An access token of the client, with a new session and account. */
  addToken(fields: Partial<identity.AuthenticateResponse> = {}): string {
    const token = generateCredential(CLI_ACCESS_PREFIX).secret;
    this.setVerdict(token, fields);
    return token;
  }

  /** Sets identity's verdict on a credential from now on; gateways may still have the earlier one. */
  setVerdict(credential: string, fields: Partial<identity.AuthenticateResponse>): void {
    const { API_KEY, CLI_TOKEN } = identity.CredentialKind;
    const kind = credential.startsWith(CLI_ACCESS_PREFIX) ? CLI_TOKEN : API_KEY;
    this.verdicts.set(
      `${kind} ${hashApiKey(credential).toString('hex')}`,
      identity.AuthenticateResponse.fromPartial({
        verdict: identity.Verdict.VALID,
        credentialId: `credential-${this.verdicts.size}`,
        accountId: `account-${this.verdicts.size}`,
        scopes: ALL_SCOPES,
        ...fields,
      }),
    );
  }

  async startService(name: ServiceName): Promise<void> {
    const server = fakeServer(name, this.addresses[name]);
    const serve = <Service extends ServiceDefinition>(
      definition: Service,
      handlers: Partial<Handlers<Service>>,
    ) => fakeService(server, definition, 'gateway', handlers);
    if (name === 'identity') serve(identity.IdentityServiceService, this.identityHandlers());
    if (name === 'identity') serve(cli.CliServiceService, this.cliHandlers());
    if (name === 'ledger') serve(ledger.LedgerServiceService, this.ledgerHandlers());
    if (name === 'ledger') serve(testServiceOf(ledger.LedgerServiceService), this.ledgerHandlers());
    if (name === 'search') serve(search.SearchServiceService, this.searchHandlers());
    if (name === 'search') serve(testServiceOf(search.SearchServiceService), this.searchHandlers());
    if (name === 'company') serve(company.CompanyServiceService, this.companyHandlers());
    if (name === 'company') serve(testServiceOf(company.CompanyServiceService), this.companyHandlers());
    if (name === 'metering') serve(metering.MeteringServiceService, this.meteringHandlers());
    await server.start();
    this.servers.set(name, server);
  }

  /** Stops a service at once, as if killed. */
  async stopService(name: ServiceName): Promise<void> {
    await this.servers.get(name)?.close(0);
    this.servers.delete(name);
  }

  async stop(): Promise<void> {
    for (const name of [...this.servers.keys()]) await this.stopService(name);
  }

  private identityHandlers(): Partial<Handlers<IdentityDefinition>> {
    return {
      authenticate: (request) => {
        this.calls.authenticate++;
        return this.authenticate(request);
      },
    };
  }

  private cliHandlers(): Partial<Handlers<CliDefinition>> {
    const noted = (method: string, request: unknown) => this.logins.push({ method, request });
    const tokens = (method: string) => (request: unknown) => {
      noted(method, request);
      return this.answerTokens();
    };
    return {
      exchangeAuthorizationCode: tokens('exchangeAuthorizationCode'),
      beginDeviceLogin: (request) => {
        noted('beginDeviceLogin', request);
        return this.beginDeviceLogin(request);
      },
      exchangeDeviceCode: tokens('exchangeDeviceCode'),
      refreshTokens: tokens('refreshTokens'),
      revokeToken: async (request) => {
        noted('revokeToken', request);
        return {};
      },
      getCliSession: (request) => this.getCliSession(request),
      listCredentialNames: (request) => this.listCredentialNames(request),
    };
  }

  private ledgerHandlers(): Partial<Handlers<typeof ledger.LedgerServiceService>> {
    return {
      begin: (request) => this.ledger.begin(request),
      charge: (request) => this.ledger.charge(request),
      chargeWithinBudget: (request) => this.ledger.chargeWithinBudget(request),
      chargeSignals: (request) => this.ledger.chargeSignals(request),
      listReceipts: (request) => this.ledger.listReceipts(request),
      getReceiptAmounts: (request) => this.ledger.getReceiptAmounts(request),
      getStatement: (request) => this.ledger.getStatement(request),
      listStatementKeys: () => this.ledger.listStatementKeys(),
      getBudget: (request) => this.ledger.getBudget(request),
      voidCharge: (request) => this.ledger.voidCharge(request),
      release: (request) => this.ledger.release(request),
      keep: (request) => this.ledger.keep(request),
      getUsage: (request) => this.ledger.getUsage(request),
      listCredentialUsage: (request) => this.ledger.listCredentialUsage(request),
    };
  }

  private searchHandlers(): Partial<Handlers<SearchDefinition>> {
    return {
      search: (request, call) => {
        this.searches.push(request);
        return this.search(request, call);
      },
      semanticSearch: (request, call) => {
        this.semanticSearches.push(request);
        return this.semanticSearch(request, call);
      },
      count: (request, call) => {
        this.counts.push(request);
        return this.count(request, call);
      },
      suggest: (request, call) => this.suggest(request, call),
      changes: (request, call) => {
        this.feeds.push(request);
        return this.changes(request, call);
      },
    };
  }

  private meteringHandlers(): Partial<Handlers<MeteringDefinition>> {
    return {
      getUsageHistory: (request, call) => this.getUsageHistory(request, call),
      recordRequests: (request) => this.recordRequests(request),
      listRequests: (request) => this.listRequests(request),
    };
  }

  private companyHandlers(): Partial<Handlers<CompanyDefinition>> {
    return {
      getCompany: (request) => this.getCompany(request),
      identifyCompany: (request) => this.identifyCompany(request),
      getFilterOptions: async ({ knownVersion, lists }) => {
        this.calls.getFilterOptions++;
        if (knownVersion === this.options.version)
          return company.FilterOptions.fromPartial({ version: knownVersion });
        const { industries, countries, sizes, ...identifiers } = structuredClone(this.options);
        return company.FilterOptions.fromPartial(
          lists === company.FilterLists.IDENTIFIERS
            ? identifiers
            : { version: identifiers.version, industries, countries, sizes },
        );
      },
    };
  }
}
