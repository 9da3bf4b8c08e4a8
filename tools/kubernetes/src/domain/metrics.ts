/** Kinds of Kubernetes's resource and custom metrics APIs, reduced to what autoscalers read. */

interface ContainerUse {
  name: string;
  cpu?: { time: string; usageNanoCores?: number };
  memory?: { workingSetBytes?: number };
}

/** A kubelet's response at /stats/summary. */
export interface StatsSummary {
  pods: { podRef: { name: string; namespace: string }; containers?: ContainerUse[] }[];
}

interface PodName {
  metadata: { name: string; namespace: string; labels?: Record<string, string> };
}

/** PodMetrics of one pod; undefined until its kubelet has measured all containers. */
export function podMetrics({ metadata }: PodName, summaries: readonly StatsSummary[]): object | undefined {
  const { name, namespace, labels } = metadata;
  const containers = summaries
    .flatMap(({ pods }) => pods)
    .find(({ podRef }) => podRef.name === name && podRef.namespace === namespace)?.containers;
  if (!containers?.length || containers.some(({ cpu }) => cpu?.usageNanoCores === undefined))
    return undefined;
  return {
    metadata: { name, namespace, labels },
    timestamp: containers[0]!.cpu!.time,
    window: '15s',
    containers: containers.map(({ name: container, cpu, memory }) => ({
      name: container,
      usage: {
        cpu: `${cpu!.usageNanoCores}n`,
        memory: `${Math.round((memory?.workingSetBytes ?? 0) / 1024)}Ki`,
      },
    })),
  };
}

/** The sum of a metric's series in Prometheus's text format; undefined if there are none. */
export function sumOfMetric(text: string, metric: string): number | undefined {
  const series = text
    .split('\n')
    .filter((line) => line.startsWith(metric) && [' ', '{'].includes(line[metric.length] ?? ''));
  if (series.length === 0) return undefined;
  return series.reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}
