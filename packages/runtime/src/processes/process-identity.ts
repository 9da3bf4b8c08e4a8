import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * When a process started, in a form that two processes with the same id never share; undefined if there is no such
 * process. An id alone does not identify a process: the system reuses ids.
 */
export function startTimeOf(pid: number): string | undefined {
  if (process.platform === 'linux') return startTimeOnLinux(pid);
  // The output format depends on the time zone and language.
  const env = { ...process.env, TZ: 'UTC', LC_ALL: 'C' };
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env });
  return stdout.trim() || undefined;
}

function startTimeOnLinux(pid: number): string | undefined {
  let status: string;
  try {
    status = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The second field is the program's name in parentheses and may contain anything, even parentheses
  // (proc_pid_stat(5)).
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  if (state === 'Z' || state === 'X') return undefined;
  const ticksSinceBoot = fields[19];
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return `${boot} ${ticksSinceBoot}`;
}
