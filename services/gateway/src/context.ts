import type { AllowedHosts, RequestSlots, WindowStore } from '@heliograph/edge';
import type { cli, company, identity, ledger, metering, search } from '@heliograph/proto';
import type { FailureLog, Logger, RpcClient } from '@heliograph/runtime';
import type { CatalogueKeeper, SearchEnvironment } from '@heliograph/signal-search';
import type { GatewayConfig } from './config';
import type { CredentialVerifier } from './credentials/credential-verifier';
import type { AddressGuard } from './credentials/address-guard';
import type { ChargeVoids } from './charging/charge-voids';
import type { KnownFunds } from './charging/known-funds';
import type { KeyReleases } from './charging/key-releases';
import type { GatewayMetrics } from './metrics';
import type { Readiness } from './readiness';

/** Clients of the services behind the gateway. */
export interface Clients {
  identity: RpcClient<typeof identity.IdentityServiceService>;
  /** Also of the identity service: logins and sessions of the command-line client. */
  cli: RpcClient<typeof cli.CliServiceService>;
  ledger: RpcClient<typeof ledger.LedgerServiceService>;
  search: RpcClient<typeof search.SearchServiceService>;
  company: RpcClient<typeof company.CompanyServiceService>;
  metering: RpcClient<typeof metering.MeteringServiceService>;
}

/** What the operations of the gateway work with. */
export interface GatewayContext {
  config: GatewayConfig;
  logger: Logger;
  /** Failures that each request may cause. */
  failures: FailureLog;
  metrics: GatewayMetrics;
  clients: Clients;
  verifier: CredentialVerifier;
  /** Rejected credentials by address. */
  guard: AddressGuard;
  /** Requests for tokens by address. */
  logins: AddressGuard;
  windows: WindowStore;
  /** Requests in flight, by account. */
  slots: RequestSlots;
  /** Credentials that were able to pay a moment ago. */
  funds: KnownFunds;
  /** What the gateway is called. */
  hosts: AllowedHosts;
  searching: SearchEnvironment;
  catalogue: CatalogueKeeper;
  readiness: Readiness;
  releases: KeyReleases;
  voids: ChargeVoids;
  /** Milliseconds since the Unix epoch. */
  clock: () => number;
}
