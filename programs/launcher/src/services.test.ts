import { databaseRoleNames, type DatabaseRole } from '@heliograph/postgres';
import { CALLERS, generateCallerKey, trustedKeys } from '@heliograph/runtime';
import { loadLauncherConfig } from './config';
import type { Secrets } from './home/secrets';
import { signInSettingsOf } from './sign-in-settings';
import { services } from './program-list';
import { serviceEnvironment, servicesFor, stopOrder, type SystemFacts } from './services';

const secrets: Secrets = {
  callerKeys: Object.fromEntries(
    [...CALLERS, 'launcher'].map((name) => [name, generateCallerKey()]),
  ) as Secrets['callerKeys'],
  rolePasswords: Object.fromEntries(databaseRoleNames.map((role) => [role, `password of ${role}`])) as Record<
    DatabaseRole,
    string
  >,
  embeddingCacheSecret: 'e'.repeat(32),
  webhookEncryptionSecret: 'w'.repeat(32),
  statementKeys: 's'.repeat(43),
  cursorSecret: 'c'.repeat(32),
  oidcClientSecret: 'o'.repeat(32),
};
const local = { dashboardUrl: 'http://127.0.0.1:4712', gatewayUrl: 'http://127.0.0.1:9999' };
const factsOf = (variables: NodeJS.ProcessEnv): SystemFacts => {
  const config = loadLauncherConfig({ HELIOGRAPH_HOME: '/h', ...variables });
  return {
    config,
    environment: variables,
    secrets,
    signIn: signInSettingsOf(config, secrets, local),
    dashboardPort: 4712,
    demoEmail: undefined,
    vectorsDirectory: '/h/vectors',
    checkpointDirectory: '/h/search',
    databaseUrl: 'postgresql://admin:hidden@localhost:5432/heliograph?host=%2Fsocket',
    addresses: Object.fromEntries(services.map(({ name }) => [name, `unix:/run/${name}.sock`])),
  };
};
const facts = factsOf({ REDIS_URL: 'redis://r:1', GATEWAY_PORT: '9999' });

const environmentOf = (name: string, of = facts) =>
  serviceEnvironment(
    servicesFor(of.config).find((service) => service.name === name)!,
    of,
    4711,
  );

it('lets embedding yield to indexing, which webhooks wait for, and both to requests', () => {
  const nicenessOf = (wanted: string) => services.find(({ name }) => name === wanted)!.niceness;
  expect(nicenessOf('indexer')).toBe(5);
  expect(nicenessOf('embedding')).toBe(12);
  const others = services.filter(({ niceness = 0 }) => niceness > 0).map(({ name }) => name);
  expect(others).toEqual(['embedding', 'indexer']);
});

it('gives a service the database only in its own role', () => {
  for (const [name, role] of [
    ['identity', 'heliograph_identity'],
    ['ledger', 'heliograph_ledger'],
    ['metering', 'heliograph_metering'],
    ['indexer', 'heliograph_indexer'],
    ['notifier', 'heliograph_notifier'],
    ['search', 'heliograph_reader'],
    ['company', 'heliograph_reader'],
  ] as const) {
    const { DATABASE_URL: databaseUrl } = environmentOf(name);
    const { username, password } = new URL(databaseUrl!);
    expect({ username, password: decodeURIComponent(password) }).toEqual({
      username: role,
      password: `password of ${role.slice('heliograph_'.length)}`,
    });
    expect(databaseUrl).not.toContain('hidden');
  }
  expect(environmentOf('gateway')).not.toHaveProperty('DATABASE_URL');
});

it('gives each program its own key, and the public keys of its callers', () => {
  for (const { name } of services) {
    const environment = environmentOf(name);
    expect(environment.CALLER_KEY).toBe(secrets.callerKeys[name as 'gateway']);
    const trusted = ['gateway', 'dashboard'].includes(name) ? undefined : trustedKeys(secrets.callerKeys);
    expect(environment.CALLER_PUBLIC_KEYS).toBe(trusted);
    const text = JSON.stringify(environment);
    const others = Object.entries(secrets.callerKeys).filter(([caller]) => caller !== name);
    for (const [, key] of others) expect(text).not.toContain(key);
    expect(environment.EMBEDDING_CACHE_SECRET).toBe(
      name === 'embedding' ? secrets.embeddingCacheSecret : undefined,
    );
    expect(environment.WEBHOOK_ENCRYPTION_SECRET).toBe(
      name === 'notifier' ? secrets.webhookEncryptionSecret : undefined,
    );
  }
});

it('gives the gateway its settings', () => {
  expect(environmentOf('gateway')).toMatchObject({
    IDENTITY_ADDRESS: 'unix:/run/identity.sock',
    LEDGER_ADDRESS: 'unix:/run/ledger.sock',
    SEARCH_ADDRESS: 'unix:/run/search.sock',
    COMPANY_ADDRESS: 'unix:/run/company.sock',
    METERING_ADDRESS: 'unix:/run/metering.sock',
    NOTIFIER_ADDRESS: 'unix:/run/notifier.sock',
    GATEWAY_PORT: '9999',
    REDIS_URL: 'redis://r:1',
    CURSOR_SECRET: 'c'.repeat(32),
    METRICS_PORT: '4711',
    METRICS_HOST: '127.0.0.1',
  });
});

describe('the event log', () => {
  const users = ['ledger', 'metering', 'indexer', 'notifier'];

  it('is in the database, under its own role, for publishers and consumers', () => {
    for (const name of users) {
      const { EVENT_LOG_URL: url } = environmentOf(name);
      const { username, password } = new URL(url!);
      expect(username).toBe('heliograph_events');
      expect(decodeURIComponent(password)).toBe('password of events');
      expect(environmentOf(name)).not.toHaveProperty('KAFKA_BROKERS');
    }
  });

  it('is Kafka when its brokers are configured', () => {
    const kafka = {
      KAFKA_BROKERS: 'one:9092,two:9092',
      KAFKA_TOPIC_PREFIX: 'staging.',
      KAFKA_TLS: 'true',
      KAFKA_TLS_CA_FILE: '/ca.pem',
      KAFKA_SASL_MECHANISM: 'scram-sha-512',
      KAFKA_SASL_USERNAME: 'heliograph',
      KAFKA_SASL_PASSWORD: 'hidden',
      EVENT_TOPIC_PARTITIONS: '12',
      EVENT_TOPIC_REPLICATION: '3',
    };
    const withKafka = factsOf(kafka);
    for (const name of users) {
      expect(environmentOf(name, withKafka)).toMatchObject(kafka);
      expect(environmentOf(name, withKafka)).not.toHaveProperty('EVENT_LOG_URL');
    }
    expect(JSON.stringify(environmentOf('gateway', withKafka))).not.toContain('hidden');
  });

  it('is not shared with other services', () => {
    for (const { name } of services.filter(({ name }) => !users.includes(name))) {
      expect(environmentOf(name)).not.toHaveProperty('EVENT_LOG_URL');
    }
  });
});

it('gives settings only to programs that read them', () => {
  const given = factsOf({
    BATCHER_SHARDS: '2',
    REDIS_TIMEOUT_MS: '9',
    METERING_ADDRESS: 'elsewhere:1',
    CALLER_KEY: 'x',
  });
  expect(environmentOf('ledger', given)).toMatchObject({ BATCHER_SHARDS: '2' });
  expect(environmentOf('embedding', given)).toMatchObject({ REDIS_TIMEOUT_MS: '9' });
  expect(environmentOf('gateway', given)).toMatchObject({ METERING_ADDRESS: 'unix:/run/metering.sock' });
  for (const { name } of services.filter(({ name }) => !['ledger', 'embedding'].includes(name))) {
    const told = environmentOf(name, given);
    expect([told.BATCHER_SHARDS, told.REDIS_TIMEOUT_MS]).toEqual([undefined, undefined]);
  }
});

it('gives the secret that signs cursors only to the public edge', () => {
  for (const { name } of services.filter(({ name }) => !['gateway', 'dashboard'].includes(name))) {
    expect(environmentOf(name)).not.toHaveProperty('CURSOR_SECRET');
  }
});

it.each([
  ['embedding', 'EMBEDDING_CACHE_SECRET', secrets.embeddingCacheSecret],
  ['notifier', 'WEBHOOK_ENCRYPTION_SECRET', secrets.webhookEncryptionSecret],
])('gives %s the %s that was set, so that machines can share it, or else its own', (name, variable, own) => {
  const shared = generateCallerKey();
  expect(environmentOf(name, factsOf({ [variable]: shared }))[variable]).toBe(shared);
  expect(environmentOf(name, factsOf({ [variable]: '' }))[variable]).toBe(own);
});

it('signs statements with the key that was set, and verifies earlier ones', () => {
  const keysOf = (given?: string) =>
    environmentOf('ledger', factsOf(given === undefined ? {} : { STATEMENT_KEYS: given })).STATEMENT_KEYS;
  expect([keysOf(), keysOf('')]).toEqual([secrets.statementKeys, secrets.statementKeys]);
  expect(keysOf('a'.repeat(43))).toBe(`${'a'.repeat(43)},${secrets.statementKeys}`);
});

it('decrypts webhooks older than the secret that was set', () => {
  const previousOf = (variables: NodeJS.ProcessEnv) =>
    environmentOf('notifier', factsOf(variables)).WEBHOOK_ENCRYPTION_SECRET_PREVIOUS;
  const set = { WEBHOOK_ENCRYPTION_SECRET: 's'.repeat(32) };
  expect(previousOf({})).toBeUndefined();
  expect(previousOf(set)).toBe(secrets.webhookEncryptionSecret);
  const previous = { WEBHOOK_ENCRYPTION_SECRET_PREVIOUS: 'p'.repeat(32) };
  expect(previousOf({ ...set, ...previous })).toBe('p'.repeat(32));
});

it('gives search a directory for its checkpoints', () => {
  expect(environmentOf('search')).toMatchObject({ CHECKPOINT_DIRECTORY: '/h/search' });
  expect(environmentOf('company')).not.toHaveProperty('CHECKPOINT_DIRECTORY');
});

describe('the vector index', () => {
  it('is a separate service for the programs that write and query it', () => {
    expect(environmentOf('vectors')).toMatchObject({ VECTORS_DIRECTORY: '/h/vectors' });
    for (const name of ['indexer', 'search']) {
      expect(environmentOf(name)).toMatchObject({ VECTORS_ADDRESS: 'unix:/run/vectors.sock' });
    }
  });

  it('is Qdrant when its address is configured', () => {
    const qdrant = {
      QDRANT_URL: 'http://q:6333',
      QDRANT_API_KEY: 'hidden',
      QDRANT_COLLECTION_PREFIX: 'staging-',
    };
    const withQdrant = factsOf(qdrant);
    expect(servicesFor(withQdrant.config).map(({ name }) => name)).not.toContain('vectors');
    for (const name of ['indexer', 'search']) {
      const environment = environmentOf(name, withQdrant);
      expect(environment).toMatchObject(qdrant);
      expect(environment).not.toHaveProperty('VECTORS_ADDRESS');
    }
    expect(JSON.stringify(environmentOf('gateway', withQdrant))).not.toContain('hidden');
  });
});

it('gives embedding settings only to the embedding service', () => {
  const embedding = {
    EMBEDDING_PROVIDER: 'openai',
    EMBEDDING_URL: 'http://e/v1',
    EMBEDDING_API_KEY: 'hidden',
  };
  const told = factsOf(embedding);
  expect(environmentOf('embedding', told)).toMatchObject(embedding);
  for (const { name } of services.filter(({ name }) => name !== 'embedding')) {
    expect(environmentOf(name, told)).not.toHaveProperty('EMBEDDING_API_KEY');
  }
});

describe('sign-in and payments', () => {
  const dashboardOf = (variables: NodeJS.ProcessEnv) => environmentOf('dashboard', factsOf(variables));

  it('use the development issuer and development payments by default', () => {
    const dashboard = dashboardOf({});
    expect(dashboard).toMatchObject({
      NODE_ENV: 'development',
      DEVELOPMENT_ISSUER: 'true',
      PAYMENT_PROVIDER: 'development',
      DASHBOARD_PORT: '4712',
      DASHBOARD_URL: 'http://127.0.0.1:4712',
      API_URL: 'http://127.0.0.1:9999',
    });
    const identity = environmentOf('identity', factsOf({}));
    expect(identity).toMatchObject({
      OIDC_ISSUER_URL: 'http://127.0.0.1:4712/development-issuer',
      OIDC_CLIENT_ID: dashboard.OIDC_CLIENT_ID,
      OIDC_CLIENT_SECRET: secrets.oidcClientSecret,
      DASHBOARD_URL: 'http://127.0.0.1:4712',
    });
    expect(dashboard.OIDC_CLIENT_SECRET).toBe(secrets.oidcClientSecret);
    expect(environmentOf('gateway')).toMatchObject({ DASHBOARD_URL: 'http://127.0.0.1:4712' });
  });

  it('have neither in production', () => {
    const dashboard = dashboardOf({ NODE_ENV: 'production' });
    expect(dashboard).toMatchObject({
      NODE_ENV: 'production',
      DEVELOPMENT_ISSUER: 'false',
      PAYMENT_PROVIDER: 'none',
    });
    expect(environmentOf('identity', factsOf({ NODE_ENV: 'production' }))).not.toHaveProperty(
      'OIDC_ISSUER_URL',
    );
  });

  it("use an issuer and Stripe when configured, and the dashboard does not get the issuer's secret", () => {
    const variables = {
      OIDC_ISSUER_URL: 'https://issuer.example',
      OIDC_CLIENT_ID: 'client',
      OIDC_CLIENT_SECRET: 'hidden',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      DASHBOARD_URL: 'https://dashboard.example',
      API_URL: 'https://api.example',
    };
    const dashboard = dashboardOf(variables);
    expect(dashboard).toMatchObject({
      DEVELOPMENT_ISSUER: 'false',
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_1',
      DASHBOARD_URL: 'https://dashboard.example',
      API_URL: 'https://api.example',
    });
    expect(JSON.stringify(dashboard)).not.toContain('hidden');
    const facts = factsOf(variables);
    expect(environmentOf('identity', facts)).toMatchObject({
      OIDC_ISSUER_URL: 'https://issuer.example',
      OIDC_CLIENT_SECRET: 'hidden',
    });
    for (const { name } of services.filter(({ name }) => name !== 'dashboard')) {
      expect(JSON.stringify(environmentOf(name, facts))).not.toMatch(/sk_test_1|whsec_1/);
    }
  });
});

it('stops callers before those they call', () => {
  expect(stopOrder(services).map((names) => names.sort())).toEqual([
    ['dashboard', 'gateway'],
    ['company', 'indexer', 'metering', 'notifier'],
    ['identity', 'ledger', 'search'],
    ['embedding', 'vectors'],
  ]);
});

it('refuses services that call each other in a cycle', () => {
  const service = (name: string, calls: string[]) => ({ name, calls, variables: {} });
  expect(() => stopOrder([service('a', ['b']), service('b', ['a'])])).toThrow('in a cycle');
});
