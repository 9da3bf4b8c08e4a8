import { describeWith } from '@heliograph/testing';
import type { Manifest } from './support/manifests';
import { namedProfiles, profiles } from './support/profiles';
import { render } from './support/render';
import { schemaIssues } from './support/schema-issues';

/** RFC 1123 labels, which are required for Services' names and labels' values. */
const LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const LABEL_VALUE = /^([A-Za-z0-9]([-\w.]{0,61}[A-Za-z0-9])?)?$/;

describeWith('helm', 'the rendered chart', () => {
  describe.each(namedProfiles)('with %s', (_name, profile) => {
    it('matches the schemas of Kubernetes and of the custom resources, without unknown fields', async () => {
      expect(await schemaIssues(await render(profile))).toEqual([]);
    });

    it("has valid names and labels, each object once, in the release's namespace", async () => {
      const manifests = await render(profile);
      const ids = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
      for (const { metadata } of manifests) {
        expect(metadata.name).toMatch(LABEL);
        expect(metadata.namespace).toBe('heliograph');
        for (const value of Object.values(metadata.labels ?? {})) expect(value).toMatch(LABEL_VALUE);
        for (const value of Object.values(metadata.annotations ?? {})) expect(typeof value).toBe('string');
      }
    });
  });

  it('labels objects with what the longest tag of an image may be', async () => {
    const { values } = profiles.everything;
    const image = { ...(values.image as object), tag: `${'x'.repeat(61)}-.${'y'.repeat(65)}` };
    for (const { metadata } of await render({ name: 'a long tag', values: { ...values, image } }))
      for (const value of Object.values(metadata.labels ?? {})) expect(value).toMatch(LABEL_VALUE);
  });

  it('has everything that can be turned on, in versions that Kubernetes 1.30 and later serve', async () => {
    const kinds = new Set<string>();
    for (const profile of Object.values(profiles)) {
      for (const { apiVersion, kind } of await render(profile)) kinds.add(`${apiVersion} ${kind}`);
    }
    expect([...kinds].sort()).toEqual([
      'apps/v1 Deployment',
      'autoscaling/v2 HorizontalPodAutoscaler',
      'batch/v1 Job',
      'external-secrets.io/v1 ExternalSecret',
      'gateway.networking.k8s.io/v1 Gateway',
      'gateway.networking.k8s.io/v1 HTTPRoute',
      'keda.sh/v1alpha1 ScaledObject',
      'keda.sh/v1alpha1 TriggerAuthentication',
      'monitoring.coreos.com/v1 PrometheusRule',
      'monitoring.coreos.com/v1 ServiceMonitor',
      'networking.k8s.io/v1 Ingress',
      'networking.k8s.io/v1 NetworkPolicy',
      'policy/v1 PodDisruptionBudget',
      'v1 ConfigMap',
      'v1 Pod',
      'v1 Service',
      'v1 ServiceAccount',
    ]);
  });

  it('stays within the length limits with a release name of maximum length', async () => {
    const manifests = await render(profiles.everything, { release: 'a'.repeat(53) });
    for (const { metadata } of manifests) expect(metadata.name).toMatch(LABEL);
    expect(await schemaIssues(manifests)).toEqual([]);
  });

  it('keeps names that look like numbers as text, such as the commit of a preview', async () => {
    const name = '1234567';
    const { values } = profiles.everything;
    const services = Object.entries(values.services as Record<string, object>);
    const keys = { KAFKA_SASL_USERNAME: name, DATABASE_URL_LEDGER: name };
    const everywhere = {
      ...values,
      nameOverride: name,
      fullnameOverride: 'preview',
      image: { pullSecrets: [name] },
      secrets: { existingSecret: name, keys },
      certificateAuthorities: { secret: name, key: name },
      serviceDefaults: { priorityClassName: name, topologySpread: [{ topologyKey: name }] },
      services: Object.fromEntries(services.map(([each, own]) => [each, { ...own, existingSecret: name }])),
      ingress: {
        enabled: true,
        className: name,
        tlsTerminatedElsewhere: true,
        api: { host: 'api.example.com' },
        dashboard: { host: 'dashboard.example.com' },
      },
      gatewayApi: {
        ...(values.gatewayApi as object),
        gateway: { create: true, className: name, tls: { api: name, dashboard: name } },
      },
    };
    const external = {
      ...profiles.routed.values,
      fullnameOverride: 'preview',
      secrets: { existingSecret: name, keys },
      certificateAuthorities: { configMap: name },
      kafka: { ...(values.kafka as object) },
      keda: { enabled: true },
    };
    for (const each of [everywhere, external]) {
      const manifests = await render({ name, values: each }, { release: name, namespace: name });
      expect(manifests.filter(({ metadata }) => metadata.namespace !== name)).toEqual([]);
      expect(await schemaIssues(manifests)).toEqual([]);
    }
  });
});

describe('the validator', () => {
  const pod = (spec: object): Manifest => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'pod', labels: { any: 'label' } },
    spec,
  });
  const container = { name: 'c', image: 'i', resources: { limits: { 'example.com/anything': '1' } } };

  it('accepts valid objects', async () => {
    expect(await schemaIssues([pod({ containers: [container] })])).toEqual([]);
  });

  it.each([
    [
      'an unknown field',
      pod({ containers: [{ ...container, livenesProbe: {} }] }),
      ['Pod pod: /spec/containers/0/livenesProbe is unknown'],
    ],
    [
      'a field in the wrong place',
      pod({ containers: [container], readOnlyRootFilesystem: true }),
      ['Pod pod: /spec/readOnlyRootFilesystem is unknown'],
    ],
    [
      'an unknown field of an empty object',
      pod({ containers: [container], volumes: [{ name: 'v', emptyDir: { size: '1Gi' } }] }),
      ['Pod pod: /spec/volumes/0/emptyDir/size is unknown'],
    ],
    [
      'unknown fields of custom resources',
      {
        apiVersion: 'external-secrets.io/v1',
        kind: 'ExternalSecret',
        metadata: { name: 'external' },
        spec: { data: [{ secretKey: 'a', remoteRef: { key: 'b', kee: 'c' } }] },
      },
      ['ExternalSecret external: /spec/data/0/remoteRef/kee is unknown'],
    ],
    [
      'unknown fields of references to config maps',
      {
        apiVersion: 'keda.sh/v1alpha1',
        kind: 'TriggerAuthentication',
        metadata: { name: 'trigger' },
        spec: { configMapTargetRef: [{ parameter: 'a', name: 'b', key: 'c', kee: 'd' }] },
      },
      ['TriggerAuthentication trigger: /spec/secretTargetRef/0/kee is unknown'],
    ],
    [
      'unknown fields of routes',
      {
        apiVersion: 'gateway.networking.k8s.io/v1',
        kind: 'HTTPRoute',
        metadata: { name: 'route' },
        spec: { rules: [{ timeout: {} }] },
      },
      ['HTTPRoute route: /spec/rules/0/timeout is unknown'],
    ],
    [
      'unknown fields of rules',
      {
        apiVersion: 'monitoring.coreos.com/v1',
        kind: 'PrometheusRule',
        metadata: { name: 'rules' },
        spec: { groups: [{ name: 'a', rules: [{ alert: 'b', expr: 'c', fore: '1m' }] }] },
      },
      ['PrometheusRule rules: /spec/groups/0/rules/0/fore is unknown'],
    ],
    ['an unknown kind', { ...pod({}), kind: 'Pot' }, ['Pot pod: there is no schema of v1 Pot']],
    [
      'a version that never existed',
      { ...pod({}), apiVersion: 'policy/v7', kind: 'PodDisruptionBudget' },
      ['PodDisruptionBudget pod: there is no schema of policy/v7 PodDisruptionBudget'],
    ],
  ])('finds %s', async (_what, manifest, issues) => {
    expect(await schemaIssues([manifest])).toEqual(issues);
  });

  it.each([
    ['a wrong type', pod({ containers: [container], enableServiceLinks: 'no' }), 'enableServiceLinks'],
    [
      'a number in a label',
      { ...pod({ containers: [container] }), metadata: { name: 'pod', labels: { a: 1 as never } } },
      'labels',
    ],
    ['a missing field', pod({ containers: [{ image: 'i' }] }), 'required property name'],
    [
      'a wrong type in a custom resource',
      {
        apiVersion: 'keda.sh/v1alpha1',
        kind: 'ScaledObject',
        metadata: { name: 'scaled' },
        spec: { scaleTargetRef: { name: 'a' }, triggers: [{ type: 'kafka', metadata: { lagThreshold: 5 } }] },
      },
      'lagThreshold',
    ],
    [
      'a wrong type in a route',
      {
        apiVersion: 'gateway.networking.k8s.io/v1',
        kind: 'HTTPRoute',
        metadata: { name: 'route' },
        spec: { hostnames: [5] },
      },
      'hostnames',
    ],
  ])('finds %s', async (_what, manifest, issue) => {
    const issues = await schemaIssues([manifest]);
    expect(issues).toHaveLength(1);
    expect(issues[0]).toContain(issue);
  });
});
