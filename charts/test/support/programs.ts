import { telemetryVariables } from '@heliograph/runtime';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { REPOSITORY } from './paths';

/** A service's own account of its variables. */
interface Program {
  /** All variables that its configuration reads. */
  variables: readonly string[];
  /** Variables without a description in `--variables`. */
  undescribed: readonly string[];
  /** Loads the configuration like the main program. @throws ConfigError naming every issue. */
  load(environment: NodeJS.ProcessEnv): unknown;
}

const requireModule = createRequire(__filename);

/** The program of a service, by name. */
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

/** Variables of Node.js and libraries, which every program accepts. */
export const commonVariables: readonly string[] = [
  ...telemetryVariables,
  // From the library that sends traces.
  'OTEL_EXPORTER_OTLP_HEADERS',
  ...['NODE_ENV', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'],
];

/** Variables that the chart does not set, and why. */
export const NOT_IN_CLUSTER: Readonly<Record<string, string>> = {
  EVENT_LOG_URL: 'events are in Kafka',
  VECTORS_ADDRESS: 'vectors are in Qdrant',
  KAFKA_TLS_CA_FILE: 'certificateAuthorities are trusted by NODE_EXTRA_CA_CERTS',
  STRIPE_API_URL: 'stands in for Stripe in tests',
  DEVELOPMENT_EMAIL: 'is what a form on a developer’s machine starts with',
};
