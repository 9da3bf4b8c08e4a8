import { StartFailure } from '@heliograph/launcher';
import { parseArgs } from 'node:util';
import type { ControlCommand } from './control/protocol';
import type { Plan } from './exercise/exercise';
import { MAXIMUM_REPLICAS } from './topology';

export interface CommandLine {
  help: boolean;
  /** Prints one JSON object per line instead of text. */
  json: boolean;
  /** No sample corpus and no demo account on the first start. */
  empty: boolean;
  /** A command for a running cluster; undefined to start one. */
  control: ControlCommand | undefined;
  /** What to do under load before exiting; undefined to run until Ctrl-C. */
  plan: Plan | undefined;
  replicas: Record<string, number>;
  preStopMs: number | undefined;
  endpointDelayMs: number | undefined;
}

const DEFAULT_CONNECTIONS = 8;
const DEFAULT_RATE = 50;

/** @throws StartFailure for invalid arguments. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parse(args);
  const number = (name: keyof typeof values, minimum: number, maximum: number): number | undefined => {
    const text = values[name] as string | undefined;
    if (text === undefined) return undefined;
    const value = Number(text);
    if (!/^\d{1,9}$/.test(text) || value < minimum || value > maximum) {
      throw refused(`--${name} is a whole number from ${minimum} to ${maximum}`);
    }
    return value;
  };
  const atOnce = number('at-once', 1, 20) ?? 1;
  const scale = (values.scale ?? []).map(parseScale);
  const duration = number('duration', 1, 86_400);
  const connections = number('connections', 1, 1_000) ?? DEFAULT_CONNECTIONS;
  const requestsPerSecond = number('rate', 1, 100_000) ?? DEFAULT_RATE;
  const isExercise = values['rolling-restart'] || scale.length > 0 || duration !== undefined;
  return {
    help: values.help,
    json: values.json,
    empty: values.empty,
    control: parseControl(positionals, atOnce),
    plan: isExercise
      ? {
          rollingRestart: values['rolling-restart'],
          atOnce,
          scale,
          durationMs: (duration ?? 0) * 1_000,
          connections,
          requestsPerSecond,
          semantic: values.semantic,
        }
      : undefined,
    replicas: Object.fromEntries((values.replicas ?? []).flatMap(parseReplicas)),
    preStopMs: number('pre-stop-ms', 0, 600_000),
    endpointDelayMs: number('endpoint-delay-ms', 0, 60_000),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        json: { type: 'boolean', default: false },
        empty: { type: 'boolean', default: false },
        'rolling-restart': { type: 'boolean', default: false },
        scale: { type: 'string', multiple: true },
        duration: { type: 'string' },
        connections: { type: 'string' },
        rate: { type: 'string' },
        'at-once': { type: 'string' },
        semantic: { type: 'boolean', default: false },
        replicas: { type: 'string', multiple: true },
        'pre-stop-ms': { type: 'string' },
        'endpoint-delay-ms': { type: 'string' },
      },
    });
  } catch (error) {
    throw refused((error as Error).message.split('.')[0]!);
  }
}

/** `metering=1,3` */
function parseScale(text: string): { service: string; replicas: number[] } {
  const [service, counts] = halves(text, '--scale', 'metering=1,3');
  return { service, replicas: counts.split(',').map((count) => replicaCount(count, '--scale')) };
}

/** `ledger=3,metering=2` */
function parseReplicas(text: string): [string, number][] {
  return text.split(',').map((part) => {
    const [service, count] = halves(part, '--replicas', 'ledger=3,metering=2');
    return [service, replicaCount(count, '--replicas')];
  });
}

function halves(text: string, option: string, example: string): [string, string] {
  const [, service, rest] = /^([a-z]+)=(.+)$/.exec(text) ?? [];
  if (service === undefined || rest === undefined) throw refused(`${option} reads like ${example}`);
  return [service, rest];
}

function replicaCount(text: string, where: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= MAXIMUM_REPLICAS) return count;
  throw refused(`${where}: a service has from 1 to ${MAXIMUM_REPLICAS} instances`);
}

function parseControl([command, ...rest]: readonly string[], atOnce: number): ControlCommand | undefined {
  switch (command) {
    case undefined:
      return undefined;
    case 'status':
    case 'stop':
      if (rest.length > 0) throw refused(`${command} takes nothing`);
      return { command };
    case 'restart':
      return { command, services: [...rest], atOnce };
    case 'scale': {
      const [service, count] = rest;
      if (service === undefined || count === undefined || rest.length > 2) {
        throw refused('scale takes a service and a number: scale metering 1');
      }
      return { command, service, replicas: replicaCount(count, 'scale') };
    }
    case 'crash': {
      const [instance] = rest;
      if (instance === undefined || rest.length > 1)
        throw refused('crash takes an instance: crash gateway-1');
      return { command, instance };
    }
    default:
      throw refused(`Unknown command ${command}`);
  }
}

function refused(text: string): StartFailure {
  return new StartFailure(`${text}: npm run cluster -- --help lists commands and options`, true);
}

export const HELP = `Usage: npm run cluster [-- OPTIONS]            starts a cluster and runs it until Ctrl-C
       npm run cluster -- COMMAND              sends a command to the running one

Runs several instances of each service on this machine as Kubernetes would: each at its own address, found by DNS,
behind a reverse proxy, probed for readiness, ended in order. docs/operations/cluster.md says what this shows.
Requires Linux, and either redis-server and Java or REDIS_URL and KAFKA_BROKERS.

Commands:
  status                     lists services and instances
  restart [SERVICE …]        replaces every instance, one at a time: new first, then the old one ends
  scale SERVICE N            changes the number of instances
  crash INSTANCE             kills its process like kill -9; it is restarted
  stop                       like Ctrl-C

Options for starting:
  --replicas ledger=3,…      number of instances, if not the default of two or three
  --pre-stop-ms N            delay between leaving the endpoints and SIGTERM (5000)
  --endpoint-delay-ms N      delay until DNS and the proxy see a change of readiness (1000)
  --empty                    no sample corpus and no demo account on the first start
  --json                     report in JSON, one object per line

Options that load the cluster, reconcile it, and exit with status 0 or 1:
  --rolling-restart          replaces every instance of every service
  --scale SERVICE=N,M,…      changes the number of instances step by step; may be repeated
  --duration SECONDS         minimum duration of the load
  --connections N            clients (${DEFAULT_CONNECTIONS})
  --rate N                   requests per second, all clients together (${DEFAULT_RATE})
  --at-once N                services restarted at the same time (1)
  --semantic                 makes a third of the searches semantic, once everything is embedded

Environment: as npm start, but HELIOGRAPH_HOME is .heliograph-cluster by default, and load is not
subject to the account's limits. Variables that npm start does not know are passed to every instance.
`;
