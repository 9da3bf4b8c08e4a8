import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Lets other programs go before one, and the threads that it will start. Linux shares processors out among sessions first, where autogroups are on,
 * and every service is a session of its own: then it is the session that must stand back (sched(7), "The autogroup feature").
 * A failure costs nothing but that.
 *
 * @param niceness 1 to 19.
 */
export function standBack(pid: number, niceness: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness), { flag: 'r+' });
  } catch {
    // No Linux, or no autogroups.
    ofProcess(pid, niceness);
  }
}

function ofProcess(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // It has ended already, or may not be touched.
  }
}
