import {
  alert,
  cli,
  company,
  digest,
  identity,
  indexer,
  ledger,
  members,
  metering,
  notifier,
  signIn,
  topUp,
} from '@heliograph/proto';
import { createRpcClient, searchService, testServiceOf, type CleanupStack } from '@heliograph/runtime';
import type { DashboardConfig } from './config';

const DEFAULT_TIMEOUT_MS = 3_000;
const NOTIFIER_TIMEOUT_MS = 15_000;

/** Clients of the services behind the dashboard; several may be the same service. */
export type Clients = ReturnType<typeof connectServices>;

/** Clients of the services behind the dashboard. Each connects on its first call. */
export function connectServices({ addresses, credentials }: DashboardConfig, cleanup: CleanupStack) {
  const common = { caller: 'dashboard', credentials, defaultTimeoutMs: DEFAULT_TIMEOUT_MS };
  const clients = {
    identity: createRpcClient(identity.IdentityServiceService, { ...common, address: addresses.identity }),
    signIn: createRpcClient(signIn.SignInServiceService, {
      ...common,
      address: addresses.identity,
      multiplexed: true,
    }),
    cli: createRpcClient(cli.CliServiceService, { ...common, address: addresses.identity }),
    members: createRpcClient(members.MemberServiceService, { ...common, address: addresses.identity }),
    ledger: createRpcClient(ledger.LedgerServiceService, { ...common, address: addresses.ledger }),
    topUp: createRpcClient(topUp.TopUpServiceService, { ...common, address: addresses.ledger }),
    // Counts the usage of test keys.
    testLedger: createRpcClient(testServiceOf(ledger.LedgerServiceService), {
      ...common,
      address: addresses.ledger,
    }),
    metering: createRpcClient(metering.MeteringServiceService, { ...common, address: addresses.metering }),
    search: createRpcClient(searchService, { ...common, address: addresses.search }),
    // The corpus of test keys, for visitors.
    sampleSearch: createRpcClient(testServiceOf(searchService), {
      ...common,
      address: addresses.search,
    }),
    company: createRpcClient(company.CompanyServiceService, { ...common, address: addresses.company }),
    // It resolves webhook hosts, and a test waits for the receiver's response.
    notifier: createRpcClient(notifier.NotifierServiceService, {
      ...common,
      address: addresses.notifier,
      defaultTimeoutMs: NOTIFIER_TIMEOUT_MS,
    }),
    alert: createRpcClient(alert.AlertServiceService, { ...common, address: addresses.notifier }),
    digest: createRpcClient(digest.DigestServiceService, { ...common, address: addresses.notifier }),
  };
  // For the operator console only.
  const indexerClient =
    addresses.indexer === undefined
      ? undefined
      : createRpcClient(indexer.IndexerServiceService, { ...common, address: addresses.indexer });
  const named = { ...clients, ...(indexerClient && { indexer: indexerClient }) };
  for (const [name, client] of Object.entries(named)) cleanup.add(`${name} client`, () => client.close());
  return { ...clients, indexer: indexerClient };
}
