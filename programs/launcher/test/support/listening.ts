import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** 127.0.0.1 as in /proc/net/tcp, and ::1 as in /proc/net/tcp6. */
export const LOOPBACK = ['0100007F', '00000000000000000000000001000000'];
const LISTENING = '0A';

/** The addresses on which programs listen for TCP, in the kernel's format. */
export function listening(pids: readonly number[]): string[] {
  const sockets = new Set(
    pids.flatMap((pid) => readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkOf(`/proc/${pid}/fd/${fd}`))),
  );
  return ['tcp', 'tcp6'].flatMap((family) =>
    readFileSync(`/proc/net/${family}`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === LISTENING && sockets.has(`socket:[${inode}]`))
      .map(([, local]) => local!.split(':')[0]!),
  );
}

/** Empty if it was closed meanwhile. */
function readlinkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
