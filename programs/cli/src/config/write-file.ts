import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Like {@link replacePrivateFile}, but also creates the directory if needed, private to the user (0700). */
export function writePrivateFile(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  replacePrivateFile(path, content);
}

/**
 * Replaces a file atomically: readers, even after a crash or a power failure, see either the old or the new content.
 * Only the user can read it (0600).
 */
export function replacePrivateFile(path: string, content: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    writeFileSync(draft, content, { mode: 0o600, flag: 'wx', flush: true });
    // The umask may have removed bits from the mode above.
    chmodSync(draft, 0o600);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
