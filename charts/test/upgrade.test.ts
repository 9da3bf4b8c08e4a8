import { describeWith, runHelm } from '@heliograph/testing';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { deploymentsOf, ofKind, type Manifest } from './support/manifests';
import { CHART } from './support/paths';
import { profiles } from './support/profiles';
import { render, type Values } from './support/render';

const fixtures = join(__dirname, 'fixtures');
const [previous, ...more] = readdirSync(fixtures).filter((name) => name.endsWith('.tgz'));
const previousChart = join(fixtures, previous ?? '');

/** Fields that Kubernetes treats as immutable, by kind. */
const immutableParts: Record<string, (spec: Record<string, unknown>) => unknown> = {
  Deployment: ({ selector }) => selector,
  Service: ({ clusterIP, type }) => [clusterIP === 'None', type ?? 'ClusterIP'],
  StatefulSet: ({ selector, serviceName, volumeClaimTemplates }) => [
    selector,
    serviceName,
    volumeClaimTemplates,
  ],
  PersistentVolumeClaim: (spec) => spec,
  Job: (spec) => spec,
};

async function show(what: 'chart' | 'values', chart: string): Promise<Values> {
  const { stdout, stderr, status } = await runHelm(['show', what, chart]);
  if (status !== 0) throw new Error(stderr);
  return parse(stdout) as Values;
}

const idOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;
/** Helm deletes these before re-creating them. */
const isMadeAnew = ({ metadata }: Manifest) =>
  metadata.annotations?.['helm.sh/hook-delete-policy']?.includes('before-hook-creation') === true;

describeWith('helm', 'an upgrade from the previous version of the chart', () => {
  it('starts from an older release', async () => {
    expect(more).toEqual([]);
    const [before, now] = [await show('chart', previousChart), await show('chart', CHART)];
    expect(before.name).toBe(now.name);
    expect(String(before.version).localeCompare(String(now.version), undefined, { numeric: true })).toBe(-1);
  });

  it.each(
    [profiles.required, profiles.development, profiles.least].map(
      (profile) => [profile.name, profile] as const,
    ),
  )('changes nothing immutable with %s', async (_name, profile) => {
    const [before, now] = [await render(profile, { chart: previousChart }), await render(profile)];
    const compared = before.filter((manifest) => manifest.kind in immutableParts && !isMadeAnew(manifest));
    expect(compared.length).toBeGreaterThan(10);
    for (const manifest of compared) {
      const same = now.find((other) => idOf(other) === idOf(manifest));
      if (same === undefined) continue;
      expect(same.apiVersion).toBe(manifest.apiVersion);
      const part = immutableParts[manifest.kind]!;
      expect([idOf(manifest), part(same.spec as Values)]).toEqual([
        idOf(manifest),
        part(manifest.spec as Values),
      ]);
    }
  });

  it('keeps the name of every Deployment and Service, which clients and people know', async () => {
    const [before, now] = [
      await render(profiles.required, { chart: previousChart }),
      await render(profiles.required),
    ];
    const names = now.map(idOf);
    for (const kind of ['Deployment', 'Service']) {
      expect(names).toEqual(expect.arrayContaining(ofKind(before, kind).map(idOf)));
    }
  });

  it('accepts all of the previous values, as with helm upgrade --reuse-values', async () => {
    const defaults = await show('values', previousChart);
    const values = { ...defaults, ...profiles.required.values };
    const manifests = await render({ name: 'values of before', values });
    expect(deploymentsOf(manifests)).toHaveLength(deploymentsOf(await render(profiles.required)).length);
  });
});
