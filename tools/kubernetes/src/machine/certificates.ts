import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../run-command';
import { apiUrl, NETWORK, nodeAddress, nodeName, NODES } from '../settings';

const DAYS = '30';
const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** A client or server certificate, by its file name. */
interface Certificate {
  name: string;
  subject: string;
  authority?: string;
  alternativeNames?: string[];
}

/** Clients of the API server, with their users. */
const CLIENTS: readonly Certificate[] = [
  { name: 'admin', subject: '/O=system:masters/CN=admin' },
  { name: 'controller-manager', subject: '/CN=system:kube-controller-manager' },
  { name: 'scheduler', subject: '/CN=system:kube-scheduler' },
  { name: 'proxy', subject: '/CN=system:kube-proxy' },
  ...NODES.map((node) => ({
    name: nodeName(node),
    subject: `/O=system:nodes/CN=system:node:${nodeName(node)}`,
    alternativeNames: [`DNS:${nodeName(node)}`, `IP:${nodeAddress(node)}`],
  })),
];

const API_NAMES = ['kubernetes', 'kubernetes.default', 'kubernetes.default.svc', 'localhost'];
const SERVERS: readonly Certificate[] = [
  {
    name: 'apiserver',
    subject: '/CN=kube-apiserver',
    alternativeNames: [
      ...API_NAMES.map((name) => `DNS:${name}`),
      ...['127.0.0.1', nodeAddress(1), NETWORK.apiServiceAddress].map((address) => `IP:${address}`),
    ],
  },
  { name: 'front-proxy', subject: '/CN=front-proxy', authority: 'front-proxy-ca' },
  { name: 'kubelet-client', subject: '/O=system:masters/CN=apiserver-kubelet-client' },
];

/** Creates the credentials of the cluster's programs: `pki/` and `NAME.kubeconfig` below the state directory. */
export async function makeCertificates(state: string): Promise<void> {
  const directory = join(state, 'pki');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const openssl = (...args: string[]) => runCommand('openssl', args, { cwd: directory });
  for (const name of ['ca', 'front-proxy-ca']) {
    const files = ['-keyout', `${name}.key`, '-out', `${name}.crt`];
    await openssl('req', '-x509', ...CURVE, '-days', DAYS, '-subj', `/CN=${name}`, ...files);
  }
  for (const { name, subject, authority = 'ca', alternativeNames = [] } of [...SERVERS, ...CLIENTS]) {
    await openssl('req', ...CURVE, '-subj', subject, '-keyout', `${name}.key`, '-out', `${name}.csr`);
    const names = alternativeNames.length > 0 ? `subjectAltName=${alternativeNames.join(',')}\n` : '';
    await writeFile(join(directory, `${name}.ext`), `extendedKeyUsage=clientAuth,serverAuth\n${names}`);
    const signing = ['-CA', `${authority}.crt`, '-CAkey', `${authority}.key`, '-CAcreateserial'];
    const request = ['x509', '-req', '-in', `${name}.csr`, ...signing, '-days', DAYS];
    await openssl(...request, '-extfile', `${name}.ext`, '-out', `${name}.crt`);
  }
  await openssl('genrsa', '-out', 'service-account.key', '2048');
  await openssl('rsa', '-in', 'service-account.key', '-pubout', '-out', 'service-account.pub');
  for (const { name } of CLIENTS) await writeKubeconfig(state, name);
}

async function writeKubeconfig(state: string, name: string): Promise<void> {
  const pki = (file: string) => join(state, 'pki', file);
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'cluster', cluster: { server: apiUrl, 'certificate-authority': pki('ca.crt') } }],
    users: [
      { name: 'user', user: { 'client-certificate': pki(`${name}.crt`), 'client-key': pki(`${name}.key`) } },
    ],
    contexts: [{ name: 'context', context: { cluster: 'cluster', user: 'user' } }],
    'current-context': 'context',
  };
  await writeFile(join(state, `${name}.kubeconfig`), JSON.stringify(config));
}
