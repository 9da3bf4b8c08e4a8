import { closeSync, copyFileSync, existsSync, openSync, readSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

const MAXIMUM_LOG_BYTES = 20 * 1024 * 1024;
const CHECK_EVERY_MS = 30_000;

/**
 * The programs' log files, which they write directly: a line costs the launcher nothing, and what a program logs while
 * the launcher is killed is kept. A file that grows too large is copied to `<name>.log.1` and emptied, so a program's
 * logs take at most twice the limit (plus what it writes between checks). Lines written between copying and emptying
 * are lost.
 */
export class LogFiles {
  private readonly names = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly directory: string,
    private readonly largestBytes = MAXIMUM_LOG_BYTES,
  ) {}

  pathOf(name: string): string {
    this.names.add(name);
    return join(this.directory, `${name}.log`);
  }

  /** Opens a program's log for appending; the caller closes it. */
  open(name: string): number {
    return openSync(this.pathOf(name), 'a', 0o600);
  }

  /** Bytes written so far: where to start reading with {@link tail}. */
  sizeOf(name: string): number {
    const path = this.pathOf(name);
    return existsSync(path) ? statSync(path).size : 0;
  }

  /** The last lines, within 16 KB, written after a position. */
  tail(name: string, from: number): string[] {
    const longest = 16 * 1024;
    const start = Math.max(from, this.sizeOf(name) - longest);
    const buffer = Buffer.alloc(longest);
    const file = openSync(this.pathOf(name), 'r');
    try {
      const length = readSync(file, buffer, 0, longest, start);
      return buffer
        .toString('utf8', 0, length)
        .split('\n')
        .filter((line) => line !== '');
    } finally {
      closeSync(file);
    }
  }

  /** Checks the sizes periodically until {@link stop}. */
  start(): void {
    this.rotate();
    this.timer = setInterval(() => this.rotate(), CHECK_EVERY_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  rotate(): void {
    for (const name of this.names) {
      if (this.sizeOf(name) <= this.largestBytes) continue;
      const path = this.pathOf(name);
      try {
        copyFileSync(path, `${path}.1`);
        truncateSync(path);
      } catch {
        // The disk is full: retry at the next check.
      }
    }
  }
}
