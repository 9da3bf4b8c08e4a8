import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** A fault that the tests should find: a patch with a single idea, whose header describes it and names the tests. */
export interface Fault {
  /** The patch's file name without its extension, such as `charge-before-the-search`. */
  name: string;
  file: string;
  /** One sentence: what the program does wrong. */
  sentence: string;
  /** Test files that should fail, relative to the repository. */
  tests: string[];
  /** Workspaces whose compiled code the tests run, relative to the repository; most run the sources. */
  builds: string[];
  /** SHA-256 of the patch in hexadecimal. */
  digest: string;
}

class FaultFileError extends Error {}

const ENDING = '.patch';

/** Every fault in a directory, by name. @throws FaultFileError for a file without its header. */
export async function readFaults(directory: string): Promise<Fault[]> {
  const files = (await readdir(directory)).filter((name) => name.endsWith(ENDING)).sort();
  return Promise.all(
    files.map(async (name) => {
      const file = join(directory, name);
      return faultFromPatch(file, await readFile(file, 'utf8'));
    }),
  );
}

/**
 * Reads a patch's header: the lines `Fault: …`, `Tests: FILE …`, and optionally `Builds: WORKSPACE …`, which git
 * ignores because they precede the first `diff --git`.
 *
 * @throws FaultFileError when one of the first two is missing.
 */
export function faultFromPatch(file: string, text: string): Fault {
  const header = text.slice(0, text.indexOf('diff --git '));
  const line = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(header)?.[1]?.trim();
  const [sentence, tests, builds] = [line('Fault'), line('Tests'), line('Builds')];
  if (sentence === undefined || tests === undefined) {
    throw new FaultFileError(`${basename(file)} needs the lines "Fault: …" and "Tests: …" before its diff`);
  }
  return {
    name: basename(file, ENDING),
    file,
    sentence,
    tests: words(tests),
    builds: words(builds ?? ''),
    digest: createHash('sha256').update(text).digest('hex'),
  };
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
