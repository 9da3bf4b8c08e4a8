/**
 * network-policies.js STATE NODE: enforces NetworkPolicies for a node's pods with nftables, in its network namespace,
 * in place of a network plugin. Ends with the node.
 */
import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { policyTable, type Namespace, type NetworkPolicy, type Pod } from '../domain/network-policies';
import { ApiClient } from './api-client';

const RETRY_MS = 1_000;
/** Changes within this time are batched. */
const GATHER_MS = 50;

interface Named {
  metadata: { uid: string };
}

const [state, node] = process.argv.slice(2) as [string, string];
const api = new ApiClient(state);
let pending: NodeJS.Timeout | undefined;
let current = '';

const pods = followed<Pod>('/api/v1/pods');
const namespaces = followed<Namespace>('/api/v1/namespaces');
const policies = followed<NetworkPolicy>('/apis/networking.k8s.io/v1/networkpolicies');
const kinds = [pods, namespaces, policies];

/** The objects of a kind, kept up to date. */
function followed<Item extends Named>(path: string): { objects: Map<string, Item>; isListed: boolean } {
  const kind = { objects: new Map<string, Item>(), isListed: false };
  void follow(path, kind);
  return kind;
}

async function follow<Item extends Named>(
  path: string,
  kind: { objects: Map<string, Item>; isListed: boolean },
): Promise<never> {
  for (;;) {
    try {
      const { items, metadata } = await api.list<Item>(path);
      kind.objects = new Map(items.map((item) => [item.metadata.uid, item]));
      kind.isListed = true;
      changed();
      for await (const { type, object } of api.watch<Item>(path, metadata.resourceVersion)) {
        if (type === 'ERROR') break;
        if (type === 'DELETED') kind.objects.delete(object.metadata.uid);
        else kind.objects.set(object.metadata.uid, object);
        changed();
      }
    } catch (error) {
      process.stderr.write(`${path}: ${(error as Error).message}\n`);
      await delay(RETRY_MS);
    }
  }
}

function changed(): void {
  pending ??= setTimeout(() => {
    pending = undefined;
    if (kinds.every(({ isListed }) => isListed)) enforce();
  }, GATHER_MS);
}

function enforce(): void {
  const table = policyTable(node, {
    pods: [...pods.objects.values()],
    namespaces: [...namespaces.objects.values()],
    policies: [...policies.objects.values()],
  });
  if (table === current) return;
  const { status, stderr } = spawnSync('nft', ['-f', '-'], { input: table, encoding: 'utf8' });
  if (status === 0) current = table;
  process.stderr.write(status === 0 ? `${new Date().toISOString()} enforced\n` : `${stderr}\n${table}\n`);
}
