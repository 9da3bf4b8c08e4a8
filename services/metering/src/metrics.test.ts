import { createMetrics } from '@heliograph/runtime';
import { MeteringMetrics } from './metrics';

it('has every outcome before the first event, so that its rate starts at 0', async () => {
  const registry = createMetrics('metering');
  const metrics = new MeteringMetrics(registry);
  const read = async () => {
    const { values } = await registry.registry.getSingleMetric('heliograph_metering_events_total')!.get();
    return values.map(({ labels, value }) => [labels.outcome, value]);
  };
  const outcomes = (counted: number, duplicate: number, deadLettered: number) => [
    ['counted', counted],
    ['duplicate', duplicate],
    ['dead_lettered', deadLettered],
  ];
  expect(await read()).toEqual(outcomes(0, 0, 0));
  metrics.batchHandled({ counted: 3, duplicate: 2, deadLettered: 1 }, 0.1);
  expect(await read()).toEqual(outcomes(3, 2, 1));
});
