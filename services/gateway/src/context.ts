import type { Edge, Readiness } from '@heliograph/edge';
import type { FilterOptionsCache, SearchEnvironment } from '@heliograph/signal-search';
import type { ChargeVoids } from './charging/charge-voids';
import type { KeyReleases } from './charging/key-releases';
import type { KnownFunds } from './charging/known-funds';
import type { Clients } from './clients';
import type { GatewayConfig } from './config';
import type { IpThrottle } from './credentials/ip-throttle';
import type { CredentialVerifier } from './credentials/credential-verifier';
import type { GatewayMetrics } from './metrics';

/** What the operations of the gateway work with. */
export interface GatewayContext extends Edge<GatewayMetrics> {
  config: GatewayConfig;
  clients: Clients;
  readiness: Readiness;
  verifier: CredentialVerifier;
  /** Rejected credentials by address. */
  rejectionThrottle: IpThrottle;
  /** Requests for tokens by address. */
  loginThrottle: IpThrottle;
  /** Credentials that were able to pay a moment ago. */
  funds: KnownFunds;
  searching: SearchEnvironment;
  filterOptions: FilterOptionsCache;
  releases: KeyReleases;
  voids: ChargeVoids;
}
