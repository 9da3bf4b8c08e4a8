import type { Edge, IpThrottle, Readiness } from '@heliograph/edge';
import type { RequestSlots } from '@heliograph/runtime';
import type { Backends } from './backends';
import type { KnownFunds } from './charging/known-funds';
import type { Clients } from './clients';
import type { GatewayConfig } from './config';
import type { CredentialVerifier } from './credentials/credential-verifier';
import type { GatewayMetrics } from './metrics';
import type { RequestLog } from './request-log/request-log';

/** Dependencies of the gateway's operations. */
export interface GatewayContext extends Edge<GatewayMetrics> {
  /** On the dashboard. */
  statusPage: string;
  config: GatewayConfig;
  /** Clients that live and test keys share; the rest are in {@link Backends}. */
  clients: Pick<Clients, 'identity' | 'cli' | 'metering'>;
  backends: Backends;
  readiness: Readiness;
  verifier: CredentialVerifier;
  /** Rejected credentials, by address. */
  rejectionThrottle: IpThrottle;
  /** Token requests, by address. */
  loginThrottle: IpThrottle;
  /** Credentials that could pay recently. */
  funds: KnownFunds;
  /** Test requests that asked to be slow. */
  slowSlots: RequestSlots;
  /** Requests whose responses may be held: they take no slots from active ones. */
  heldSlots: RequestSlots;
  /** Requests whose bodies are read before it is known how they count. */
  bodySlots: RequestSlots;
  requestLog: RequestLog;
}
