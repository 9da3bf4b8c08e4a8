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

export async function identify(pid: number): Promise<ProcessIdentity | undefined> {
  const startedAt = await startTimeOf(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

/** Sends a signal unless the process is gone, even if another one has its id by now. */
export async function signal({ pid, startedAt }: ProcessIdentity, name: NodeJS.Signals): Promise<void> {
  if ((await startTimeOf(pid)) !== startedAt) return;
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** In clock ticks since boot; undefined when there is no such process. */
async function startTimeOf(pid: number): Promise<string | undefined> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The second field is the program's name in parentheses and may contain anything (proc_pid_stat(5)).
  const fields = status?.slice(status.lastIndexOf(')') + 2).split(' ');
  return fields && fields[0] !== 'Z' ? fields[19] : undefined;
}
