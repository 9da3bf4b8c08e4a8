import { cli, company, identity, ledger, metering, notifier } from '@heliograph/proto';
import {
  createRpcClient,
  searchService,
  testServiceOf,
  type CleanupStack,
  type RpcClient,
} from '@heliograph/runtime';
import type { GatewayConfig } from './config';

const DEFAULT_TIMEOUT_MS = 3_000;
const NOTIFIER_TIMEOUT_MS = 15_000;
/** Calls for changes that are not held. */
const MAXIMUM_UNHELD_FEEDS = 2_048;

type LedgerService = typeof ledger.LedgerServiceService;

export type CompanyClient = RpcClient<typeof company.CompanyServiceService>;
export type NotifierClient = RpcClient<typeof notifier.NotifierServiceService>;
export type MeteringClient = RpcClient<typeof metering.MeteringServiceService>;
/** The ledgers of live and test keys. */
export type LedgerClient = Pick<
  RpcClient<LedgerService>,
  | 'begin'
  | 'charge'
  | 'chargeWithinBudget'
  | 'chargeSignals'
  | 'listReceipts'
  | 'getReceiptAmounts'
  | 'getStatement'
  | 'listStatementKeys'
  | 'getBudget'
  | 'release'
  | 'keep'
  | 'voidCharge'
  | 'getUsage'
  | 'listCredentialUsage'
>;

/** Clients of the services behind the gateway. */
export type Clients = ReturnType<typeof connectServices>;

/** Connects to the services behind the gateway, on the first call to each. */
export function connectServices(
  { addresses, credentials, heldRequests }: GatewayConfig,
  cleanup: CleanupStack,
) {
  const common = {
    caller: 'gateway',
    credentials,
    defaultTimeoutMs: DEFAULT_TIMEOUT_MS,
    multiplexed: true,
  };
  const to = {
    ledger: { ...common, address: addresses.ledger },
    search: { ...common, address: addresses.search },
    // Room for every held call, and as many that are not held.
    feeds: {
      ...common,
      address: addresses.search,
      maximumInFlight: heldRequests.process + MAXIMUM_UNHELD_FEEDS,
    },
    company: { ...common, address: addresses.company },
    // It resolves webhook hosts, and a test waits for the receiver's response.
    notifier: { ...common, address: addresses.notifier, defaultTimeoutMs: NOTIFIER_TIMEOUT_MS },
  };
  const clients = {
    identity: createRpcClient(identity.IdentityServiceService, { ...common, address: addresses.identity }),
    // Also the identity service: logins and sessions of the command-line client. Few and short, so they need no stream
    // of their own.
    cli: createRpcClient(cli.CliServiceService, {
      ...common,
      multiplexed: false,
      address: addresses.identity,
    }),
    ledger: createRpcClient(ledger.LedgerServiceService, to.ledger),
    search: createRpcClient(searchService, to.search),
    // Calls held for half a minute get a stream of their own, so that they take no place from active calls. Not one
    // HTTP/2 stream each: when thousands of clients leave at once, as many resets would end the connection, and
    // everyone's calls with it.
    feeds: createRpcClient(searchService, to.feeds),
    company: createRpcClient(company.CompanyServiceService, to.company),
    notifier: createRpcClient(notifier.NotifierServiceService, to.notifier),
    metering: createRpcClient(metering.MeteringServiceService, { ...common, address: addresses.metering }),
  };
  // For test keys.
  const test = {
    ledger: createRpcClient(testServiceOf(ledger.LedgerServiceService), to.ledger),
    search: createRpcClient(testServiceOf(searchService), to.search),
    feeds: createRpcClient(testServiceOf(searchService), to.feeds),
    company: createRpcClient(testServiceOf(company.CompanyServiceService), to.company),
    notifier: createRpcClient(testServiceOf(notifier.NotifierServiceService), to.notifier),
  };
  for (const [name, client] of Object.entries(clients)) cleanup.add(`${name} client`, () => client.close());
  for (const [name, client] of Object.entries(test))
    cleanup.add(`${name} client of tests`, () => client.close());
  return { ...clients, test };
}
