import { readFile } from 'node:fs/promises';

/** A process, told apart from a later one of the same number by when it started. */
export interface ProcessIdentity {
  pid: number;
  startedAt: string;
}

/** The children of a process, as /proc has them; none when it is gone. */
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

/** Sends a signal unless the process is gone, also when another one has its number by now. */
export async function signal({ pid, startedAt }: ProcessIdentity, name: NodeJS.Signals): Promise<void> {
  if ((await startTimeOf(pid)) !== startedAt) return;
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** In clock ticks since the machine started; undefined when there is no such process. */
async function startTimeOf(pid: number): Promise<string | undefined> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The second field is the program's name in parentheses and may hold anything (proc_pid_stat(5)).
  const fields = status?.slice(status.lastIndexOf(')') + 2).split(' ');
  return fields && fields[0] !== 'Z' ? fields[19] : undefined;
}
