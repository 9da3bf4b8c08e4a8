import type { Edge, Readiness, RequestSlots } from '@heliograph/edge';
import type { Backends } from './backends';
import type { KnownFunds } from './charging/known-funds';
import type { Clients } from './clients';
import type { GatewayConfig } from './config';
import type { IpThrottle } from './credentials/ip-throttle';
import type { CredentialVerifier } from './credentials/credential-verifier';
import type { GatewayMetrics } from './metrics';

/** What the operations of the gateway work with. */
export interface GatewayContext extends Edge<GatewayMetrics> {
  config: GatewayConfig;
  /** Of what is the same for live and test keys; the rest is behind {@link Backends}. */
  clients: Pick<Clients, 'identity' | 'cli'>;
  backends: Backends;
  readiness: Readiness;
  verifier: CredentialVerifier;
  /** Rejected credentials by address. */
  rejectionThrottle: IpThrottle;
  /** Requests for tokens by address. */
  loginThrottle: IpThrottle;
  /** Credentials that were able to pay a moment ago. */
  funds: KnownFunds;
  /** Test requests that are being slow because they were asked to. */
  slowSlots: RequestSlots;
  /** Requests whose answers may be held: they take no slots of those that are worked on. */
  heldSlots: RequestSlots;
}
