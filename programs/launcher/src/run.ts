import { ConfigError, createLogger, logDestination } from '@heliograph/runtime';
import { HELP, parseCommandLine } from './command-line';
import { loadLauncherConfig } from './config';
import { JsonReporter } from './console/json-reporter';
import type { Reporter } from './console/reporter';
import { TextReporter } from './console/text-reporter';
import { prepareHome } from './home/home';
import { lockHome } from './home/home-lock';
import { LogFiles } from './home/log-files';
import { loadSecrets } from './home/secrets';
import { servicesFor } from './services';
import { describeStartError } from './start-failure';
import { listenForStop } from './stop-request';
import { System } from './system';

const EXIT_CODES = { stopped: 0, failed: 1, badConfiguration: 2, forced: 130 } as const;

/** The launcher's own log. */
const LAUNCHER_LOG = 'launcher';

/**
 * Runs the whole system until a signal stops it.
 *
 * @param args of the command line, without program and script.
 * @param root of the repository.
 * @returns the exit status.
 */
export async function run(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  root: string,
): Promise<number> {
  // The output's reader may close it.
  process.stdout.on('error', () => undefined);
  let reporter: Reporter = new TextReporter(process.stdout, process.stderr, environment);
  try {
    const commandLine = parseCommandLine(args);
    if (commandLine.help) {
      process.stdout.write(HELP);
      return EXIT_CODES.stopped;
    }
    if (commandLine.json) reporter = new JsonReporter(process.stdout);
    return await runSystem({ reporter, environment, root, sample: !commandLine.empty });
  } catch (error) {
    if (error instanceof ConfigError) {
      reporter.failed(error.problems.join('\n'));
      return EXIT_CODES.badConfiguration;
    }
    reporter.failed(describeStartError(error, environment.HELIOGRAPH_HOME ?? 'HELIOGRAPH_HOME'));
    return EXIT_CODES.failed;
  }
}

async function runSystem(options: {
  reporter: Reporter;
  environment: NodeJS.ProcessEnv;
  root: string;
  sample: boolean;
}): Promise<number> {
  const { reporter, environment, root, sample } = options;
  const config = loadLauncherConfig(environment);
  const home = prepareHome(config.HELIOGRAPH_HOME);
  const unlock = lockHome(home.lockFile, home.directory);
  const logs = new LogFiles(home.logs);
  logs.start();
  const destination = logDestination(logs.open(LAUNCHER_LOG));
  const logger = createLogger({ service: LAUNCHER_LOG, level: config.LOG_LEVEL }, destination);
  const secrets = loadSecrets(home.secretsFile, {
    cursorSecret: config.CURSOR_SECRET,
    rolePasswords: config.rolePasswords,
  });
  const system = new System({
    config,
    home,
    secrets,
    logs,
    logger,
    reporter,
    services: servicesFor(config),
    root,
    sample,
    environment,
  });
  const stopRequest = listenForStop(
    () => {
      reporter.stopping('Stopping …');
      return system.destroy();
    },
    () => {
      system.kill();
      unlock();
      process.exit(EXIT_CODES.forced);
    },
  );
  try {
    const report = await system.start();
    logger.info({ seconds: report.seconds }, 'started');
    reporter.ready(report);
    await stopRequest.stopped;
    return EXIT_CODES.stopped;
  } catch (error) {
    // An interrupted start fails in one way or another; that is not an error.
    if (stopRequest.isRequested()) {
      await stopRequest.stopped;
      return EXIT_CODES.stopped;
    }
    logger.error({ err: error }, 'start failed');
    await system.destroy();
    throw error;
  } finally {
    logs.stop();
    unlock();
  }
}
