/** Kubernetes API objects, reduced to what policies need. */
interface Metadata {
  name: string;
  namespace: string;
  uid: string;
  labels?: Record<string, string>;
}

interface Port {
  name?: string;
  containerPort: number;
  protocol?: string;
}

export interface Pod {
  metadata: Metadata;
  spec: { nodeName?: string; hostNetwork?: boolean; containers: { ports?: Port[] }[] };
  status: { podIP?: string; phase?: string };
}

export interface Namespace {
  metadata: Metadata;
}

interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values?: string[] }[];
}

interface Peer {
  ipBlock?: { cidr: string; except?: string[] };
  namespaceSelector?: Selector;
  podSelector?: Selector;
}

interface Rule {
  from?: Peer[];
  to?: Peer[];
  ports?: { port?: number | string; endPort?: number; protocol?: string }[];
}

export interface NetworkPolicy {
  metadata: Metadata;
  spec: { podSelector: Selector; policyTypes?: string[]; ingress?: Rule[]; egress?: Rule[] };
}

export interface ClusterObjects {
  pods: readonly Pod[];
  namespaces: readonly Namespace[];
  policies: readonly NetworkPolicy[];
}

type Direction = 'ingress' | 'egress';
const FIELDS = { ingress: 'ip saddr', egress: 'ip daddr' } as const;

/**
 * NetworkPolicies (networking.k8s.io/v1) as an nftables table for one node that routes its pods: a pod selected by a
 * policy is isolated in the policy's directions, replies pass, and traffic from the node itself (probes) is exempt.
 *
 * @returns text for `nft -f`, which replaces the table atomically.
 */
export function policyTable(node: string, objects: ClusterObjects): string {
  const chains: string[] = [];
  const maps: Record<Direction, string[]> = { ingress: [], egress: [] };
  for (const pod of objects.pods.filter((each) => isLive(each) && each.spec.nodeName === node)) {
    for (const direction of ['ingress', 'egress'] as const) {
      const policies = isolating(pod, direction, objects.policies);
      if (policies.length === 0) continue;
      const name = `${direction}_${pod.metadata.uid.replace(/-/g, '')}`;
      const passes = policies.flatMap(({ spec, metadata }) =>
        (spec[direction] ?? []).flatMap((rule) =>
          conditions(rule, direction, pod, metadata.namespace, objects),
        ),
      );
      const lines = [...new Set(passes)].map((condition) => `    ${condition} return`);
      chains.push([`  chain ${name} {`, ...lines, '    counter drop', '  }'].join('\n'));
      maps[direction].push(`${pod.status.podIP} : jump ${name}`);
    }
  }
  const jumps = [jump('ip saddr', maps.egress), jump('ip daddr', maps.ingress)].filter((line) => line !== '');
  const table = 'table inet network_policies';
  return [
    table,
    `delete ${table}`,
    `${table} {`,
    ...chains,
    '  chain forward {',
    '    type filter hook forward priority filter + 10; policy accept;',
    '    ct state established,related accept',
    ...jumps,
    '  }',
    '}',
    '',
  ].join('\n');
}

/** Whether a pod has its own address that receives packets. */
function isLive({ spec, status }: Pod): boolean {
  return Boolean(status.podIP) && !spec.hostNetwork && !['Succeeded', 'Failed'].includes(status.phase ?? '');
}

/** Whether a label selector matches. An empty one selects everything. */
export function selects(selector: Selector, labels: Record<string, string> = {}): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector;
  if (!Object.entries(matchLabels).every(([key, value]) => labels[key] === value)) return false;
  return matchExpressions.every(({ key, operator, values = [] }) => {
    const value = labels[key];
    switch (operator) {
      case 'In':
        return value !== undefined && values.includes(value);
      case 'NotIn':
        return value === undefined || !values.includes(value);
      case 'Exists':
        return value !== undefined;
      case 'DoesNotExist':
        return value === undefined;
      default:
        throw new Error(`a label selector has the operator ${operator}`);
    }
  });
}

function isolating(pod: Pod, direction: Direction, policies: readonly NetworkPolicy[]): NetworkPolicy[] {
  const type = direction === 'ingress' ? 'Ingress' : 'Egress';
  return policies.filter(({ metadata, spec }) => {
    const types = spec.policyTypes ?? ['Ingress', ...(spec.egress ? ['Egress'] : [])];
    const isMeant =
      metadata.namespace === pod.metadata.namespace && selects(spec.podSelector, pod.metadata.labels);
    return isMeant && types.includes(type);
  });
}

/** Conditions for a rule to admit a pod's packets. A named port is resolved on the destination pod. */
function conditions(
  rule: Rule,
  direction: Direction,
  pod: Pod,
  namespace: string,
  objects: ClusterObjects,
): string[] {
  const peers = direction === 'ingress' ? rule.from : rule.to;
  const field = FIELDS[direction];
  const reached = direction === 'ingress' ? pod : undefined;
  if (!peers?.length) return portConditions(rule, reached);
  return peers.flatMap((peer) => {
    if (peer.ipBlock) {
      const { cidr, except = [] } = peer.ipBlock;
      // Pods have only IPv4 addresses, and nft would refuse all rules because of this one.
      if (cidr.includes(':')) return [];
      const excepted = except.length > 0 ? ` ${field} != { ${except.join(', ')} }` : '';
      return portConditions(rule, reached).map((ports) => `${field} ${cidr}${excepted} ${ports}`.trim());
    }
    return podsOf(peer, namespace, objects).flatMap((other) =>
      portConditions(rule, reached ?? other).map((ports) => `${field} ${other.status.podIP} ${ports}`.trim()),
    );
  });
}

function podsOf(
  { namespaceSelector, podSelector = {} }: Peer,
  namespace: string,
  objects: ClusterObjects,
): Pod[] {
  const names = new Set(
    namespaceSelector
      ? objects.namespaces
          .filter(({ metadata }) => selects(namespaceSelector, metadata.labels))
          .map(({ metadata }) => metadata.name)
      : [namespace],
  );
  return objects.pods.filter(
    (pod) => isLive(pod) && names.has(pod.metadata.namespace) && selects(podSelector, pod.metadata.labels),
  );
}

/** One condition for each port of a rule; a single empty one if it names none. */
function portConditions({ ports }: Rule, reached: Pod | undefined): string[] {
  if (!ports?.length) return [''];
  return ports.flatMap(({ port, endPort, protocol = 'TCP' }) => {
    const name = protocol.toLowerCase();
    if (port === undefined) return [`meta l4proto ${name}`];
    const number = typeof port === 'number' ? port : reached && namedPort(reached, port, protocol);
    if (number === undefined) return [];
    return [`${name} dport ${endPort === undefined ? number : `${number}-${endPort}`}`];
  });
}

function namedPort({ spec }: Pod, name: string, protocol: string): number | undefined {
  const ports = spec.containers.flatMap(({ ports = [] }) => ports);
  return ports.find((port) => port.name === name && (port.protocol ?? 'TCP') === protocol)?.containerPort;
}

function jump(field: string, entries: readonly string[]): string {
  return entries.length > 0 ? `    ${field} vmap { ${entries.join(', ')} }` : '';
}
