import { startTimeOf } from '@heliograph/runtime';
import { readFile } from 'node:fs/promises';

/** A process, distinguished by its start time from a later one with the same id. */
export interface ProcessIdentity {
  pid: number;
  startedAt: string;
}

/** A process's children, from /proc; none when it is gone. */
export async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return children.split(' ').filter(Boolean).map(Number);
}

export async function commandOf(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
}

export function identify(pid: number): ProcessIdentity | undefined {
  const startedAt = startTimeOf(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

/** Sends a signal unless the process is gone, even if another one has its id by now. */
export function signal({ pid, startedAt }: ProcessIdentity, name: NodeJS.Signals): void {
  if (startTimeOf(pid) !== startedAt) return;
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
