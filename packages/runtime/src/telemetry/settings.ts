import { z } from 'zod';
import { loadConfig } from '../configuration/load-config';
import { runtimeSettings } from '../configuration/settings';

/** Where traces go, and how many are kept. */
export interface TelemetrySettings {
  /** The full URL to post spans to, as OTLP over HTTP. */
  url: string;
  sampler: z.output<typeof sampler>;
  /** Share of traces that a ratio sampler keeps, 0 to 1. */
  ratio: number;
  /** For telemetry's own few log lines. */
  logLevel: string;
  /** Milliseconds that stopping may take, including sending the last spans. */
  shutdownTimeoutMs: number;
}

const TRACES_PATH = '/v1/traces';

const endpoint = z.string().refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
  message: 'must be a URL that starts with http:// or https://',
});

const sampler = z.enum([
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
]);

const variablesOfTraces = z.object({
  LOG_LEVEL: runtimeSettings.LOG_LEVEL,
  SHUTDOWN_TIMEOUT_MS: runtimeSettings.SHUTDOWN_TIMEOUT_MS,
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.string().optional(),
  OTEL_TRACES_SAMPLER: sampler.default('parentbased_traceidratio'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?|\.\d+)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(1),
});

/** A collector's gRPC port would answer each export with an error of the HTTP parser. */
const schema = variablesOfTraces.superRefine((variables, context) => {
  const names = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'] as const;
  const name = names.find((each) => variables[each] !== undefined);
  if (name && variables[name] === 'grpc')
    context.addIssue({
      code: 'custom',
      path: [name],
      message: 'must not be grpc: traces are sent over HTTP, to port 4318 of most collectors',
    });
});

/** The variables that tell every program where its traces go. */
export const telemetryVariables: readonly string[] = [
  ...Object.keys(variablesOfTraces.shape),
  'OTEL_SDK_DISABLED',
];

/**
 * Reads OpenTelemetry's own variables, as defined by its specification ("OpenTelemetry Environment Variable
 * Specification", "OpenTelemetry Protocol Exporter").
 *
 * @returns undefined if no endpoint is set or OTEL_SDK_DISABLED is true: there are no traces then, and no other
 * variable is read.
 * @throws ConfigError naming every issue at once.
 */
export function loadTelemetrySettings(environment: NodeJS.ProcessEnv): TelemetrySettings | undefined {
  const isNamed = environment.OTEL_EXPORTER_OTLP_ENDPOINT || environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  if (!isNamed || environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined;
  const variables = loadConfig(schema, environment);
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: exact } = variables;
  return {
    // A signal-specific endpoint is used verbatim; the common one is the prefix of all signals' paths.
    url: exact ?? `${base!.replace(/\/+$/, '')}${TRACES_PATH}`,
    sampler: variables.OTEL_TRACES_SAMPLER,
    ratio: variables.OTEL_TRACES_SAMPLER_ARG,
    logLevel: variables.LOG_LEVEL,
    shutdownTimeoutMs: variables.SHUTDOWN_TIMEOUT_MS,
  };
}
