import { telemetryVariables } from '@heliograph/runtime';
import { companyVariables, loadConfig as loadCompany } from '../../../services/company/src/config';
import { dashboardVariables, loadDashboardConfig } from '../../../services/dashboard/src/config';
import { embeddingVariables, loadConfig as loadEmbedding } from '../../../services/embedding/src/config';
import { gatewayVariables, loadGatewayConfig } from '../../../services/gateway/src/config';
import { identityVariables, loadConfig as loadIdentity } from '../../../services/identity/src/config';
import { indexerVariables, loadConfig as loadIndexer } from '../../../services/indexer/src/config';
import { ledgerVariables, loadConfig as loadLedger } from '../../../services/ledger/src/config';
import { loadConfig as loadMetering, meteringVariables } from '../../../services/metering/src/config';
import { loadConfig as loadSearch, searchVariables } from '../../../services/search/src/config';
import type { ServiceName } from './profiles';

/** What a service itself says of its variables. */
export interface Program {
  /** All that its configuration reads. */
  variables: readonly string[];
  /** As its main program does. @throws ConfigError naming every fault. */
  load(environment: NodeJS.ProcessEnv): unknown;
}

export const programs: Readonly<Record<ServiceName, Program>> = {
  gateway: { variables: gatewayVariables, load: loadGatewayConfig },
  dashboard: { variables: dashboardVariables, load: loadDashboardConfig },
  identity: { variables: identityVariables, load: loadIdentity },
  ledger: { variables: ledgerVariables, load: loadLedger },
  metering: { variables: meteringVariables, load: loadMetering },
  search: { variables: searchVariables, load: loadSearch },
  company: { variables: companyVariables, load: loadCompany },
  embedding: { variables: embeddingVariables, load: loadEmbedding },
  indexer: { variables: indexerVariables, load: loadIndexer },
};

/** Of Node.js and of the libraries, which every program understands. */
export const commonVariables: readonly string[] = [
  ...telemetryVariables,
  // Of the library that sends traces.
  'OTEL_EXPORTER_OTLP_HEADERS',
  ...['NODE_ENV', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'],
];

/** What the chart does not know, and why. */
export const notInCluster: Readonly<Record<string, string>> = {
  EVENT_LOG_URL: 'events are in Kafka',
  VECTORS_ADDRESS: 'vectors are in Qdrant',
  KAFKA_TLS_CA_FILE: 'certificateAuthorities are trusted by NODE_EXTRA_CA_CERTS',
  QDRANT_CA_FILE: 'certificateAuthorities are trusted by NODE_EXTRA_CA_CERTS',
  STRIPE_API_URL: 'stands in for Stripe in tests',
  DEVELOPMENT_EMAIL: 'is what a form on a developer’s machine starts with',
};
