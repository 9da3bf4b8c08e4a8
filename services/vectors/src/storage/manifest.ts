import { readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { DamagedError } from './damaged-error';

const FILE = 'collection.json';

/** Of the files. One of another form is read by nobody: its collection is made anew and filled again. */
const FORM = 1;

const schema = z.object({
  form: z.literal(FORM),
  dimensions: z.int().positive(),
  /** Which of the files `points-<number>` counts. */
  file: z.int().nonnegative(),
});

/** What a collection's directory is. */
export interface Manifest {
  dimensions: number;
  file: number;
}

/** @throws DamagedError when it is missing, is none, or is of another form. */
export function readManifest(directory: string): Manifest {
  try {
    const { dimensions, file } = schema.parse(JSON.parse(readFileSync(join(directory, FILE), 'utf8')));
    return { dimensions, file };
  } catch (error) {
    throw new DamagedError(`${join(directory, FILE)} cannot be read: ${(error as Error).message}`);
  }
}

/** Replaces it as a whole; it lies on the disk when this resolves. */
export async function writeManifest(directory: string, manifest: Manifest): Promise<void> {
  const draft = join(directory, `${FILE}.new`);
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify({ form: FORM, ...manifest }));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(directory, FILE));
  await syncDirectory(directory);
}

/** Puts the names in a directory on the disk. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export function pointFile(directory: string, number: number): string {
  return join(directory, `points-${number}`);
}
