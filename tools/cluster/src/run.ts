import {
  listenForStop,
  loadLauncherConfig,
  loadSecrets,
  lockHome,
  LogFiles,
  prepareHome,
  servicesFor,
  StartFailure,
} from '@heliograph/launcher';
import { ConfigError, createLogger } from '@heliograph/runtime';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Cluster } from './cluster';
import { HELP, parseCommandLine, type CommandLine } from './command-line';
import { createReporter, type ClusterReporter } from './console/reporter';
import { askCluster } from './control/ask-cluster';
import { ControlServer } from './control/control-server';
import type { ControlCommand } from './control/protocol';
import { exercise } from './exercise/exercise';
import { defaultTimings } from './instances/timings';

const EXIT_CODES = { done: 0, failed: 1, badConfiguration: 2, forced: 130 } as const;

const LOG = 'cluster';
/** All load comes from one account, whose limits are not under test. */
const NO_LIMIT = '10000000';

/** Servers that a cluster needs but this package does not start itself. */
interface Infrastructure {
  /** Variables that say where it is. */
  variables: Record<string, string>;
  stop(): Promise<void>;
}

interface RunOptions {
  environment: NodeJS.ProcessEnv;
  /** Root of the repository. */
  root: string;
  /** Starts what the environment does not name. `directory` is where it may store its data. */
  startInfrastructure: (directory: string, say: (text: string) => void) => Promise<Infrastructure>;
}

/**
 * Runs a cluster, or sends a command to the running one.
 *
 * @param args of the command line, without program and script.
 * @returns the exit status.
 */
export async function run(args: readonly string[], options: RunOptions): Promise<number> {
  // The pipe's reader may close it.
  process.stdout.on('error', () => undefined);
  let reporter = createReporter(false);
  try {
    const commandLine = parseCommandLine(args);
    if (commandLine.help) {
      process.stdout.write(HELP);
      return EXIT_CODES.done;
    }
    reporter = createReporter(commandLine.json);
    if (commandLine.control) return await control(commandLine.control, options.environment, reporter);
    return await runCluster(commandLine, options, reporter);
  } catch (error) {
    if (error instanceof ConfigError) {
      reporter.failed(error.problems.join('\n'));
      return EXIT_CODES.badConfiguration;
    }
    reporter.failed(error instanceof StartFailure ? error.message : String((error as Error).stack ?? error));
    return EXIT_CODES.failed;
  }
}

async function control(
  command: ControlCommand,
  environment: NodeJS.ProcessEnv,
  reporter: ClusterReporter,
): Promise<number> {
  const home = prepareHome(environment.HELIOGRAPH_HOME ?? '');
  const result = await askCluster(controlSocket(home), command, (text) => reporter.step(text)).catch(
    (error: Error) => {
      throw error instanceof StartFailure ? error : new StartFailure(error.message, true);
    },
  );
  reporter.controlled(command, result);
  return EXIT_CODES.done;
}

async function runCluster(
  commandLine: CommandLine,
  { environment, root, startInfrastructure }: RunOptions,
  reporter: ClusterReporter,
): Promise<number> {
  const { plan } = commandLine;
  const defaults = {
    SHUTDOWN_TIMEOUT_MS: String(defaultTimings.shutdownTimeoutMs),
    START_TIMEOUT_MS: '90000',
    ...(plan && { REQUESTS_PER_MINUTE: NO_LIMIT, SEARCHES_PER_MINUTE: NO_LIMIT }),
  };
  // Checked before anything starts.
  const { HELIOGRAPH_HOME } = loadLauncherConfig({ ...defaults, ...environment });
  const home = prepareHome(HELIOGRAPH_HOME);
  const unlock = lockHome(home.lockFile, home.directory);
  const logs = new LogFiles(home.logs);
  logs.start();
  const say = (text: string) => reporter.step(text);
  const stopping = new AbortController();
  let cluster: Cluster | undefined;
  let infrastructure: Infrastructure | undefined;
  let controlServer: ControlServer | undefined;
  const destroy = async () => {
    await controlServer?.close();
    await cluster?.destroy();
    await infrastructure?.stop();
  };
  const stopRequest = listenForStop(
    async () => {
      reporter.step('Stopping');
      stopping.abort();
      await destroy();
    },
    () => {
      cluster?.kill();
      unlock();
      process.exit(EXIT_CODES.forced);
    },
  );
  try {
    infrastructure = await startInfrastructure(home.directory, say);
    const given = { ...defaults, ...environment, ...infrastructure.variables };
    const config = loadLauncherConfig(given);
    const logger = createLogger(
      { service: LOG, level: config.LOG_LEVEL },
      createWriteStream(logs.pathOf(LOG), { flags: 'a', mode: 0o600 }),
    );
    const secrets = loadSecrets(home.secretsFile, {
      cursorSecret: config.CURSOR_SECRET,
      rolePasswords: config.rolePasswords,
    });
    const { replicas, preStopMs, endpointDelayMs } = commandLine;
    const started = new Cluster({
      config,
      home,
      secrets,
      logs,
      logger,
      root,
      replicas,
      say,
      environment: given,
      services: servicesFor(config),
      sample: !commandLine.empty,
      timings: {
        ...defaultTimings,
        shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS,
        ...(preStopMs !== undefined && { preStopMs }),
        ...(endpointDelayMs !== undefined && { endpointDelayMs }),
      },
    });
    cluster = started;
    await started.start();
    controlServer = await ControlServer.start(controlSocket(home), (command, tell) =>
      handleCommand(started, command, tell),
    );
    reporter.ready({ ...started.status, demoKey: started.demoKey, home: home.directory, logs: home.logs });
    if (!plan) {
      await stopRequest.stopped;
      return EXIT_CODES.done;
    }
    const report = await exercise({
      cluster: started,
      credentials: { privateKey: secrets.callerKeys.admin },
      plan,
      say,
      signal: stopping.signal,
    });
    reporter.exercised(report);
    return report.passed ? EXIT_CODES.done : EXIT_CODES.failed;
  } catch (error) {
    // After an interruption, any error is expected and not a failure.
    if (!stopRequest.isRequested()) throw error;
    return EXIT_CODES.done;
  } finally {
    await destroy();
    logs.stop();
    unlock();
  }
}

async function handleCommand(
  cluster: Cluster,
  command: ControlCommand,
  say: (text: string) => void,
): Promise<unknown> {
  switch (command.command) {
    case 'status':
      break;
    case 'restart':
      say(
        command.services.length > 0 ? `Restarting ${command.services.join(', ')}` : 'Restarting everything',
      );
      await cluster.restart(command.services, command.atOnce);
      break;
    case 'scale':
      say(`Scaling ${command.service} to ${command.replicas}`);
      await cluster.scale(command.service, command.replicas);
      break;
    case 'crash':
      cluster.crash(command.instance);
      break;
    case 'stop':
      process.kill(process.pid, 'SIGTERM');
      break;
  }
  return cluster.status;
}

function controlSocket({ sockets }: { sockets: string }): string {
  return join(sockets, 'cluster.sock');
}
