import { cli, company, identity, ledger, metering, search } from '@heliograph/proto';
import { createRpcClient, type CleanupStack } from '@heliograph/runtime';
import type { GatewayConfig } from './config';

const DEFAULT_TIMEOUT_MS = 3_000;

/** Clients of the services behind the gateway. */
export type Clients = ReturnType<typeof connectServices>;

/** Connects to the services behind the gateway, with the first call to each. */
export function connectServices({ addresses, credentials }: GatewayConfig, cleanup: CleanupStack) {
  const common = {
    caller: 'gateway',
    credentials,
    defaultTimeoutMs: DEFAULT_TIMEOUT_MS,
    multiplexed: true,
  };
  const clients = {
    identity: createRpcClient(identity.IdentityServiceService, { ...common, address: addresses.identity }),
    // Also of the identity service: logins and sessions of the command-line client. Few and short, they do without a stream of their own.
    cli: createRpcClient(cli.CliServiceService, {
      ...common,
      multiplexed: false,
      address: addresses.identity,
    }),
    ledger: createRpcClient(ledger.LedgerServiceService, { ...common, address: addresses.ledger }),
    search: createRpcClient(search.SearchServiceService, { ...common, address: addresses.search }),
    company: createRpcClient(company.CompanyServiceService, { ...common, address: addresses.company }),
    metering: createRpcClient(metering.MeteringServiceService, { ...common, address: addresses.metering }),
  };
  for (const [name, client] of Object.entries(clients)) cleanup.add(`${name} client`, () => client.close());
  return clients;
}
