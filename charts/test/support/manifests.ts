/** Kubernetes objects, reduced to what these tests inspect. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: Metadata;
  [part: string]: unknown;
}

interface Metadata {
  name: string;
  namespace?: string;
  labels?: Labels;
  annotations?: Labels;
}

export type Labels = Record<string, string>;

interface SecretKeyRef {
  name: string;
  key: string;
  optional?: boolean;
}

interface EnvironmentEntry {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef?: SecretKeyRef };
}

interface ProbeSpec {
  grpc?: { port: number };
  httpGet?: { path: string; port: string | number };
  exec?: { command: string[] };
  tcpSocket?: { port: string | number };
  periodSeconds?: number;
  failureThreshold?: number;
}

export interface Container {
  name: string;
  image: string;
  args?: string[];
  env?: EnvironmentEntry[];
  envFrom?: unknown;
  ports?: { name: string; containerPort: number }[];
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  securityContext?: Record<string, unknown> & { capabilities?: { drop?: string[]; add?: string[] } };
  startupProbe?: ProbeSpec;
  readinessProbe?: ProbeSpec;
  livenessProbe?: ProbeSpec;
  lifecycle?: { preStop?: { sleep?: { seconds: number } } };
  volumeMounts?: { name: string; mountPath: string }[];
}

export interface PodSpec {
  serviceAccountName?: string;
  automountServiceAccountToken?: boolean;
  enableServiceLinks?: boolean;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostIPC?: boolean;
  nodeSelector?: Labels;
  tolerations?: object[];
  terminationGracePeriodSeconds?: number;
  topologySpreadConstraints?: {
    topologyKey: string;
    nodeTaintsPolicy: string;
    labelSelector: { matchLabels: Labels };
  }[];
  securityContext?: Record<string, unknown> & { seccompProfile?: { type: string } };
  volumes?: (Record<string, unknown> & { name: string })[];
  initContainers?: Container[];
  containers: Container[];
}

interface PodTemplate {
  metadata: { labels: Labels; annotations?: Labels };
  spec: PodSpec;
}

export interface Deployment extends Manifest {
  kind: 'Deployment';
  spec: {
    replicas?: number;
    selector: { matchLabels: Labels };
    progressDeadlineSeconds?: number;
    strategy: { type: string; rollingUpdate: { maxUnavailable: unknown; maxSurge: unknown } };
    template: PodTemplate;
  };
}

interface Templated {
  template: PodTemplate;
}

/** A pod that a rendering creates, and its owner. */
export interface Pod {
  /** For example "Deployment heliograph-gateway". */
  owner: string;
  manifest: Manifest;
  labels: Labels;
  spec: PodSpec;
}

export function ofKind<Kind extends Manifest>(manifests: readonly Manifest[], kind: Kind['kind']): Kind[] {
  return manifests.filter((manifest): manifest is Kind => manifest.kind === kind);
}

export function deploymentsOf(manifests: readonly Manifest[]): Deployment[] {
  return ofKind<Deployment>(manifests, 'Deployment');
}

/** Every pod, whatever its owner. */
export function podsOf(manifests: readonly Manifest[]): Pod[] {
  return manifests.flatMap((manifest) => {
    const owner = `${manifest.kind} ${manifest.metadata.name}`;
    if (manifest.kind === 'Pod') {
      return [{ owner, manifest, labels: manifest.metadata.labels ?? {}, spec: manifest.spec as PodSpec }];
    }
    const template = (manifest.spec as Partial<Templated> | undefined)?.template;
    if (template?.spec?.containers === undefined) return [];
    return [{ owner, manifest, labels: template.metadata.labels, spec: template.spec }];
  });
}

export function containersOf(spec: PodSpec): Container[] {
  return [...(spec.initContainers ?? []), ...spec.containers];
}

/** A program's name within its release. */
export function componentOf(labels: Labels): string {
  return labels['app.kubernetes.io/component'] ?? '';
}
