import type { InstanceState } from './instances/instance';

export interface InstanceStatus {
  service: string;
  name: string;
  address: string;
  state: InstanceState;
  ready: boolean;
  /** Requests that the proxy waits for; of gateways and dashboards only. */
  inFlight?: number;
}

/** An instance whose process did not end as it should. */
export interface Incident {
  instance: string;
  /** `crashed`: without being asked; `cut`: killed because its grace was over, or with another exit status than 0. */
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
