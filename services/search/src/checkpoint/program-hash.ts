import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * A hash of all code that this thread has loaded and of the runtime, Unicode tables included: segments of another
 * program may mean something else. This saves us from maintaining a format version.
 */
export function programHash(): string {
  const hash = createHash('sha256').update(JSON.stringify([process.versions, process.arch]));
  for (const path of Object.keys(require.cache).sort()) hash.update(readFileSync(path));
  return hash.digest('hex');
}
