/** How many instances of each service there are unless somebody says otherwise. */
const REPLICAS: Readonly<Record<string, number>> = {
  identity: 2,
  ledger: 2,
  metering: 3,
  embedding: 1,
  vectors: 1,
  indexer: 2,
  search: 2,
  company: 2,
  gateway: 2,
  dashboard: 2,
};

export const MAXIMUM_REPLICAS = 20;

/** The embedded vector index owns its files: a second process cannot open them. */
export const ONLY_ONE: ReadonlySet<string> = new Set(['vectors']);

/** What clients reach. They stay among the ready ones when what they depend on is away, as the chart has it. */
const DOORS: ReadonlySet<string> = new Set(['gateway', 'dashboard']);

/** The path by which instances of a service are probed for readiness. */
export function probePathOf(service: string): string {
  return DOORS.has(service) ? '/servez' : '/readyz';
}

/** By service. A service without a number of its own gets one instance. */
export function replicasOf(service: string, chosen: Readonly<Record<string, number>> = {}): number {
  return chosen[service] ?? REPLICAS[service] ?? 1;
}

/** Ports that all instances of a service have at their own addresses, as the pods of the chart do. */
export const PORTS = { rpc: 50_051, operations: 9_464, gateway: 8_080, dashboard: 8_081 } as const;
