import { readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { DamagedError } from './damaged-error';

const FILE = 'collection.json';

/** Format of the files. Others are not read: their collections are recreated and refilled. */
const FORMAT = 1;

const schema = z.object({
  form: z.literal(FORMAT),
  dimensions: z.int().positive(),
  /** Number of the current `points-<number>` file. */
  file: z.int().nonnegative(),
  center: z.object({ floats: z.base64(), checksum: z.int().nonnegative() }).optional(),
});

/** Describes a collection's directory. */
export interface Manifest {
  dimensions: number;
  file: number;
  /**
   * The center of the codes. Stored, so that codes, and with them the pools of searches, survive a restart unchanged.
   */
  center?: Float32Array;
}

/** @throws DamagedError when it is missing, invalid, or in another format. */
export function readManifest(directory: string): Manifest {
  try {
    const manifest = schema.parse(JSON.parse(readFileSync(join(directory, FILE), 'utf8')));
    const { dimensions, file } = manifest;
    return { dimensions, file, ...(manifest.center && { center: centerFrom(manifest.center, dimensions) }) };
  } catch (error) {
    throw new DamagedError(`${join(directory, FILE)} cannot be read: ${(error as Error).message}`);
  }
}

/** Replaces it atomically; durable when this resolves. */
export async function writeManifest(directory: string, { center, ...manifest }: Manifest): Promise<void> {
  const draft = join(directory, `${FILE}.new`);
  const file = await open(draft, 'w', 0o600);
  try {
    const description = { form: FORMAT, ...manifest, ...(center && { center: centerToJson(center) }) };
    await file.writeFile(JSON.stringify(description));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(directory, FILE));
  await syncDirectory(directory);
}

/** Makes the names in a directory durable. */
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
