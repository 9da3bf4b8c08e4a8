import { describeWith } from '@heliograph/testing';
import { processEnvironment } from './support/environment';
import { componentOf, containersOf, ofKind, podsOf, type Manifest, type Pod } from './support/manifests';
import { profiles, requiredValues, SERVICES } from './support/profiles';
import { NOT_IN_CLUSTER, programOf } from './support/programs';
import { mayConnect, type NetworkPolicy, type Party, type Port } from './support/reachability';
import { render, type Profile } from './support/render';

/** Places outside the release, each with its own address. */
const OUTSIDE = {
  dns: { address: '10.0.0.1', port: 53 },
  postgresql: { address: '10.0.0.2', port: 5432 },
  redis: { address: '10.0.0.3', port: 6379 },
  kafka: { address: '10.0.0.4', port: 9094 },
  qdrant: { address: '10.0.0.5', port: 6333 },
  opensearch: { address: '10.0.0.8', port: 9200 },
  https: { address: '10.0.0.6', port: 443 },
  webhooks: { address: '10.0.0.11', port: 8443 },
  otlp: { address: '10.0.0.7', port: 4318 },
  smtp: { address: '10.0.0.9', port: 587 },
  prometheus: { address: '10.0.0.10', port: 9090 },
} as const;
type Place = keyof typeof OUTSIDE;
const places = Object.keys(OUTSIDE) as Place[];

const edge: Party = { kind: 'pod', namespace: 'edge', labels: {}, namespaceLabels: { name: 'edge' } };
const scraper: Party = {
  kind: 'pod',
  namespace: 'metrics',
  labels: {},
  namespaceLabels: { name: 'metrics' },
};
const stranger: Party = { kind: 'pod', namespace: 'other', labels: {}, namespaceLabels: { name: 'other' } };

const policyValues = {
  enabled: true,
  admin: true,
  ingressFrom: [{ namespaceSelector: { matchLabels: { name: 'edge' } } }],
  metricsFrom: [{ namespaceSelector: { matchLabels: { name: 'metrics' } } }],
  egress: Object.fromEntries(
    places.map((place) => [
      place,
      { ports: [OUTSIDE[place].port], to: [{ ipBlock: { cidr: `${OUTSIDE[place].address}/32` } }] },
    ]),
  ),
};

const settings: Profile[] = [
  {
    name: 'with vendors',
    values: {
      ...requiredValues,
      payments: { provider: 'stripe' },
      mail: { from: 'news@example.com' },
      embedding: { provider: 'gemini' },
      telemetry: { otlpEndpoint: 'http://collector.example.com:4318' },
      monitoring: { prometheusUrl: 'http://prometheus.example.com:9090' },
      networkPolicy: policyValues,
    },
  },
  {
    name: 'with traces of one service',
    values: {
      ...requiredValues,
      services: {
        search: {
          settings: { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector.example.com:4318/v1/traces' },
        },
      },
      telemetry: { sampleRatio: '0.1' },
      networkPolicy: policyValues,
    },
  },
  { name: 'without any', values: { ...requiredValues, networkPolicy: policyValues } },
  { name: 'for development', file: 'development', values: { networkPolicy: policyValues } },
];

/** A program's destinations according to its variables: a service's configuration schema, or a job's pod. */
function destinationsOf(pod: Pod): Set<string> {
  const component = componentOf(pod.labels);
  const isService = (SERVICES as readonly string[]).includes(component);
  const containers = containersOf(pod.spec);
  const told = Object.assign({}, ...containers.map((container) => processEnvironment(container))) as Record<
    string,
    string
  >;
  const variables = isService
    ? programOf(component).variables.filter((variable) => !(variable in NOT_IN_CLUSTER))
    : Object.keys(told);
  const destinations = new Set<string>(['dns']);
  for (const variable of variables) {
    const callee = /^([A-Z]+)_ADDRESS$/.exec(variable)?.[1];
    if (callee !== undefined && callee !== 'RPC') destinations.add(`${callee.toLowerCase()}:50051`);
  }
  const has = (variable: string) => variables.includes(variable);
  if (variables.some((variable) => variable.startsWith('DATABASE_URL'))) destinations.add('postgresql');
  if (has('REDIS_URL')) destinations.add('redis');
  if (has('KAFKA_BROKERS')) destinations.add('kafka');
  if (has('QDRANT_URL')) destinations.add('qdrant');
  if (told.OPENSEARCH_URL !== undefined) destinations.add('opensearch');
  // Destinations that depend on the values of a service's variables.
  if (has('OIDC_ISSUER_URL')) {
    const channel = new URL(told.OIDC_BACK_CHANNEL_URL ?? told.OIDC_ISSUER_URL!);
    destinations.add(channel.hostname === 'heliograph-dashboard' ? `dashboard:${channel.port}` : 'https');
  }
  if (has('WEBHOOK_ALLOWED_HOSTS')) destinations.add('webhooks');
  if (told.SMTP_URL !== undefined) destinations.add('smtp');
  if (told.PAYMENT_PROVIDER === 'stripe') destinations.add('https');
  if (['gemini', 'openai'].includes(told.EMBEDDING_PROVIDER ?? '')) destinations.add('https');
  if (told.PROMETHEUS_URL !== undefined) destinations.add('prometheus');
  if (told.OTEL_EXPORTER_OTLP_ENDPOINT ?? told.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) {
    destinations.add('otlp');
    expect(told).toHaveProperty('OTEL_TRACES_SAMPLER_ARG');
  }
  // heliograph-admin gets an address on its command line.
  for (const argument of containers.flatMap(({ args = [] }) => args)) {
    const [, name, port] = /^http:\/\/heliograph-(\w+):(\d+)$/.exec(argument) ?? [];
    if (name !== undefined) destinations.add(`${name}:${port}`);
  }
  return destinations;
}

const partyOf = ({ labels }: Pod): Party => ({ kind: 'pod', namespace: 'heliograph', labels });
const portsOf = ({ spec }: Pod) => containersOf(spec).flatMap(({ ports = [] }) => ports);
const protocolsOf = (place: Place): Port['protocol'][] => (place === 'dns' ? ['TCP', 'UDP'] : ['TCP']);

async function releaseWith(profile: Profile) {
  const manifests = await render(profile);
  return { policies: ofKind<NetworkPolicy>(manifests, 'NetworkPolicy'), pods: podsOf(manifests), manifests };
}

describeWith('helm', 'network policies', () => {
  describe.each(settings.map((profile) => [profile.name, profile] as const))('%s', (_name, profile) => {
    it('let each program connect to what it calls, and nothing else', async () => {
      const { policies, pods } = await releaseWith(profile);
      expect(pods).toHaveLength(SERVICES.length + 2);
      for (const pod of pods) {
        const reached = new Set<string>();
        for (const other of pods) {
          for (const { containerPort } of portsOf(other)) {
            if (mayConnect(policies, partyOf(pod), partyOf(other), { number: containerPort })) {
              reached.add(`${componentOf(other.labels)}:${containerPort}`);
            }
          }
        }
        for (const place of places) {
          const to: Party = { kind: 'address', address: OUTSIDE[place].address };
          for (const protocol of protocolsOf(place)) {
            if (mayConnect(policies, partyOf(pod), to, { number: OUTSIDE[place].port, protocol }))
              reached.add(place);
          }
        }
        expect([pod.owner, [...reached].sort()]).toEqual([pod.owner, [...destinationsOf(pod)].sort()]);
      }
    });

    it('block every address and port that the values do not name', async () => {
      const { policies, pods } = await releaseWith(profile);
      for (const pod of pods) {
        for (const place of places) {
          const { address, port } = OUTSIDE[place];
          const elsewhere: Party = { kind: 'address', address: '192.0.2.1' };
          expect(mayConnect(policies, partyOf(pod), elsewhere, { number: port })).toBe(false);
          const otherPort = { number: port + 10_000 };
          expect(mayConnect(policies, partyOf(pod), { kind: 'address', address }, otherPort)).toBe(false);
        }
        expect(mayConnect(policies, partyOf(pod), stranger, { number: 80 })).toBe(false);
      }
    });

    it("allow clients on the HTTP ports, Prometheus on services' metrics, and others nowhere", async () => {
      const { policies, pods } = await releaseWith(profile);
      const entered = (from: Party) =>
        pods.flatMap((pod) =>
          portsOf(pod)
            .filter(({ containerPort }) =>
              mayConnect(policies, from, partyOf(pod), { number: containerPort }),
            )
            .map(({ containerPort }) => `${componentOf(pod.labels)}:${containerPort}`),
        );
      expect(entered(edge).sort()).toEqual(['dashboard:8081', 'gateway:8080']);
      expect(entered(scraper).sort()).toEqual(SERVICES.map((name) => `${name}:9464`).sort());
      expect(entered(stranger)).toEqual([]);
      expect(entered({ kind: 'address', address: '192.0.2.1' })).toEqual([]);
    });

    it('let pods of the release that are not its programs do nothing', async () => {
      const { policies, pods } = await releaseWith(profile);
      const selector = { 'app.kubernetes.io/name': 'heliograph', 'app.kubernetes.io/instance': 'heliograph' };
      const unknown: Party = { kind: 'pod', namespace: 'heliograph', labels: { ...selector, a: 'b' } };
      for (const place of places) {
        const to: Party = { kind: 'address', address: OUTSIDE[place].address };
        expect(mayConnect(policies, unknown, to, { number: OUTSIDE[place].port })).toBe(false);
      }
      for (const pod of pods) {
        for (const { containerPort } of portsOf(pod)) {
          expect(mayConnect(policies, unknown, partyOf(pod), { number: containerPort })).toBe(false);
        }
      }
    });

    it('let heliograph-admin connect to what its commands call', async () => {
      const { policies, pods } = await releaseWith(profile);
      const gateway = pods.find(({ labels }) => componentOf(labels) === 'gateway')!;
      const admin: Party = {
        kind: 'pod',
        namespace: 'heliograph',
        labels: { ...gateway.labels, 'app.kubernetes.io/component': 'admin' },
      };
      const reached = pods.flatMap((pod) =>
        portsOf(pod)
          .filter(({ containerPort }) => mayConnect(policies, admin, partyOf(pod), { number: containerPort }))
          .map(({ containerPort }) => `${componentOf(pod.labels)}:${containerPort}`),
      );
      expect(reached.sort()).toEqual(
        ['identity', 'indexer', 'ledger', 'metering'].map((name) => `${name}:50051`),
      );
      const reachable = places.filter((place) =>
        mayConnect(
          policies,
          admin,
          { kind: 'address', address: OUTSIDE[place].address },
          { number: OUTSIDE[place].port },
        ),
      );
      expect(reachable).toEqual(['dns', 'postgresql']);
    });
  });

  it('for migrations exist before them, and are removed afterwards', async () => {
    const { policies } = await releaseWith(settings[0]!);
    const own = policies.find(({ metadata }) => metadata.name.endsWith('-migrations'));
    expect(own?.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    const job = (await releaseWith(settings[0]!)).manifests.find(({ kind }) => kind === 'Job');
    const weight = (manifest: Manifest | undefined) =>
      Number(manifest?.metadata.annotations?.['helm.sh/hook-weight']);
    expect(weight(own)).toBeLessThan(weight(job));
  });

  it('do not exist by default, and by default open the HTTP ports to everyone', async () => {
    expect((await releaseWith(profiles.required)).policies).toEqual([]);
    const { policies, pods } = await releaseWith({
      name: 'open',
      values: { ...requiredValues, networkPolicy: { enabled: true } },
    });
    const gateway = pods.find(({ labels }) => componentOf(labels) === 'gateway')!;
    expect(mayConnect(policies, stranger, partyOf(gateway), { number: 8080 })).toBe(true);
    expect(mayConnect(policies, stranger, partyOf(gateway), { number: 9464 })).toBe(false);
  });

  it('let the notifier reach receivers at every port that saved searches accept, outside private networks', async () => {
    const values = { ...requiredValues, networkPolicy: { enabled: true } };
    const { policies, pods } = await releaseWith({ name: 'as they are', values });
    const notifier = partyOf(pods.find(({ labels }) => componentOf(labels) === 'notifier')!);
    const reaches = (address: string, ports: readonly number[]) =>
      ports.filter((number) => mayConnect(policies, notifier, { kind: 'address', address }, { number }));
    const accepted = [443, 1_024, 8_443, 65_535];
    for (const address of ['198.50.7.1', '2606:4700::1'])
      expect(reaches(address, accepted)).toEqual(accepted);
    expect(reaches('198.50.7.1', [22, 80, 1_023])).toEqual([]);
    for (const address of ['10.1.2.3', '169.254.169.254', '192.168.0.1', 'fd00::1'])
      expect(reaches(address, accepted)).toEqual([]);
  });
});
