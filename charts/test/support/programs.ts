import { telemetryVariables } from '@heliograph/runtime';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { REPOSITORY } from './paths';

/** What a service itself says of its variables. */
interface Program {
  /** All that its configuration reads. */
  variables: readonly string[];
  /** Those of which `--variables` would say nothing. */
  undescribed: readonly string[];
  /** As its main program does. @throws ConfigError naming every fault. */
  load(environment: NodeJS.ProcessEnv): unknown;
}

const requireModule = createRequire(__filename);

/** By name. */
export function programOf(service: string): Program {
  const config = requireModule(join(REPOSITORY, 'services', service, 'src/config')) as Record<
    string,
    unknown
  >;
  const [, load] = Object.entries(config).find(([name]) => /^load\w*Config$/.test(name))!;
  const variables = Object.entries(config.variables as Record<string, { description?: string }>);
  return {
    variables: variables.map(([name]) => name),
    undescribed: variables.filter(([, { description }]) => !description).map(([name]) => name),
    load: load as Program['load'],
  };
}

/** Of Node.js and of the libraries, which every program understands. */
export const commonVariables: readonly string[] = [
  ...telemetryVariables,
  // Of the library that sends traces.
  'OTEL_EXPORTER_OTLP_HEADERS',
  ...['NODE_ENV', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'],
];

/** What the chart does not know, and why. */
export const NOT_IN_CLUSTER: Readonly<Record<string, string>> = {
  EVENT_LOG_URL: 'events are in Kafka',
  VECTORS_ADDRESS: 'vectors are in Qdrant',
  KAFKA_TLS_CA_FILE: 'certificateAuthorities are trusted by NODE_EXTRA_CA_CERTS',
  STRIPE_API_URL: 'stands in for Stripe in tests',
  DEVELOPMENT_EMAIL: 'is what a form on a developer’s machine starts with',
};
