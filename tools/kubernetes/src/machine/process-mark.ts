import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';

/** Records which process is running, so that a later one with the same id is not mistaken for it. */
export async function writeProcessMark(file: string, pid: number): Promise<void> {
  await writeFile(file, `${pid} ${startOf(pid)}`);
}

/** The process that a file identifies; undefined if it has exited. */
export function markedProcess(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const [pid, start] = readFileSync(file, 'utf8').split(' ');
  return startOf(Number(pid)) === start ? Number(pid) : undefined;
}

/** When a process started, in ticks since boot (proc(5), field 22 of stat); empty if it has exited. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, in parentheses, may contain spaces.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? '' : rest[18]!;
  } catch {
    return '';
  }
}
