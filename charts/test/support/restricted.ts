import { containersOf, type Container, type PodSpec } from './manifests';

const allowedVolumes = [
  ...[
    'configMap',
    'csi',
    'downwardAPI',
    'emptyDir',
    'ephemeral',
    'persistentVolumeClaim',
    'projected',
    'secret',
  ],
];

/**
 * Why a pod violates the Pod Security Standard "restricted"
 * (https://kubernetes.io/docs/concepts/security/pod-security-standards/) or this project's own rules: no Kubernetes API
 * token, no variables for Services.
 */
export function restrictedIssues(pod: PodSpec): string[] {
  const issues: string[] = [];
  const need = (isSo: boolean, issue: string) => {
    if (!isSo) issues.push(issue);
  };
  const { securityContext = {}, volumes = [] } = pod;
  need(!pod.hostNetwork && !pod.hostPID && !pod.hostIPC, 'shares a namespace of its node');
  need(securityContext.runAsNonRoot === true, 'may run as root');
  need(securityContext.runAsUser !== 0, 'runs as root');
  need(securityContext.seccompProfile?.type === 'RuntimeDefault', 'has no seccomp profile');
  need(securityContext.sysctls === undefined, 'sets sysctls');
  for (const { name, ...source } of volumes) {
    for (const type of Object.keys(source))
      need(allowedVolumes.includes(type), `volume ${name} is a ${type}`);
  }
  need(pod.automountServiceAccountToken === false, 'has a token of the Kubernetes API');
  need(pod.enableServiceLinks === false, 'has variables named after Services');
  return [...issues, ...containersOf(pod).flatMap(containerIssues)];
}

function containerIssues({ name, securityContext = {}, ports = [] }: Container): string[] {
  const issues: string[] = [];
  const need = (isSo: boolean, issue: string) => {
    if (!isSo) issues.push(`container ${name} ${issue}`);
  };
  const { capabilities = {} } = securityContext;
  need(securityContext.allowPrivilegeEscalation === false, 'may gain privileges');
  need(securityContext.privileged !== true, 'is privileged');
  need(capabilities.drop?.includes('ALL') === true, 'keeps capabilities');
  need(capabilities.add === undefined, 'adds capabilities');
  need(securityContext.runAsNonRoot !== false, 'may run as root');
  need(securityContext.runAsUser !== 0, 'runs as root');
  need(
    ports.every((port) => !('hostPort' in port)),
    'has a port of its node',
  );
  return issues;
}
