import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Versions that make up the cluster. Changing one rebuilds that part. */
export const VERSIONS = { kubernetes: '1.34.4', coreDns: '1.12.4', traefik: '3.5.0' } as const;

/**
 * Stands in for the previous release until there is one: a commit on main with an older schema and older protocol
 * buffers (the ledger's migration 0011 came later).
 */
export const PREVIOUS_COMMIT = '89c6ae21a59402531bf972c8cd9f28db3e47aa79';

/** Nodes are numbered from 1; node 1 has the control plane and the volumes. */
export const NODES = [1, 2] as const;
export type NodeNumber = (typeof NODES)[number];

/** Also the name of its control groups. */
export const CLUSTER_NAME = 'heliograph-kubernetes';
export const NAMESPACE = 'heliograph';
export const RELEASE = 'heliograph';
/** Namespace of clients and the ingress controller. */
export const EDGE_NAMESPACE = 'edge';

/** Addresses inside the cluster's own network namespaces; the machine has none of them. */
export const NETWORK = {
  fabric: '10.240.0',
  podCidr: '10.244.0.0/16',
  serviceCidr: '10.96.0.0/16',
  dnsAddress: '10.96.0.10',
  apiServiceAddress: '10.96.0.1',
} as const;

export const API_PORT = 6443;
export const METRICS_PORT = 9443;
export const PAUSE_IMAGE = 'docker.io/heliograph/pause:1';

export function nodeName(node: NodeNumber): string {
  return `node${node}`;
}

export function nodeAddress(node: NodeNumber): string {
  return `${NETWORK.fabric}.1${node}`;
}

export function podCidrOf(node: NodeNumber): string {
  return `10.244.${node}.0/24`;
}

export const apiUrl = `https://${nodeAddress(1)}:${API_PORT}`;

export interface Paths {
  /** The checkout under test. */
  repository: string;
  /** This workspace. */
  tool: string;
  /** Kept between runs. */
  cache: string;
  programs: string;
  /** A running cluster's files; removed when it is brought down. */
  state: string;
}

/** @param repository root of the checkout. Creates nothing. */
export function pathsOf(repository: string): Paths {
  const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const cache = join(caches, 'heliograph', `kubernetes-${VERSIONS.kubernetes}`);
  return {
    repository: resolve(repository),
    tool: join(resolve(repository), 'tools/kubernetes'),
    cache,
    programs: join(cache, 'bin'),
    state: join(cache, 'cluster'),
  };
}
