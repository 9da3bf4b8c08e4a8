import { describeWith } from '@heliograph/testing';
import { deploymentsOf } from './support/manifests';
import { profiles, SERVICES } from './support/profiles';
import { render } from './support/render';
import { over, valuesOf } from './support/values';

describeWith('helm', 'a standby region', () => {
  it.each([
    ['values/production.yaml', valuesOf('production')],
    ['everything on', profiles.everything.values],
  ])('runs nothing and migrates nothing, over %s', async (name, values) => {
    const manifests = await render({
      name: `standby over ${name}`,
      values: over(values, valuesOf('standby')),
    });
    const replicas = deploymentsOf(manifests).map(({ spec }) => spec.replicas);
    expect(replicas).toEqual(SERVICES.map(() => 0));
    for (const { kind } of manifests) {
      expect(['Job', 'HorizontalPodAutoscaler', 'ScaledObject', 'PrometheusRule']).not.toContain(kind);
    }
  });
});
