import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CLUSTER_NAME, NETWORK, nodeName, PAUSE_IMAGE, podCidrOf, type NodeNumber } from '../settings';

/** Writes the configuration of a node's programs to its directory, as JSON, which YAML readers accept. */
export async function writeNodeFiles(state: string, node: NodeNumber): Promise<void> {
  const directory = join(state, nodeName(node));
  await mkdir(join(directory, 'cni'), { recursive: true });
  const files: Record<string, object | string> = {
    'cni/10-pods.conflist': podNetwork(directory, node),
    'containerd.toml': containerdConfiguration(directory),
    'kubelet.yaml': kubeletConfiguration(state, directory, node),
    'proxy.yaml': proxyConfiguration(state, node),
  };
  for (const [name, content] of Object.entries(files)) {
    const text = typeof content === 'string' ? content : JSON.stringify(content, undefined, 2);
    await writeFile(join(directory, name), text);
  }
}

/** Routes pod traffic instead of bridging it, so that kube-proxy and policies see all of it. */
function podNetwork(directory: string, node: NodeNumber): object {
  const ipam = {
    type: 'host-local',
    dataDir: join(directory, 'cni-state'),
    ranges: [[{ subnet: podCidrOf(node) }]],
    routes: [{ dst: '0.0.0.0/0' }],
  };
  const plugins = [
    { type: 'ptp', mtu: 1500, ipMasq: false, ipam },
    { type: 'portmap', capabilities: { portMappings: true } },
  ];
  return { cniVersion: '0.4.0', name: 'pods', plugins };
}

function containerdConfiguration(directory: string): string {
  const cri = 'plugins."io.containerd.grpc.v1.cri"';
  return `version = 2
root = "${directory}/containerd"
state = "/run/containerd/state"
[grpc]
  address = "/run/containerd/containerd.sock"
[${cri}]
  sandbox_image = "${PAUSE_IMAGE}"
  disable_apparmor = true
  restrict_oom_score_adj = true
  [${cri}.containerd]
    snapshotter = "overlayfs"
    default_runtime_name = "runc"
    [${cri}.containerd.runtimes.runc]
      runtime_type = "io.containerd.runc.v2"
      [${cri}.containerd.runtimes.runc.options]
        SystemdCgroup = false
  [${cri}.cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "${directory}/cni"
`;
}

function kubeletConfiguration(state: string, directory: string, node: NodeNumber): object {
  const pki = (file: string) => join(state, 'pki', file);
  return {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    authentication: {
      anonymous: { enabled: false },
      webhook: { enabled: true },
      x509: { clientCAFile: pki('ca.crt') },
    },
    authorization: { mode: 'Webhook' },
    tlsCertFile: pki(`${nodeName(node)}.crt`),
    tlsPrivateKeyFile: pki(`${nodeName(node)}.key`),
    containerRuntimeEndpoint: 'unix:///run/containerd/containerd.sock',
    cgroupDriver: 'cgroupfs',
    cgroupRoot: `/${CLUSTER_NAME}/${nodeName(node)}`,
    clusterDNS: [NETWORK.dnsAddress],
    clusterDomain: 'cluster.local',
    failCgroupV1: false,
    failSwapOn: false,
    resolvConf: join(directory, 'resolv.conf'),
    // The machine's disk usage is not the cluster's concern.
    evictionHard: {
      'memory.available': '100Mi',
      'nodefs.available': '0%',
      'nodefs.inodesFree': '0%',
      'imagefs.available': '0%',
    },
    imageGCHighThresholdPercent: 100,
    serializeImagePulls: false,
    volumePluginDir: join(directory, 'plugins'),
    logging: { verbosity: 2 },
  };
}

function proxyConfiguration(state: string, node: NodeNumber): object {
  return {
    apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
    kind: 'KubeProxyConfiguration',
    clientConnection: { kubeconfig: join(state, 'proxy.kubeconfig') },
    mode: 'nftables',
    clusterCIDR: NETWORK.podCidr,
    hostnameOverride: nodeName(node),
    // Zero leaves the machine's connection tracking limits unchanged.
    conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: '0s', tcpCloseWaitTimeout: '0s' },
  };
}
