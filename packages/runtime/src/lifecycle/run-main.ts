import { ConfigError } from '../configuration/load-config';

/** What a service's `create` returns. `destroy` may be called at any time and more than once. */
export interface Runnable {
  start(): Promise<void>;
  destroy(): Promise<void>;
}

const EXIT_START_FAILED = 1;
const EXIT_BAD_CONFIGURATION = 2;
const EXIT_FORCED = 130;

/**
 * Runs a service as a program: reads its configuration (`--validate-config` stops there), starts it, tells a
 * supervising parent `{type: 'ready'}`, and destroys it on SIGTERM, SIGINT or when the parent is gone. A second
 * signal forces the exit.
 */
export function runMain<Config>(
  name: string,
  load: (environment: NodeJS.ProcessEnv) => Config,
  create: (config: Config) => Promise<Runnable> | Runnable,
): void {
  let config: Config;
  try {
    config = load(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(error.problems.map((problem) => `${name}: ${problem}\n`).join(''));
    process.exit(EXIT_BAD_CONFIGURATION);
  }
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
    Promise.resolve(service?.destroy()).then(
      () => process.exit(0),
      (error: unknown) => fail(name, 'stopping failed', error),
    );
  };
  // A supervised child gets the terminal's Ctrl-C together with its parent, which then also sends SIGTERM:
  // only signals of the same kind count as impatience.
  const seen = new Set<string>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop(seen.has(signal));
      seen.add(signal);
    });
  }
  process.on('disconnect', () => stop(false));

  const run = async () => {
    service = await create(config);
    // A signal during creation found nothing to destroy; it is honoured here.
    if (stopping) return service.destroy();
    await service.start();
    if (!stopping) process.send?.({ type: 'ready' });
  };
  run().catch((error: unknown) => fail(name, 'start failed', error));
}

function fail(name: string, what: string, error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${name}: ${what}: ${message}\n`);
  process.exit(EXIT_START_FAILED);
}
