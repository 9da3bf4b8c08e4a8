import { replaceFile } from '@heliograph/runtime';
import { readFileSync } from 'node:fs';
import { StartFailure } from '../start-failure';

/**
 * Reads a JSON file; undefined if it is missing.
 *
 * @throws StartFailure with the remedy if it is damaged.
 */
export function readJsonFile<Content>(
  path: string,
  remedy = 'restore it from a backup, or remove it',
): Content | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text) as Content;
  } catch (error) {
    throw new StartFailure(`${path} is damaged: ${remedy}`, true, { cause: error });
  }
}

/** Writes a JSON file that only its owner can read. It is complete or absent, whenever the process dies. */
export function writeJsonFile(path: string, content: unknown): void {
  replaceFile(path, `${JSON.stringify(content, null, 2)}\n`);
}
