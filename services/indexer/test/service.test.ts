import { startBeforeAll } from '@heliograph/testing';
import { loadConfig } from '../src/config';
import { createIndexerService } from '../src/service';
import { call, silent, startTestIndexer, type IndexerClient } from './support/indexer';

const running = startBeforeAll(startTestIndexer);

const calls: Record<string, (client: IndexerClient) => Promise<unknown>> = {
  getStatus: (client) => client.getStatus({}, call),
  startRepair: (client) => client.startRepair({}, call),
  compare: (client) => client.compare({}, call),
  listDeadLetters: (client) => client.listDeadLetters({ limit: 1, after: '' }, call),
  retryDeadLetters: (client) => client.retryDeadLetters({}, call),
};
const allowed: Record<string, readonly string[]> = {
  admin: Object.keys(calls),
  gateway: [],
  search: [],
};

it.each(Object.keys(allowed).flatMap((caller) => Object.keys(calls).map((name) => [caller, name])))(
  'lets %s call %s only if allowed',
  async (caller, name) => {
    await running.settle();
    const response = calls[name!]!(running.connect(running.service.address, caller));
    if (allowed[caller!]!.includes(name!)) await response;
    else await expect(response).rejects.toMatchObject({ code: 'internal' });
  },
);

it('can be destroyed twice, even if it never started', async () => {
  const service = createIndexerService(loadConfig(running.variables()), { logger: silent });
  await service.destroy();
  await service.destroy();
});

it('fails to start without its database and says why', async () => {
  const variables = { ...running.variables(), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  const service = createIndexerService(loadConfig(variables), { logger: silent });
  await expect(service.start()).rejects.toThrow('ECONNREFUSED');
  await service.destroy();
});

it('starts while Kafka is down', async () => {
  const { EVENT_LOG_URL: _log, ...variables } = running.variables() as Record<string, string>;
  const config = loadConfig({ ...variables, KAFKA_BROKERS: '127.0.0.1:1' });
  const service = createIndexerService(config, { logger: silent });
  await service.start();
  expect((await fetch(`http://127.0.0.1:${service.metricsPort}/readyz`)).status).toBe(200);
  await service.destroy();
}, 30_000);

it('names every invalid setting at once', () => {
  const invalid = {
    RPC_ADDRESS: 'x',
    EMBEDDING_ADDRESS: 'y',
    DATABASE_URL: 'mysql://x',
    CALLER_KEY: 'short',
    CALLER_PUBLIC_KEYS: 'gateway=short',
    EVENT_BATCH_MAXIMUM: '1001',
    EMBEDDING_CALLS: '0',
    FEED_INTERVAL_MS: 'often',
    REPAIR_INTERVAL_MS: '1',
  };
  for (const name of Object.keys(invalid)) expect(() => loadConfig(invalid)).toThrow(name);
  const {
    EVENT_LOG_URL: _log,
    VECTORS_ADDRESS: _vectors,
    ...rest
  } = running.variables() as Record<string, string>;
  expect(() => loadConfig(rest)).toThrow('KAFKA_BROKERS or EVENT_LOG_URL');
  expect(() => loadConfig(rest)).toThrow('QDRANT_URL or VECTORS_ADDRESS');
});
