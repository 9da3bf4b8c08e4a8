import { renameSync, writeFileSync } from 'node:fs';

/** Replaces a file that only its owner can read: it has its old or its new content, whenever the process dies. */
export function replaceFile(path: string, content: string): void {
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, content, { mode: 0o600, flush: true });
  renameSync(draft, path);
}
