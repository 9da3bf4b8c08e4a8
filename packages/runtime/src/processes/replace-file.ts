import { renameSync, writeFileSync } from 'node:fs';

/**
 * Replaces a file that only its owner can read. If the process dies at any point, the file has its old or its new
 * content.
 */
export function replaceFile(path: string, content: string): void {
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, content, { mode: 0o600, flush: true });
  renameSync(draft, path);
}
