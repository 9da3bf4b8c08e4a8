import { podMetrics, sumOfMetric, type StatsSummary } from './metrics';

const pod = { metadata: { name: 'gateway-1', namespace: 'heliograph', labels: { app: 'gateway' } } };
const summary = (usageNanoCores?: number): StatsSummary => ({
  pods: [
    {
      podRef: { name: 'gateway-1', namespace: 'heliograph' },
      containers: [
        {
          name: 'gateway',
          cpu: { time: '2026-11-23T00:00:00Z', ...(usageNanoCores !== undefined && { usageNanoCores }) },
          memory: { workingSetBytes: 2_048_000 },
        },
      ],
    },
  ],
});

it("reports a container's use in the units of the metrics API", () => {
  expect(podMetrics(pod, [{ pods: [] }, summary(5_000)])).toMatchObject({
    metadata: pod.metadata,
    containers: [{ name: 'gateway', usage: { cpu: '5000n', memory: '2000Ki' } }],
  });
});

it('reports nothing for a pod without measurements', () => {
  expect(podMetrics(pod, [summary()])).toBeUndefined();
  expect(podMetrics(pod, [])).toBeUndefined();
});

it('sums the series of a metric, but not of others with the same prefix', () => {
  const text = 'in_flight{a="x y"} 2\nin_flight{a="z"} 1.5\nin_flight_total 100\n# in_flight 7\n';
  expect(sumOfMetric(text, 'in_flight')).toBe(3.5);
  expect(sumOfMetric(text, 'in')).toBeUndefined();
});
