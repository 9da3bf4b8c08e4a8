import { describeWith } from '@heliograph/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { processEnvironment } from './support/environment';
import { componentOf, containersOf, podsOf } from './support/manifests';
import { CHART } from './support/paths';
import { profiles } from './support/profiles';
import { render, type Values } from './support/render';

const drill = parse(readFileSync(join(CHART, 'values/drill.yaml'), 'utf8')) as Values;

const isSection = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** As Helm merges files of values. */
function over(base: Values, values: Values): Values {
  const merged = Object.entries(values).map(([name, value]) => {
    const below = base[name];
    return [name, isSection(value) && isSection(below) ? over(below, value) : value];
  });
  return { ...base, ...Object.fromEntries(merged) } as Values;
}

describeWith('helm', 'the drill', () => {
  it('changes nothing of production and tells its customers nothing, whatever production has on', async () => {
    const externalSecrets = { enabled: true, secretStoreRef: { name: 'vault' }, remoteKey: 'production' };
    const production = over(profiles.everything.values, { externalSecrets });
    const manifests = await render({
      name: 'the drill',
      values: over(over(production, drill), { secrets: { existingSecret: 'drill' } }),
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
    expect(setBy(/^(SMTP|MAIL|STRIPE|OPENSEARCH|SEARCH_ENGINE|EMBEDDING_API|EMBEDDING_URL)/)).toEqual([]);
    const valuesOf = (name: string) =>
      new Set(environments.flatMap(([, variables]) => variables[name] ?? []));
    expect(valuesOf('KAFKA_TOPIC_PREFIX')).toEqual(new Set(['drill.']));
    expect(valuesOf('QDRANT_COLLECTION_PREFIX')).toEqual(new Set(['drill-']));
    const ofNotifier = manifests.filter(({ metadata }) => componentOf(metadata.labels!) === 'notifier');
    expect(ofNotifier.find(({ kind }) => kind === 'Deployment')!.spec).toMatchObject({ replicas: 0 });
    const kinds = (among: typeof manifests) => among.map(({ kind }) => kind);
    for (const scaler of ['ScaledObject', 'HorizontalPodAutoscaler'])
      expect(kinds(ofNotifier)).not.toContain(scaler);
    for (const foreign of ['Ingress', 'HTTPRoute', 'Gateway', 'ExternalSecret'])
      expect(kinds(manifests)).not.toContain(foreign);
  });
});
