import { z } from 'zod';
import { ConfigError, loadConfig } from '../configuration/load-config';
import { describeVariables, type Variables } from '../configuration/describe-variables';
import { databaseUrl, runtimeSettings } from '../configuration/settings';
import { createLogger, type Logger } from '../logging/logger';
import { loadTelemetrySettings } from '../telemetry/settings';
import { startTracing } from '../telemetry/start-tracing';
import { activeTracing, setActiveTracing } from '../telemetry/tracing';

/** What a service's `create` returns. `destroy` may be called at any time, and repeatedly. */
export interface Runnable {
  start(): Promise<void>;
  destroy(): Promise<void>;
}

const EXIT_START_FAILED = 1;
const EXIT_BAD_CONFIGURATION = 2;
const EXIT_FORCED = 130;
/** Limit for sending the last spans. They matter less than a quick stop, even if the collector does not respond. */
const MAXIMUM_FLUSH_MS = 2_000;

/** Migrates a service's schema. */
export type MigrateSchema = (connectionString: string, logger: Logger) => Promise<void>;

/** What `--migrate` needs. */
const migrationVariables = z.object({ DATABASE_URL: databaseUrl, LOG_LEVEL: runtimeSettings.LOG_LEVEL });

/**
 * Runs a service as a program: reads its configuration (`--validate-config` stops there, `--variables` prints the
 * variables it reads), starts it, tells a supervising parent `{type: 'ready'}`, and destroys it on SIGTERM, SIGINT, or
 * when the parent is gone. A second signal forces the exit. Traces the service if OTEL_EXPORTER_OTLP_ENDPOINT is set.
 *
 * @param migrate for a service that owns a schema: `--migrate` reads DATABASE_URL, calls this, and exits.
 */
export function runMain<Config>(
  name: string,
  { variables, load }: { variables: Variables; load: (environment: NodeJS.ProcessEnv) => Config },
  create: (config: Config) => Promise<Runnable> | Runnable,
  migrate?: MigrateSchema,
): void {
  if (process.argv.includes('--variables')) {
    process.stdout.write(describeVariables(variables));
    process.exit(0);
  }
  if (process.argv.includes('--migrate')) {
    runMigration(name, migrate);
    return;
  }
  const problems: string[] = [];
  const read = <Settings>(from: (environment: NodeJS.ProcessEnv) => Settings): Settings | undefined => {
    try {
      return from(process.env);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(...error.problems);
      return undefined;
    }
  };
  const config = read(load) as Config;
  const telemetry = read(loadTelemetrySettings);
  if (problems.length > 0) failConfiguration(name, problems);
  if (process.argv.includes('--validate-config')) {
    process.stdout.write(`${name}: configuration is valid\n`);
    process.exit(0);
  }

  let service: Runnable | undefined;
  let stopping = false;
  const stop = (force: boolean) => {
    if (stopping) {
      if (force) process.exit(EXIT_FORCED);
      return;
    }
    stopping = true;
    const began = performance.now();
    const destroyed = Promise.resolve(service?.destroy()).then(() => {
      const left = (telemetry?.shutdownTimeoutMs ?? 0) - (performance.now() - began);
      return activeTracing()?.shutdown(Math.min(MAXIMUM_FLUSH_MS, Math.max(0, left)));
    });
    destroyed.then(
      () => process.exit(0),
      (error: unknown) => fail(name, 'stopping failed', error),
    );
  };
  // A supervised child gets the terminal's Ctrl-C together with its parent, which then also sends SIGTERM: only a
  // second signal of the same kind means impatience.
  const seen = new Set<string>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop(seen.has(signal));
      seen.add(signal);
    });
  }
  process.on('disconnect', () => stop(false));

  const run = async () => {
    if (telemetry) {
      const logger = createLogger({ service: name, level: telemetry.logLevel });
      setActiveTracing(await startTracing(telemetry, { service: name, logger }));
    }
    service = await create(config);
    // A signal during creation found nothing to destroy, so it is honored here.
    if (stopping) return service.destroy();
    await service.start();
    if (!stopping) process.send?.({ type: 'ready' });
  };
  run().catch((error: unknown) => fail(name, 'start failed', error));
}

function runMigration(name: string, migrate: MigrateSchema | undefined): void {
  if (!migrate) return failConfiguration(name, ['--migrate is not for this program: it owns no schema']);
  const migrateFrom = async (environment: NodeJS.ProcessEnv) => {
    const { DATABASE_URL, LOG_LEVEL } = loadConfig(migrationVariables, environment);
    await migrate(DATABASE_URL, createLogger({ service: name, level: LOG_LEVEL }));
  };
  migrateFrom(process.env).then(
    () => process.exit(0),
    (error: unknown) => {
      if (error instanceof ConfigError) failConfiguration(name, error.problems);
      fail(name, 'the migration failed', error);
    },
  );
}

function failConfiguration(name: string, problems: readonly string[]): never {
  process.stderr.write([...new Set(problems)].map((problem) => `${name}: ${problem}\n`).join(''));
  process.exit(EXIT_BAD_CONFIGURATION);
}

function fail(name: string, what: string, error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${name}: ${what}: ${message}\n`);
  process.exit(EXIT_START_FAILED);
}
