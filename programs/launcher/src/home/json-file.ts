import { replaceFile } from '@heliograph/runtime';
import { readFileSync } from 'node:fs';

/** Reads a JSON file; undefined if it is missing. */
export function readJsonFile<Content>(path: string): Content | undefined {
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
    throw new Error(`${path} is damaged: restore it from a backup, or remove it`, { cause: error });
  }
}

/** Writes a JSON file that only its owner can read. It is complete or absent, whenever the process dies. */
export function writeJsonFile(path: string, content: unknown): void {
  replaceFile(path, `${JSON.stringify(content, null, 2)}\n`);
}
