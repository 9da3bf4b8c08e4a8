import type { Edge, IpThrottle, Readiness } from '@heliograph/edge';
import type { RequestSlots } from '@heliograph/runtime';
import type { Backends } from './backends';
import type { KnownFunds } from './charging/known-funds';
import type { Clients } from './clients';
import type { GatewayConfig } from './config';
import type { CredentialVerifier } from './credentials/credential-verifier';
import type { GatewayMetrics } from './metrics';
import type { RequestLog } from './request-log/request-log';

/** What the gateway's operations work with. */
export interface GatewayContext extends Edge<GatewayMetrics> {
  /** Of the dashboard. */
  statusPage: string;
  config: GatewayConfig;
  /** For what live and test keys share; the rest is behind {@link Backends}. */
  clients: Pick<Clients, 'identity' | 'cli' | 'metering'>;
  backends: Backends;
  readiness: Readiness;
  verifier: CredentialVerifier;
  /** Rejected credentials by address. */
  rejectionThrottle: IpThrottle;
  /** Requests for tokens by address. */
  loginThrottle: IpThrottle;
  /** Credentials that were able to pay recently. */
  funds: KnownFunds;
  /** Test requests that are slow on request. */
  slowSlots: RequestSlots;
  /** Requests whose responses may be held: they take no slots of active ones. */
  heldSlots: RequestSlots;
  /** Bodies that are read before they say how they count. */
  bodySlots: RequestSlots;
  requestLog: RequestLog;
}
