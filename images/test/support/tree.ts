import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of all files and links below a directory, sorted, relative to it. */
export function pathsIn(directory: string, inside = ''): string[] {
  return readdirSync(join(directory, inside), { withFileTypes: true })
    .flatMap((entry) => {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      return entry.isDirectory() ? pathsIn(directory, path) : [path];
    })
    .sort();
}

/** Mode and content digest, or a link's target, by path. */
export function contentsOf(directory: string): Map<string, string> {
  return new Map(pathsIn(directory).map((path) => [path, contentOf(join(directory, path))]));
}

function contentOf(file: string): string {
  const status = lstatSync(file);
  if (status.isSymbolicLink()) return `-> ${readlinkSync(file)}`;
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
  return `${(status.mode & 0o777).toString(8)} ${digest}`;
}

/** Total bytes of all files, as in an unpacked layer. */
export function sizeOf(directory: string): number {
  return pathsIn(directory).reduce((sum, path) => sum + lstatSync(join(directory, path)).size, 0);
}
