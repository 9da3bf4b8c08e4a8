import type { InstanceState } from './instances/instance';

interface InstanceStatus {
  service: string;
  name: string;
  address: string;
  state: InstanceState;
  ready: boolean;
  /** Requests in flight at the proxy; only for gateways and dashboards. */
  inFlight?: number;
}

/** An instance whose process did not exit as it should. */
export interface Incident {
  instance: string;
  /** `crashed`: exited unexpectedly; `cut`: killed after the grace period, or exited with a status other than 0. */
  kind: 'crashed' | 'cut';
  how: string;
  /** ISO 8601, UTC. */
  at: string;
}

export interface ClusterStatus {
  gatewayUrl: string;
  dashboardUrl: string;
  /** `address:port` of the DNS server. */
  dns: string;
  instances: InstanceStatus[];
  incidents: Incident[];
}
