import { parseArgs } from 'node:util';
import {
  FAULT_KINDS,
  FAULT_NAMES,
  kindsWithout,
  type FaultKind,
  type FaultName,
  type Part,
} from './plan/fault-kinds';

export interface CommandLine {
  mode: 'run' | 'list' | 'help';
  /** Every kind of fault once, instead of for a duration. */
  isOnce: boolean;
  seconds: number;
  /** Random if absent. */
  seed?: number;
  clients: number;
  kinds: FaultName[];
  /** Mean gap between two faults. */
  meanGapMs?: number;
  without: Part[];
  /** Directory for the report. */
  reportDirectory?: string;
  json: boolean;
  keep: boolean;
}

/** Invalid command line. */
export class UsageError extends Error {}

const PARTS: readonly Part[] = ['kafka', 'redis', 'disk'];
const DATABASES = ['embedded', 'patroni'] as const;
const LARGEST_SEED = 2 ** 32 - 1;

export const HELP = `Usage: npm run faults [-- OPTIONS]

Runs a complete system, including a Kafka broker and a Redis, under load while killing, pausing, and confusing its parts.
At the end, compares what the clients saw with the ledger, the topic, and metering. Exit status: 0 nothing lost and
nothing doubled, 1 violations or failure, 2 invalid usage.

Options:
  --seconds N          how long faults are injected (600)
  --once               every kind of fault once, as in npm test
  --seed N             repeats the order of faults and requests of an earlier run (random)
  --clients N          concurrent clients (12)
  --gap MILLISECONDS   average time between two faults (1350)
  --only KIND,…        only these kinds of faults
  --without PART,…     kafka, redis: uses the embedded defaults; disk: stores PostgreSQL's data on the machine's disk
  --database KIND      embedded, or patroni: three servers with synchronous replication that fail over (embedded)
  --report DIRECTORY   write report.txt, report.json, and history.ndjson.gz there
  --keep               keep the installation's directory and logs, as violations always do
  --list               list the kinds of faults
  --json               print one JSON object
  --help               show this
`;

/** The kinds of faults with their descriptions. */
export function listing(): string {
  const width = Math.max(...FAULT_NAMES.map((name) => name.length));
  return FAULT_NAMES.map((name) => {
    const { description, needs }: FaultKind = FAULT_KINDS[name];
    return `${name.padEnd(width)}  ${description}${needs ? ` (needs ${needs})` : ''}\n`;
  }).join('');
}

/** @throws UsageError naming what is wrong. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const values = read(args);
  const [database = ''] = items(values.database, DATABASES, '--database');
  const without: Part[] = [
    ...items(values.without, PARTS, '--without'),
    ...(database === 'patroni' ? (['embedded-postgres', 'disk'] as const) : (['patroni'] as const)),
  ];
  const possible = kindsWithout(without);
  const kinds = values.only === undefined ? possible : items(values.only, FAULT_NAMES, '--only');
  const impossible = kinds.filter((kind) => !possible.includes(kind));
  if (impossible.length > 0)
    throw new UsageError(`${impossible.join(', ')} cannot run without ${needsOf(impossible).join(', ')}`);
  return {
    mode: values.help ? 'help' : values.list ? 'list' : 'run',
    isOnce: values.once,
    seconds: whole(values.seconds, '--seconds', 1, 86_400) ?? 600,
    seed: whole(values.seed, '--seed', 0, LARGEST_SEED),
    clients: whole(values.clients, '--clients', 1, 999) ?? 12,
    kinds,
    meanGapMs: whole(values.gap, '--gap', 100, 3_600_000),
    without,
    reportDirectory: values.report,
    json: values.json,
    keep: values.keep,
  };
}

function needsOf(kinds: readonly FaultName[]): (Part | undefined)[] {
  return [...new Set(kinds.map((kind) => (FAULT_KINDS[kind] as FaultKind).needs))];
}

function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        seconds: { type: 'string' },
        seed: { type: 'string' },
        clients: { type: 'string' },
        gap: { type: 'string' },
        only: { type: 'string' },
        without: { type: 'string' },
        database: { type: 'string', default: 'embedded' },
        report: { type: 'string' },
        once: { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message.split('.')[0]);
  }
}

function whole(text: string | undefined, name: string, least: number, greatest: number): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^\d{1,10}$/.test(text) && number >= least && number <= greatest) return number;
  throw new UsageError(`${name} must be a whole number from ${least} to ${greatest}`);
}

function items<Item extends string>(
  text: string | undefined,
  known: readonly Item[],
  option: string,
): Item[] {
  const named = (text ?? '').split(',').filter((item) => item !== '');
  const unknown = named.filter((item) => !(known as readonly string[]).includes(item));
  if (unknown.length === 0 && (text === undefined || named.length > 0)) return named as Item[];
  throw new UsageError(`${option}: ${unknown.join(', ') || 'nothing'} is not one of ${known.join(', ')}`);
}
