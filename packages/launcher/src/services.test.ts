import { rolePassword } from '@heliograph/postgres';
import { loadLauncherConfig } from './config';
import { serviceEnvironment, services, servicesFor, stopOrder, type SystemFacts } from './services';

const facts: SystemFacts = {
  config: loadLauncherConfig({ HELIOGRAPH_HOME: '/h', REDIS_URL: 'redis://r:1', GATEWAY_PORT: '9999' }),
  secrets: { internalSecret: 'i'.repeat(32), cursorSecret: 'c'.repeat(32) },
  vectorsDirectory: '/h/vectors',
  databaseUrl: 'postgresql://admin:hidden@localhost:5432/heliograph?host=%2Fsocket',
  addresses: Object.fromEntries(services.map(({ name }) => [name, `unix:/run/${name}.sock`])),
};

const environmentOf = (name: string, change: Partial<SystemFacts> = {}) =>
  serviceEnvironment(
    services.find((service) => service.name === name)!,
    { ...facts, ...change },
    4711,
  );

it('gives a service the database in its own role only', () => {
  for (const [name, role] of [
    ['identity', 'heliograph_identity'],
    ['ledger', 'heliograph_ledger'],
    ['metering', 'heliograph_metering'],
    ['indexer', 'heliograph_indexer'],
    ['search', 'heliograph_reader'],
    ['company', 'heliograph_reader'],
  ] as const) {
    const { DATABASE_URL: databaseUrl } = environmentOf(name);
    const { username, password } = new URL(databaseUrl!);
    expect({ username, password }).toEqual({ username: role, password: rolePassword('i'.repeat(32), role) });
    expect(databaseUrl).not.toContain('hidden');
  }
  expect(environmentOf('gateway')).not.toHaveProperty('DATABASE_URL');
});

it('gives the gateway what it serves with', () => {
  expect(environmentOf('gateway')).toMatchObject({
    RPC_ADDRESS: 'unix:/run/gateway.sock',
    IDENTITY_ADDRESS: 'unix:/run/identity.sock',
    LEDGER_ADDRESS: 'unix:/run/ledger.sock',
    SEARCH_ADDRESS: 'unix:/run/search.sock',
    COMPANY_ADDRESS: 'unix:/run/company.sock',
    METERING_ADDRESS: 'unix:/run/metering.sock',
    GATEWAY_PORT: '9999',
    REDIS_URL: 'redis://r:1',
    CURSOR_SECRET: 'c'.repeat(32),
    METRICS_PORT: '4711',
    METRICS_HOST: '127.0.0.1',
  });
});

describe('the event log', () => {
  const users = ['ledger', 'metering', 'indexer'];

  it('is in the database, as its own role, for those who publish and consume', () => {
    for (const name of users) {
      const { EVENT_LOG_URL: url } = environmentOf(name);
      const { username, password } = new URL(url!);
      expect(username).toBe('heliograph_events');
      expect(password).toBe(rolePassword('i'.repeat(32), 'events'));
      expect(environmentOf(name)).not.toHaveProperty('KAFKA_BROKERS');
    }
  });

  it('is Kafka when its brokers are named', () => {
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
    const config = loadLauncherConfig({ HELIOGRAPH_HOME: '/h', ...kafka });
    for (const name of users) {
      expect(environmentOf(name, { config })).toMatchObject(kafka);
      expect(environmentOf(name, { config })).not.toHaveProperty('EVENT_LOG_URL');
    }
    expect(JSON.stringify(environmentOf('gateway', { config }))).not.toContain('hidden');
  });

  it("is nobody else's business", () => {
    for (const { name } of services.filter(({ name }) => !users.includes(name))) {
      expect(environmentOf(name)).not.toHaveProperty('EVENT_LOG_URL');
    }
  });
});

it('keeps the secret that signs cursors to the gateway', () => {
  for (const { name } of services.filter(({ name }) => name !== 'gateway')) {
    expect(environmentOf(name)).not.toHaveProperty('CURSOR_SECRET');
  }
});

describe('the vector index', () => {
  it('is a service of its own, for those who keep it and ask it', () => {
    expect(environmentOf('vectors')).toMatchObject({ VECTORS_DIRECTORY: '/h/vectors' });
    for (const name of ['indexer', 'search']) {
      expect(environmentOf(name)).toMatchObject({ VECTORS_ADDRESS: 'unix:/run/vectors.sock' });
    }
  });

  it('is Qdrant when its address is given', () => {
    const qdrant = {
      QDRANT_URL: 'http://q:6333',
      QDRANT_API_KEY: 'hidden',
      QDRANT_CA_FILE: '/ca.pem',
      QDRANT_COLLECTION_PREFIX: 'staging-',
    };
    const config = loadLauncherConfig({ HELIOGRAPH_HOME: '/h', ...qdrant });
    const chosen = servicesFor(config);
    expect(chosen.map(({ name }) => name)).not.toContain('vectors');
    for (const name of ['indexer', 'search']) {
      const environment = serviceEnvironment(
        chosen.find((service) => service.name === name)!,
        { ...facts, config },
        4711,
      );
      expect(environment).toMatchObject(qdrant);
      expect(environment).not.toHaveProperty('VECTORS_ADDRESS');
    }
    expect(JSON.stringify(environmentOf('gateway', { config }))).not.toContain('hidden');
  });
});

it('tells how to embed to nobody but the embedding service', () => {
  const embedding = {
    EMBEDDING_PROVIDER: 'openai',
    EMBEDDING_URL: 'http://e/v1',
    EMBEDDING_API_KEY: 'hidden',
  };
  const config = loadLauncherConfig({ HELIOGRAPH_HOME: '/h', ...embedding });
  expect(environmentOf('embedding', { config })).toMatchObject(embedding);
  for (const { name } of services.filter(({ name }) => name !== 'embedding')) {
    expect(environmentOf(name, { config })).not.toHaveProperty('EMBEDDING_API_KEY');
  }
});

it('stops callers before those whom they call', () => {
  const [first, second, third] = stopOrder(services).map((names) => names.sort());
  expect(first).toEqual(['gateway', 'indexer']);
  expect(second).toEqual(['company', 'identity', 'metering', 'search']);
  expect(third).toEqual(['embedding', 'ledger', 'vectors']);
});

it('refuses services that call each other in a circle', () => {
  const service = (name: string, calls: string[]) => ({ name, calls, settings: [] });
  expect(() => stopOrder([service('a', ['b']), service('b', ['a'])])).toThrow('in a circle');
});
