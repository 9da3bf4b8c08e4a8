import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** As {@link replacePrivateFile}; the directory is the user's alone too (0700) when it is created here. */
export function writePrivateFile(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  replacePrivateFile(path, content);
}

/**
 * Replaces a file atomically: a reader, or a crash, sees the old content or the new. Only the user can read it (0600).
 */
export function replacePrivateFile(path: string, content: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    writeFileSync(draft, content, { mode: 0o600, flag: 'wx' });
    // The mode above is subject to the umask, which can only remove bits.
    chmodSync(draft, 0o600);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
