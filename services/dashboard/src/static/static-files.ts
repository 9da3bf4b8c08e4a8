import { StaticFile } from '@heliograph/edge';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { contentTypeOf } from './content-types';

const TEXT = /^(?:text\/(?:html|javascript|markdown|plain)|application\/json)/;

/**
 * The files of a built directory by their relative paths, such as `assets/index-4f2a.js`. Requests are looked up among
 * the files found at start, so their paths never reach the file system.
 *
 * @param change applied to the text of pages, documents, and scripts.
 * @returns no files if the directory does not exist.
 */
export function readStaticFiles(
  directory: string,
  change?: (text: string) => string,
): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  if (!existsSync(directory)) return files;
  const visit = (path: string) => {
    for (const entry of readdirSync(join(directory, path), { withFileTypes: true })) {
      const name = posix.join(path, entry.name);
      const contentType = contentTypeOf(extname(entry.name));
      if (entry.isDirectory()) visit(name);
      else if (contentType !== undefined) {
        const content = readFileSync(join(directory, name));
        const isChanged = change && TEXT.test(contentType);
        files.set(
          name,
          new StaticFile(contentType, isChanged ? Buffer.from(change(content.toString())) : content),
        );
      }
    }
  };
  visit('');
  return files;
}
