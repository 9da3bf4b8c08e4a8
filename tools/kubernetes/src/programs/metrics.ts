/**
 * metrics.js STATE NODE: serves metrics.k8s.io from kubelets' measurements and custom.metrics.k8s.io from the pods' own
 * /metrics, in place of metrics-server and prometheus-adapter, so that autoscalers have data. Ends with the node.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { podMetrics, sumOfMetric, type StatsSummary } from '../domain/metrics';
import { METRICS_PORT, nodeAddress, NODES } from '../settings';
import { ApiClient } from './api-client';

const SCRAPE_MS = 2_000;
const KUBELET_PORT = 10_250;
const SERVICE_METRICS_PORT = 9_464;
const VERSION = 'v1beta1';

interface Pod {
  metadata: { name: string; namespace: string; labels?: Record<string, string> };
  status: { podIP?: string };
}

const [state] = process.argv.slice(2) as [string];
const api = new ApiClient(state);
const pki = (file: string) => readFileSync(join(state, 'pki', file));

createServer({ cert: pki('apiserver.crt'), key: pki('apiserver.key') }, (request, response) => {
  const answer = (status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  answerTo(new URL(request.url ?? '/', 'https://metrics')).then(
    (body) => answer(200, body),
    (error: unknown) =>
      answer(500, { kind: 'Status', apiVersion: 'v1', status: 'Failure', message: String(error) }),
  );
}).listen(METRICS_PORT, nodeAddress(1));

/** Paths have the form /apis/GROUP/VERSION/namespaces/NAMESPACE/pods[/*\/METRIC]. */
async function answerTo({ pathname, searchParams }: URL): Promise<object> {
  const [, , group = '', version, , namespace, , , metric] = pathname.split('/');
  if (!version) {
    const versions = [{ groupVersion: `${group}/${VERSION}`, version: VERSION }];
    return { kind: 'APIGroup', apiVersion: 'v1', name: group, versions };
  }
  const apiVersion = `${group}/${VERSION}`;
  if (!namespace) {
    const resource = {
      name: 'pods',
      singularName: '',
      namespaced: true,
      kind: 'PodMetrics',
      verbs: ['get', 'list'],
    };
    return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: apiVersion, resources: [resource] };
  }
  const labelSelector = searchParams.get('labelSelector') ?? '';
  const query = new URLSearchParams({ labelSelector });
  const { items: pods } = await api.list<Pod>(`/api/v1/namespaces/${namespace}/pods?${query}`);
  const items = metric ? await customMetrics(pods, metric) : await resourceMetrics(pods);
  return { kind: metric ? 'MetricValueList' : 'PodMetricsList', apiVersion, metadata: {}, items };
}

async function resourceMetrics(pods: readonly Pod[]): Promise<object[]> {
  const summaries = await Promise.allSettled(
    NODES.map((node) => api.read<StatsSummary>(`https://${nodeAddress(node)}:${KUBELET_PORT}/stats/summary`)),
  );
  const known = summaries.flatMap((summary) => (summary.status === 'fulfilled' ? [summary.value] : []));
  return pods.flatMap((pod) => podMetrics(pod, known) ?? []);
}

/** Omits pods that do not answer in time, just as an adapter omits pods that it has not scraped. */
async function customMetrics(pods: readonly Pod[], name: string): Promise<object[]> {
  const items = pods.map(async ({ metadata, status }) => {
    if (!status.podIP) return [];
    const url = `http://${status.podIP}:${SERVICE_METRICS_PORT}/metrics`;
    const response = await fetch(url, { signal: AbortSignal.timeout(SCRAPE_MS) }).catch(() => undefined);
    const value = response?.ok ? sumOfMetric(await response.text(), name) : undefined;
    if (value === undefined) return [];
    const { name: pod, namespace } = metadata;
    const describedObject = { kind: 'Pod', apiVersion: 'v1', namespace, name: pod };
    const timestamp = new Date().toISOString();
    return [{ describedObject, metric: { name }, timestamp, value: `${Math.round(value * 1_000)}m` }];
  });
  return (await Promise.all(items)).flat();
}
