import { createMetrics } from './metrics';

it('keeps the old value of a gauge whose source fails, and reports why', async () => {
  const { registry, gauge } = createMetrics('test');
  const read = jest.fn<Promise<number>, []>().mockResolvedValueOnce(7);
  const cause = new Error('the source failed');
  read.mockRejectedValueOnce(cause);
  const onFailure = jest.fn();
  gauge('depth', 'For a test.', [], async (depth) => depth.set(await read()), onFailure);
  for (let scrape = 0; scrape < 2; scrape += 1)
    expect(await registry.getSingleMetricAsString('heliograph_depth')).toMatch(/ 7$/);
  expect(onFailure.mock.calls).toEqual([[cause]]);
});

it('fails the scrape if nothing handles the failure of a source', async () => {
  const { registry, gauge } = createMetrics('test');
  gauge('depth', 'For a test.', [], () => Promise.reject(new Error('the source failed')));
  await expect(registry.getSingleMetricAsString('heliograph_depth')).rejects.toThrow('the source failed');
});
