import { services } from '@heliograph/launcher';

const USUAL_REPLICAS = 2;
export const MAXIMUM_REPLICAS = 20;

/** The embedded vector index owns its files: a second process cannot open them. */
export const ONLY_ONE: ReadonlySet<string> = new Set(
  services.filter(({ isSingle }) => isSingle).map(({ name }) => name),
);

/**
 * The path that readiness probes request. Public services stay ready when their dependencies are down, as in the chart.
 */
export function probePathOf(service: string): string {
  return portOf(service) === undefined ? '/readyz' : '/servez';
}

/** The default for the service, unless set on the command line. */
export function replicasOf(service: string, chosen: Readonly<Record<string, number>> = {}): number {
  return chosen[service] ?? services.find(({ name }) => name === service)?.replicas ?? USUAL_REPLICAS;
}

/**
 * Ports that all instances of a service use at their own addresses, like the chart's pods. Not 8080: any program
 * listening there on all addresses would block them.
 */
export const PORTS = {
  rpc: 50_051,
  operations: 9_464,
  gateway: 50_080,
  dashboard: 50_081,
} as const;

function portOf(service: string): number | undefined {
  return services.find(({ name }) => name === service)?.port;
}
