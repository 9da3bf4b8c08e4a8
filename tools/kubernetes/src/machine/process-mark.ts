import { startTimeOf } from '@heliograph/runtime';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';

/** Records which process is running, so that a later one with the same id is not mistaken for it. */
export async function writeProcessMark(file: string, pid: number): Promise<void> {
  await writeFile(file, `${pid} ${startTimeOf(pid)}`);
}

/** The process that a file identifies; undefined if it has exited. */
export function markedProcess(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const [, pid, startTime] = /^(\d+) (.*)$/.exec(readFileSync(file, 'utf8')) ?? [];
  return startTime !== undefined && startTimeOf(Number(pid)) === startTime ? Number(pid) : undefined;
}
