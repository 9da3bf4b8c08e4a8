import { describeWith } from '@heliograph/testing';
import { processEnvironment } from './support/environment';
import { componentOf, containersOf, podsOf } from './support/manifests';
import { profiles } from './support/profiles';
import { render } from './support/render';
import { over, valuesOf } from './support/values';

describeWith('helm', 'the drill', () => {
  it('changes nothing in production and sends its customers nothing, whatever production has enabled', async () => {
    const externalSecrets = { enabled: true, secretStoreRef: { name: 'vault' }, remoteKey: 'production' };
    const production = over(profiles.everything.values, { externalSecrets });
    const manifests = await render({
      name: 'the drill',
      values: over(over(production, valuesOf('drill')), { secrets: { existingSecret: 'drill' } }),
    });
    const environments = podsOf(manifests).flatMap(({ labels, spec }) =>
      containersOf(spec).map((container) => [componentOf(labels), processEnvironment(container)] as const),
    );
    const setBy = (name: RegExp) =>
      environments.flatMap(([component, variables]) =>
        Object.keys(variables)
          .filter((variable) => name.test(variable))
          .map((variable) => `${component} ${variable}`),
      );
    expect(
      setBy(/^(SMTP|MAIL|STRIPE|OPENSEARCH|SEARCH_ENGINE|EMBEDDING_API|EMBEDDING_URL|PROMETHEUS)/),
    ).toEqual([]);
    const setTo = (name: string) => new Set(environments.flatMap(([, variables]) => variables[name] ?? []));
    expect(setTo('KAFKA_TOPIC_PREFIX')).toEqual(new Set(['drill.']));
    expect(setTo('QDRANT_COLLECTION_PREFIX')).toEqual(new Set(['drill-']));
    const ofNotifier = manifests.filter(({ metadata }) => componentOf(metadata.labels!) === 'notifier');
    expect(ofNotifier.find(({ kind }) => kind === 'Deployment')!.spec).toMatchObject({ replicas: 0 });
    const kinds = (among: typeof manifests) => among.map(({ kind }) => kind);
    for (const scaler of ['ScaledObject', 'HorizontalPodAutoscaler'])
      expect(kinds(ofNotifier)).not.toContain(scaler);
    for (const foreign of [
      ...['Ingress', 'HTTPRoute', 'Gateway', 'ExternalSecret'],
      ...['ServiceMonitor', 'PrometheusRule', 'ConfigMap'],
    ])
      expect(kinds(manifests)).not.toContain(foreign);
  });
});
