import { BlockList, isIPv6 } from 'node:net';
import type { Labels, Manifest } from './manifests';

/** A sender or receiver of packets: a pod with its labels and its namespace's, or an address outside the cluster. */
export type Party =
  | { kind: 'pod'; namespace: string; labels: Labels; namespaceLabels?: Labels }
  | { kind: 'address'; address: string };

export interface Port {
  number: number;
  protocol?: 'TCP' | 'UDP';
}

interface Selector {
  matchLabels?: Labels;
  matchExpressions?: unknown;
}

interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: { cidr: string; except?: string[] };
}

interface Rule {
  from?: Peer[];
  to?: Peer[];
  ports?: { port?: number | string; endPort?: number; protocol?: string }[];
}

export interface NetworkPolicy extends Manifest {
  kind: 'NetworkPolicy';
  spec: { podSelector: Selector; policyTypes?: string[]; ingress?: Rule[]; egress?: Rule[] };
}

/**
 * Whether network policies let one party open a connection to another: the first must be allowed to send, and the other
 * to receive (https://kubernetes.io/docs/concepts/services-networking/network-policies/).
 *
 * @throws for a policy that uses unsupported features, so that nothing is assumed.
 */
export function mayConnect(policies: readonly NetworkPolicy[], from: Party, to: Party, port: Port): boolean {
  return isAllowed(policies, 'Egress', from, to, port) && isAllowed(policies, 'Ingress', to, from, port);
}

function isAllowed(
  policies: readonly NetworkPolicy[],
  direction: 'Ingress' | 'Egress',
  party: Party,
  other: Party,
  port: Port,
): boolean {
  if (party.kind === 'address') return true;
  const selecting = policies.filter(
    ({ metadata, spec }) =>
      metadata.namespace === party.namespace &&
      matches(spec.podSelector, party.labels) &&
      (spec.policyTypes ?? ['Ingress']).includes(direction),
  );
  if (selecting.length === 0) return true;
  return selecting.some(({ metadata, spec }) =>
    (direction === 'Egress' ? spec.egress : spec.ingress)?.some(
      (rule) =>
        hasPort(rule, port) &&
        hasPeer(direction === 'Egress' ? rule.to : rule.from, other, metadata.namespace!),
    ),
  );
}

function hasPort({ ports }: Rule, { number, protocol = 'TCP' }: Port): boolean {
  // An absent list allows everything, according to the API; an empty one means the same.
  if (ports === undefined || ports.length === 0) return true;
  return ports.some((one) => {
    const { port: first, endPort: last = first } = one;
    if (typeof first === 'string' || typeof last === 'string') throw new Error('ports are numbers here');
    if ((one.protocol ?? 'TCP') !== protocol) return false;
    return first === undefined || last === undefined || (first <= number && number <= last);
  });
}

function hasPeer(peers: readonly Peer[] | undefined, other: Party, namespace: string): boolean {
  if (peers === undefined || peers.length === 0) return true;
  return peers.some(({ podSelector, namespaceSelector, ipBlock }) => {
    if (ipBlock !== undefined) {
      if (other.kind !== 'address') return false;
      const holds = (cidr: string) => isWithin(other.address, cidr);
      return holds(ipBlock.cidr) && !ipBlock.except?.some(holds);
    }
    if (other.kind === 'address') return false;
    const isThere =
      namespaceSelector === undefined
        ? other.namespace === namespace
        : matches(namespaceSelector, other.namespaceLabels ?? {});
    return isThere && (podSelector === undefined || matches(podSelector, other.labels));
  });
}

function isWithin(address: string, cidr: string): boolean {
  const [network, prefix] = cidr.split('/') as [string, string];
  const family = isIPv6(network) ? 'ipv6' : 'ipv4';
  if (isIPv6(address) !== (family === 'ipv6')) return false;
  const block = new BlockList();
  block.addSubnet(network, Number(prefix), family);
  return block.check(address, family);
}

function matches({ matchLabels = {}, matchExpressions }: Selector, labels: Labels): boolean {
  if (matchExpressions !== undefined) throw new Error('selectors are labels here');
  return Object.entries(matchLabels).every(([name, value]) => labels[name] === value);
}
