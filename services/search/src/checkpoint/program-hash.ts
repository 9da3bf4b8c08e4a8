import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * Of all code that this thread has loaded and of what runs it, Unicode's tables among it: segments of another program may mean something else. So no one has to
 * remember to count up a version.
 */
export function programHash(): string {
  const hash = createHash('sha256').update(JSON.stringify([process.versions, process.arch]));
  for (const path of Object.keys(require.cache).sort()) hash.update(readFileSync(path));
  return hash.digest('hex');
}
