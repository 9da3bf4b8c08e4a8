import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, createMetrics, type Metrics, type Runnable } from '@heliograph/runtime';
import { freeAddress, startTestDatabase, TEST_SECRET, testCallerVariables } from '@heliograph/testing';
import { loadConfig as loadCompanyConfig } from '../../../services/company/src/config';
import { createCompanyService } from '../../../services/company/src/service';
import { loadDashboardConfig } from '../../../services/dashboard/src/config';
import { createDashboardService } from '../../../services/dashboard/src/service';
import { loadConfig as loadEmbeddingConfig } from '../../../services/embedding/src/config';
import { createEmbeddingService } from '../../../services/embedding/src/service';
import { loadGatewayConfig } from '../../../services/gateway/src/config';
import { createGatewayService } from '../../../services/gateway/src/service';
import { loadConfig as loadIdentityConfig } from '../../../services/identity/src/config';
import { createIdentityService } from '../../../services/identity/src/service';
import { loadConfig as loadIndexerConfig } from '../../../services/indexer/src/config';
import { createIndexerService } from '../../../services/indexer/src/service';
import { loadConfig as loadLedgerConfig } from '../../../services/ledger/src/config';
import { createLedgerService } from '../../../services/ledger/src/service';
import { loadConfig as loadMeteringConfig } from '../../../services/metering/src/config';
import { createMeteringService } from '../../../services/metering/src/service';
import { loadConfig as loadNotifierConfig } from '../../../services/notifier/src/config';
import { createNotifierService } from '../../../services/notifier/src/service';
import { loadConfig as loadSearchConfig } from '../../../services/search/src/config';
import { createSearchService } from '../../../services/search/src/service';
import { loadConfig as loadVectorsConfig } from '../../../services/vectors/src/config';
import { createVectorsService } from '../../../services/vectors/src/service';

/** The labels of a program's metrics, by scraped name. */
export type ExposedMetrics = ReadonlyMap<string, ReadonlySet<string>>;

/** Fields of prom-client's metrics that its types omit. */
interface RegisteredMetric {
  name: string;
  labelNames?: readonly string[];
}

/** Starts every service, reads its registry, and stops it. */
export async function exposedMetrics(): Promise<Map<string, ExposedMetrics>> {
  const logger = createLogger({ service: 'test', level: 'silent' });
  const database = await startTestDatabase();
  const vectorsDirectory = await mkdtemp(join(tmpdir(), 'heliograph-vectors-'));
  const services = [
    ...(['identity', 'ledger', 'search', 'company', 'metering', 'gateway'] as const),
    ...(['embedding', 'vectors', 'indexer', 'dashboard', 'notifier'] as const),
  ];
  const addresses = Object.fromEntries(services.map((name) => [name, freeAddress()])) as Record<
    (typeof services)[number],
    string
  >;
  const variables = {
    ...testCallerVariables,
    CURSOR_SECRET: TEST_SECRET,
    WEBHOOK_ENCRYPTION_SECRET: TEST_SECRET,
    GATEWAY_PORT: '0',
    GATEWAY_HOST: '127.0.0.1',
    DASHBOARD_PORT: '0',
    DASHBOARD_HOST: '127.0.0.1',
    // Its metrics are the same for every provider.
    EMBEDDING_PROVIDER: 'none',
    VECTORS_DIRECTORY: vectorsDirectory,
    EVENT_LOG_URL: database.connectionString('events'),
    ...Object.fromEntries(services.map((name) => [`${name.toUpperCase()}_ADDRESS`, addresses[name]])),
  };
  const environmentOf = (
    name: keyof typeof addresses,
    role?: Parameters<typeof database.connectionString>[0],
  ) => ({
    ...variables,
    RPC_ADDRESS: addresses[name],
    ...(role && { DATABASE_URL: database.connectionString(role) }),
  });
  const registries = new Map<string, Metrics>(services.map((name) => [name, createMetrics(name)]));
  const partsOf = (name: (typeof services)[number]) => ({ logger, registry: registries.get(name)! });
  const running: Runnable[] = [];
  const start = async (service: Runnable) => {
    running.push(service);
    await service.start();
  };
  try {
    await start(
      createIdentityService(loadIdentityConfig(environmentOf('identity', 'identity')), partsOf('identity')),
    );
    await start(createLedgerService(loadLedgerConfig(environmentOf('ledger', 'ledger')), partsOf('ledger')));
    await start(
      createEmbeddingService(loadEmbeddingConfig(environmentOf('embedding')), partsOf('embedding')),
    );
    await start(createVectorsService(loadVectorsConfig(environmentOf('vectors')), partsOf('vectors')));
    await start(
      createIndexerService(loadIndexerConfig(environmentOf('indexer', 'indexer')), partsOf('indexer')),
    );
    await start(createSearchService(loadSearchConfig(environmentOf('search', 'reader')), partsOf('search')));
    await start(
      createCompanyService(loadCompanyConfig(environmentOf('company', 'reader')), partsOf('company')),
    );
    await start(
      createMeteringService(loadMeteringConfig(environmentOf('metering', 'metering')), partsOf('metering')),
    );
    await start(
      createNotifierService(loadNotifierConfig(environmentOf('notifier', 'notifier')), partsOf('notifier')),
    );
    await start(createGatewayService(loadGatewayConfig(environmentOf('gateway')), partsOf('gateway')));
    await start(
      await createDashboardService(loadDashboardConfig(environmentOf('dashboard')), partsOf('dashboard')),
    );
    return new Map([...registries].map(([name, registry]) => [name, readRegistry(registry)]));
  } finally {
    for (const service of running.reverse()) await service.destroy();
    await database.stop();
    await rm(vectorsDirectory, { recursive: true });
  }
}

function readRegistry({ registry }: Metrics): ExposedMetrics {
  const exposed = new Map<string, Set<string>>();
  const types = new Map(registry.getMetricsAsArray().map(({ name, type }) => [name, String(type)]));
  for (const { name, labelNames = [] } of registry.getMetricsAsArray() as unknown as RegisteredMetric[]) {
    const labels = new Set(labelNames);
    if (types.get(name) !== 'histogram') exposed.set(name, labels);
    else {
      exposed.set(`${name}_bucket`, new Set([...labels, 'le']));
      exposed.set(`${name}_sum`, labels);
      exposed.set(`${name}_count`, labels);
    }
  }
  return exposed;
}
