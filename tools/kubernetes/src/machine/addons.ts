import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COREDNS_IMAGE, TRAEFIK_IMAGE } from '../images/system';
import { EDGE_NAMESPACE, METRICS_PORT, NETWORK, nodeAddress, nodeName, PAUSE_IMAGE } from '../settings';

const VARIABLES: Record<string, string> = {
  COREDNS_IMAGE,
  TRAEFIK_IMAGE,
  PAUSE_IMAGE,
  EDGE_NAMESPACE,
  METRICS_PORT: String(METRICS_PORT),
  DNS_ADDRESS: NETWORK.dnsAddress,
  NODE1_ADDRESS: nodeAddress(1),
};
/** The manifests in k8s/ claim four. */
const VOLUMES = [1, 2, 3, 4, 5] as const;

/** A manifest from machine/ with its placeholders filled in. @throws Error for an unknown placeholder. */
export async function manifestText(tool: string, file: string): Promise<string> {
  const text = await readFile(join(tool, 'machine', file), 'utf8');
  return text.replace(/<([A-Z0-9_]+)>/g, (_, name: string) => {
    const value = VARIABLES[name];
    if (value === undefined) throw new Error(`machine/${file} names ${name}, which has no value`);
    return value;
  });
}

/** Empty directories on node 1, as local volumes: hostPath volumes would ignore fsGroup. */
export function volumes(state: string): { path: string; manifest: object }[] {
  return VOLUMES.map((number) => {
    const path = join(state, 'volumes', String(number));
    const onNode1 = { key: 'kubernetes.io/hostname', operator: 'In', values: [nodeName(1)] };
    const manifest = {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: `local-${number}` },
      spec: {
        capacity: { storage: '10Gi' },
        accessModes: ['ReadWriteOnce'],
        storageClassName: 'local',
        persistentVolumeReclaimPolicy: 'Retain',
        local: { path },
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [onNode1] }] } },
      },
    };
    return { path, manifest };
  });
}
