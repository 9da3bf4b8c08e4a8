import { describeWith } from '@heliograph/testing';
import { componentOf, containersOf, ofKind, podsOf } from './support/manifests';
import { requiredValues } from './support/profiles';
import { render, renderFailure, type Values } from './support/render';

const { urls, secrets, kafka, qdrant, signIn } = requiredValues;

/** The issues that the template reports, one sentence each. */
async function issuesOf(values: Values, file?: 'development' | 'production'): Promise<string[]> {
  const failure = await renderFailure({ name: 'invalid', values, ...(file && { file }) });
  return [...failure.matchAll(/^ +- (.*)$/gm)].map(([, issue]) => issue!);
}

/** The required values with one changed, by its path. */
function having(path: string, value: unknown): Values {
  const [first, ...rest] = path.split('.');
  const put = (under: Values, [name, ...deeper]: string[]): Values => ({
    ...under,
    [name!]: deeper.length === 0 ? value : put((under[name!] ?? {}) as Values, deeper),
  });
  return put(requiredValues, [first!, ...rest]);
}

describeWith('helm', 'values', () => {
  it.each([
    ['urls.api', { urls: { dashboard: urls.dashboard } }],
    ['urls.dashboard', { urls: { api: urls.api } }],
    ['secrets.existingSecret', { secrets: {} }],
    ['kafka.brokers', { kafka: {} }],
    ['qdrant.url', { qdrant: {} }],
    ['signIn.issuerUrl', { signIn: { clientId: signIn.clientId } }],
    ['signIn.clientId', { signIn: { issuerUrl: signIn.issuerUrl } }],
  ])('without %s are refused with a sentence that says what to set', async (name, missing) => {
    const issues = await issuesOf({ ...requiredValues, ...missing });
    expect(issues).toHaveLength(1);
    expect(issues[0]).toMatch(new RegExp(`^${name.replace('.', '\\.')} is missing.*: set it to .*\\.$`));
  });

  it('that are missing are all named at once', async () => {
    expect(await issuesOf({})).toHaveLength(7);
    expect({ ...urls, ...secrets, ...kafka, ...qdrant, ...signIn }).not.toEqual({});
  });

  it.each([
    ['signIn', { developmentIssuer: true }, /lets anyone sign in as anyone/],
    ['payments.provider', 'development', /gives balance away/],
    ['image.tag', 'latest', /^image\.tag is latest/],
    ['services.vectors', {}, /^services\.vectors is not a service: the services are company, .*search\.$/],
    ['services.search.keda', { enabled: true }, /consumes no events/],
    [
      'urls.api',
      'http://api.example.com',
      /^urls\.api is http:\/\/api\.example\.com: set it to an https URL/,
    ],
    [
      'signIn.issuerUrl',
      'http://keycloak.identity:8080/realms/people',
      /^signIn\.issuerUrl is http:\/\/keycloak.* set it to an https URL, .* signIn\.backChannelUrl/,
    ],
    ['opensearch.answersSearches', true, /^opensearch\.answersSearches is true, but there is no OpenSearch/],
    ['earliestActivityDate', '2026-02-31', /^earliestActivityDate is 2026-02-31, .* not a calendar date/],
    ['signIn.operatorClaim', 'groups', /belong together/],
    ['certificateAuthorities', { configMap: 'a', secret: 'b' }, /are both set/],
    ['embedding.model', 'some-model', /apply only to gemini and openai/],
    ['shutdown.timeoutSeconds', 9, /^shutdown\.timeoutSeconds is 9, but a request may take 9000 ms/],
    ['services.gateway.settings.SEARCH_TIMEOUT_MS', 20_000, /^shutdown\.timeoutSeconds is 20, but/],
    [
      'services.search.autoscaling',
      { enabled: true, minReplicas: 4, maxReplicas: 3 },
      /less than minReplicas/,
    ],
    ['services.search.autoscaling', { enabled: true, targetCpu: 0 }, /has no target/],
    [
      'services.search',
      { autoscaling: { enabled: true }, resources: { requests: { cpu: null } } },
      /requests\.cpu/,
    ],
    ['services.ledger.extraEnv', [{ name: 'KAFKA_BROKERS', value: 'x' }], /extraEnv has KAFKA_BROKERS/],
    ['services.ledger.extraEnv', [{ name: 'DATABASE_URL', value: 'x' }], /extraEnv has DATABASE_URL/],
    [
      'services.ledger.extraEnv',
      [
        { name: 'A', value: '1' },
        { name: 'A', value: '2' },
      ],
      /extraEnv has A twice/,
    ],
    [
      'services.ledger.podLabels',
      { 'app.kubernetes.io/name': 'x' },
      /^services\.ledger\.podLabels has app\.kubernetes\.io\/name/,
    ],
    ['networkPolicy.egress.kafka.ports', ['9010-9000'], /kafka\.ports has 9010-9000/],
    ['networkPolicy.egress.kafka.ports', [9092, '9093-65536'], /kafka\.ports has 9093-65536/],
    ['services.ledger.settings', null, /^services\.ledger\.settings is null: leave it out/],
    ['services.embedding', null, /^services\.embedding is null: leave it out/],
    [
      'externalSecrets',
      { enabled: true, secretStoreRef: { name: 'vault' } },
      /does not say where CALLER_KEY_ADMIN, .*CURSOR_SECRET/,
    ],
    [
      'externalSecrets',
      { enabled: true, remoteKey: 'x' },
      /^externalSecrets\.secretStoreRef\.name is missing/,
    ],
    ['ingress', { enabled: true, api: { host: 'a' }, dashboard: { host: 'b' } }, /^ingress\.tls is missing/],
    [
      'ingress',
      {
        enabled: true,
        api: { host: 'a.x' },
        dashboard: { host: 'b.x' },
        tls: [{ secretName: 's', hosts: ['a.x'] }],
      },
      /has no certificate for b\.x/,
    ],
    ['gatewayApi', { enabled: true, api: { host: 'a' }, dashboard: { host: 'b' } }, /needs a Gateway/],
    [
      'ingress',
      { enabled: true, api: { host: 'a' }, dashboard: { host: 'a' }, tlsTerminatedElsewhere: true },
      /^ingress\.api\.host and ingress\.dashboard\.host are both a: set them to different hosts/,
    ],
    [
      'gatewayApi',
      { enabled: true, api: { host: 'a' }, dashboard: {}, parentRefs: [{ name: 'p' }] },
      /^gatewayApi\.dashboard\.host is missing/,
    ],
    [
      'gatewayApi',
      {
        enabled: true,
        api: { host: 'a' },
        dashboard: { host: 'b' },
        gateway: { create: true, className: 'c' },
      },
      /^gatewayApi\.gateway\.tls is missing/,
    ],
  ])('with %s: %j are refused for contradicting other values', async (path, value, sentence) => {
    const issues = await issuesOf(having(path, value));
    expect(issues).toEqual([expect.stringMatching(sentence)]);
    expect(issues[0]).toMatch(/[:,] .*\.$/);
  });

  it.each(['1st', 'v1.2'])(
    'of a release called %s are refused unless Services get other names',
    async (release) => {
      const profile = { name: 'release', values: requiredValues };
      await expect(render(profile, { release })).rejects.toThrow(
        `${release}-heliograph cannot be a prefix of Service names: choose a release name without dots`,
      );
      const values = { ...requiredValues, fullnameOverride: 'first' };
      expect(await render({ name: 'release', values }, { release })).not.toEqual([]);
    },
  );

  it.each([
    ...['services', 'serviceDefaults', 'kafka', 'monitoring', 'ingress.api'],
    // A rule without ports would allow every connection.
    ...['networkPolicy.egress.redis', 'networkPolicy.egress.kafka.ports'],
    ...['image.pullPolicy', 'kafka.saslMechanism', 'shutdown.preStopSeconds'],
    ...['serviceDefaults.autoscaling.maxReplicas', 'serviceDefaults.disruptionBudget.maxUnavailable'],
    // KEDA would then scale to none.
    'services.metering.keda.minReplicas',
  ])('whose section %s is null are refused by name', async (path) => {
    const failure = await renderFailure({ name: 'invalid', values: having(path, null) });
    expect(failure).toContain(`missing property '${path.split('.').at(-1)}'`);
  });

  it('may be null where that means none', async () => {
    const values = {
      ...requiredValues,
      allowedHosts: null,
      keda: { enabled: true },
      migrations: { resources: null },
      tests: { resources: null },
      serviceDefaults: { resources: null },
      services: { company: { resources: null }, metering: { keda: null } },
    };
    const manifests = await render({ name: 'null', values });
    const bare = podsOf(manifests).filter(({ labels }) =>
      ['company', 'migrations', 'smoke-test'].includes(componentOf(labels)),
    );
    expect(bare).toHaveLength(3);
    for (const { spec } of bare) {
      for (const { resources } of containersOf(spec)) expect(resources).toEqual({});
    }
    expect(ofKind(manifests, 'ScaledObject').map(({ metadata }) => metadata.name)).toEqual([
      'heliograph-indexer',
      'heliograph-notifier',
    ]);
  });

  it('of a chart with this one as a dependency may turn it on and off, and be global', async () => {
    const values = { ...requiredValues, enabled: true, global: { imageRegistry: 'registry.example.com' } };
    expect(await renderFailure({ name: 'dependency', values })).toBe('');
  });

  it('with two scalers for one service are refused', async () => {
    const values = { ...having('services.metering.autoscaling.enabled', true), keda: { enabled: true } };
    expect(await issuesOf(values)).toEqual([expect.stringMatching(/scaled by an HPA and by KEDA/)]);
  });

  it('that would keep Prometheus out are refused', async () => {
    const values = {
      ...requiredValues,
      networkPolicy: { enabled: true },
      monitoring: { serviceMonitor: { enabled: true } },
    };
    expect(await issuesOf(values)).toEqual([expect.stringMatching(/^networkPolicy\.metricsFrom is missing/)]);
  });

  it('for development do not make production insecure', async () => {
    const values = { environment: 'production', readOnlyRootFilesystem: false };
    expect(await issuesOf(values, 'development')).toEqual([
      expect.stringMatching(/developmentIssuer/),
      expect.stringMatching(/readOnlyRootFilesystem/),
      expect.stringMatching(/payments\.provider/),
    ]);
  });

  it.each([
    ['an unknown value', 'replicas', 3],
    ['a misspelled one', 'networkPolicies', { enabled: true }],
    ['an unknown setting', 'services.gateway.settings.REQUEST_PER_MINUTE', 100],
    ['a setting that the chart sets', 'services.gateway.settings.REDIS_URL', 'redis://x'],
    ['a setting outside its limits', 'services.gateway.settings.REQUESTS_PER_MINUTE', 0],
    ['a wrong type', 'serviceDefaults.replicas', 'two'],
    ['an unknown environment', 'environment', 'staging'],
    ['a Secret’s value', 'secrets.CURSOR_SECRET', 'x'.repeat(40)],
    ['an unknown key', 'secrets.keys.DATABASE_PASSWORD', 'x'],
    ['a root user', 'runAsUser', 0],
    ['an IPv6 address of Kafka', 'kafka.brokers', '[::1]:9092'],
  ])('with %s are refused by their schema, which names it', async (_what, path, value) => {
    const failure = await renderFailure({ name: 'invalid', values: having(path, value) });
    expect(failure).toContain("values don't meet the specifications of the schema");
    expect(failure).toContain(
      path
        .split('.')
        .at(path.includes('settings.RE') ? -2 : -1)!
        .slice(0, 8),
    );
  });
});
