import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Lowers the priority of a process and of the threads it will start, like nice(1). With autogroups, Linux shares
 * processors among sessions first, and each service is its own session, so the session must be nice (sched(7), "The
 * autogroup feature"). Failures are ignored.
 *
 * @param niceness 1 to 19.
 */
export function lowerPriority(pid: number, niceness: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness), { flag: 'r+' });
  } catch {
    // Not Linux, or no autogroups.
    ofProcess(pid, niceness);
  }
}

function ofProcess(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // It has already ended, or may not be changed.
  }
}
