import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { CHART } from './paths';
import type { Profile, Values } from './render';

/** Values that the chart requires. */
export const requiredValues = {
  urls: { api: 'https://api.example.com', dashboard: 'https://dashboard.example.com' },
  secrets: { existingSecret: 'heliograph' },
  kafka: { brokers: 'kafka-0.example.com:9092,kafka-1.example.com:9092' },
  qdrant: { url: 'http://qdrant.example.com:6333' },
  signIn: { issuerUrl: 'https://login.example.com/realms/people', clientId: 'heliograph' },
};

const list = parse(readFileSync(join(CHART, 'programs.yaml'), 'utf8')) as Record<
  string,
  { isCommand?: boolean; isLocal?: boolean; consumes?: object }
>;
const inCluster = Object.entries(list).filter(([, { isCommand, isLocal }]) => !isCommand && !isLocal);

/** The services of the chart. */
export const SERVICES = inCluster.map(([name]) => name);

/** The services that consume events. */
const CONSUMERS = inCluster.filter(([, { consumes }]) => consumes).map(([name]) => name);

const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;

/** The same values for every service. */
function eachService(values: Values): Values {
  return Object.fromEntries(SERVICES.map((name) => [name, values]));
}

const required: Profile = { name: 'the defaults with what is required', values: requiredValues };
const development: Profile = { name: 'values/development.yaml', file: 'development', values: {} };
const production: Profile = { name: 'values/production.yaml', file: 'production', values: {} };

/** Every option that the other profiles leave off. */
const everything: Profile = {
  name: 'everything that can be on',
  values: {
    ...requiredValues,
    secrets: { ...requiredValues.secrets, sharedSecret: true },
    listenHost: '::',
    clusterDomain: 'example.internal',
    runAsUser: null,
    image: {
      registry: 'registry.example.com:5000',
      repository: 'team/heliograph',
      tag: '1.2.3',
      pullPolicy: 'Always',
    },
    admin: { image: { digest } },
    certificateAuthorities: { secret: 'authorities', key: 'bundle.pem' },
    kafka: {
      brokers: ['kafka-0.example.com:9094', 'kafka-1.example.com:9094'],
      topicPrefix: 'heliograph.',
      tls: true,
      saslMechanism: 'plain',
      partitions: 12,
      replication: 3,
    },
    qdrant: { url: 'https://qdrant.example.com:6333', collectionPrefix: 'production-' },
    opensearch: {
      url: 'https://opensearch.example.com:9200',
      indexPrefix: 'production',
      answersSearches: true,
    },
    embedding: {
      provider: 'openai',
      model: 'some-model',
      url: 'https://embeddings.example.com/v1',
      dimensions: 512,
    },
    signIn: {
      ...requiredValues.signIn,
      operatorClaim: 'groups',
      operatorValue: 'operators',
      backChannelUrl: 'https://keycloak.example.com:8443',
    },
    payments: { provider: 'stripe' },
    mail: { from: 'Heliograph <news@example.com>' },
    telemetry: { otlpEndpoint: 'http://collector.example.com:4318', sampleRatio: '0.25' },
    logLevel: 'warn',
    shutdown: { preStopSeconds: 10, timeoutSeconds: 40 },
    deploymentAnnotations: { 'reloader.stakater.com/auto': 'true' },
    serviceDefaults: {
      replicas: 4,
      priorityClassName: 'important',
      nodeSelector: { 'kubernetes.io/arch': 'amd64' },
      tolerations: [{ key: 'dedicated', operator: 'Exists', effect: 'NoSchedule' }],
      podAnnotations: { 'example.com/team': 'data' },
      podLabels: { 'example.com/cost-center': '17' },
      extraEnv: [{ name: 'OTEL_EXPORTER_OTLP_HEADERS', value: 'x=y' }],
      disruptionBudget: { minAvailable: '50%' },
    },
    services: {
      ...eachService({
        image: { digest },
        existingSecret: 'own-secret',
        autoscaling: { enabled: true, minReplicas: 3, maxReplicas: 9, targetRequestsInFlight: 20 },
      }),
      ...Object.fromEntries(CONSUMERS.map((name) => [name, { image: { digest }, keda: { enabled: true } }])),
    },
    keda: { enabled: true },
    gatewayApi: {
      enabled: true,
      annotations: { 'example.com/a': 'b' },
      api: { host: 'api.example.com' },
      dashboard: { host: 'dashboard.example.com' },
      gateway: { create: true, className: 'istio', tls: { api: 'api-tls', dashboard: 'dashboard-tls' } },
    },
    networkPolicy: {
      enabled: true,
      admin: true,
      ingressFrom: [{ namespaceSelector: { matchLabels: { name: 'edge' } } }],
      metricsFrom: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }],
    },
    monitoring: {
      prometheusUrl: 'http://prometheus.example.com:9090',
      serviceMonitor: { enabled: true },
      prometheusRule: { enabled: true, runbookRoot: 'https://git.example.com/main/' },
      grafanaDashboards: { enabled: true },
    },
  },
};

/** Every option off. */
const least: Profile = {
  name: 'as little as can be',
  values: {
    ...requiredValues,
    embedding: { provider: 'none' },
    migrations: { enabled: false },
    tests: { enabled: false },
    serviceDefaults: { replicas: 1, topologySpread: [], disruptionBudget: { enabled: false } },
  },
};

/** External Secrets key by key, and an existing Gateway. */
const routed: Profile = {
  name: 'External Secrets and a Gateway that is there',
  values: {
    ...requiredValues,
    secrets: {},
    externalSecrets: {
      enabled: true,
      secretStoreRef: { name: 'vault', kind: 'SecretStore' },
      remoteKey: 'heliograph',
      remoteKeys: { OIDC_CLIENT_SECRET: { key: 'login', property: 'secret' } },
    },
    embedding: { provider: 'gemini' },
    gatewayApi: {
      enabled: true,
      parentRefs: [{ name: 'public', namespace: 'edge', sectionName: 'https' }],
      api: { host: 'api.example.com' },
      dashboard: { host: 'dashboard.example.com' },
    },
    networkPolicy: { enabled: true },
  },
};

export const profiles = { required, development, production, everything, least, routed };
export const allProfiles: readonly Profile[] = Object.values(profiles);

/** For `describe.each`. */
export const namedProfiles = allProfiles.map((profile) => [profile.name, profile] as const);
