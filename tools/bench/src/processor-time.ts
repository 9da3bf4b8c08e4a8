import { readFile } from 'node:fs/promises';

/** Clock ticks per second in `/proc/PID/stat`; the same on every platform that Node.js supports. */
const TICKS_PER_SECOND = 100;
/** Fields with the user and system time of the process, then of its exited children. */
const TICKS = [11, 12, 13, 14];

/** CPU milliseconds since each process started, by process. */
export type ProcessorTimes = ReadonlyMap<string, number>;

/**
 * The CPU time that a process and its descendants have used so far, by kind: a service, `postgresql`, or `others`.
 * Undefined without Linux's `/proc`.
 */
export async function processorTimes(pid: number): Promise<ProcessorTimes | undefined> {
  if (process.platform !== 'linux') return undefined;
  const times = new Map<string, number>();
  for (const each of await processTree(pid)) {
    // The process may have exited.
    const [stat, command] = await Promise.all(
      ['stat', 'cmdline'].map((file) => readFile(`/proc/${each}/${file}`, 'utf8').catch(() => '')),
    );
    const name = nameOf(command!);
    times.set(name, (times.get(name) ?? 0) + millisecondsOf(stat!));
  }
  return times;
}

/** CPU milliseconds between two readings, by process, and in total as `sum`. */
export function usedBetween(
  before: ProcessorTimes | undefined,
  after: ProcessorTimes | undefined,
): Record<string, number> | undefined {
  if (!before || !after) return undefined;
  const used: Record<string, number> = { sum: 0 };
  for (const [name, milliseconds] of after) {
    // An exited process's time moves to its parent, which may have another name.
    const since = Math.max(0, milliseconds - (before.get(name) ?? 0));
    used[name] = since;
    used.sum! += since;
  }
  return used;
}

/** A process and its descendants. Empty where there is no `/proc`. */
export async function processTree(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = text.split(' ').filter(Boolean).map(Number);
  return [pid, ...(await Promise.all(children.map(processTree))).flat()];
}

/** Identifies a process by its command line. */
export function nameOf(commandLine: string): string {
  const service = /services\/([a-z-]+)\/dist\//.exec(commandLine)?.[1];
  if (service) return service;
  return /^postgres\b|\/postgres\0/.test(commandLine) ? 'postgresql' : 'others';
}

/**
 * User and system time from `/proc/PID/stat`, including exited children (such as PostgreSQL sessions). The program's
 * name, in parentheses, may contain anything.
 */
export function millisecondsOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = TICKS.reduce((sum, index) => sum + Number(fields[index] ?? 0), 0);
  return (1000 * ticks) / TICKS_PER_SECOND;
}
