import { readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { DamagedError } from './damaged-error';

const FILE = 'collection.json';

/** Of the files. One of another form is not read: its collection is made again and refilled. */
const FORM = 1;

const schema = z.object({
  form: z.literal(FORM),
  dimensions: z.int().positive(),
  /** Which of the files `points-<number>` counts. */
  file: z.int().nonnegative(),
  center: z.object({ floats: z.base64(), checksum: z.int().nonnegative() }).optional(),
});

/** What a collection's directory is. */
export interface Manifest {
  dimensions: number;
  file: number;
  /** What codes are made around. Kept, so that they are the same after a start, and with them the pools of searches. */
  center?: Float32Array;
}

/** @throws DamagedError when it is missing, invalid, or of another form. */
export function readManifest(directory: string): Manifest {
  try {
    const manifest = schema.parse(JSON.parse(readFileSync(join(directory, FILE), 'utf8')));
    const { dimensions, file } = manifest;
    return { dimensions, file, ...(manifest.center && { center: centerFrom(manifest.center, dimensions) }) };
  } catch (error) {
    throw new DamagedError(`${join(directory, FILE)} cannot be read: ${(error as Error).message}`);
  }
}

/** Replaces it as a whole; it lies on the disk when this resolves. */
export async function writeManifest(directory: string, { center, ...manifest }: Manifest): Promise<void> {
  const draft = join(directory, `${FILE}.new`);
  const file = await open(draft, 'w', 0o600);
  try {
    const description = { form: FORM, ...manifest, ...(center && { center: centerToJson(center) }) };
    await file.writeFile(JSON.stringify(description));
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

function centerToJson(center: Float32Array) {
  const bytes = Buffer.from(center.buffer, center.byteOffset, center.byteLength);
  return { floats: bytes.toString('base64'), checksum: crc32(bytes) };
}

function centerFrom({ floats, checksum }: ReturnType<typeof centerToJson>, dimensions: number): Float32Array {
  const bytes = Uint8Array.from(Buffer.from(floats, 'base64'));
  if (crc32(bytes) !== checksum || bytes.length !== 4 * dimensions) throw new Error('its center is damaged');
  return new Float32Array(bytes.buffer);
}
