import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { CHECKPOINT_NAME, type Checkpoint } from './checkpoint';
import { bytesOf, CHUNK_BYTES, describe, MAGIC, TRAILER_BYTES } from './layout';

const PARTIAL = '.partial';
/** A partial file that was not written to for this long belongs to a process that died. */
const ABANDONED_MS = 120_000;

/** Another process is writing to the directory. */
export class BusyDirectoryError extends Error {
  override name = 'BusyDirectoryError';
}

/**
 * Writes a checkpoint and replaces the previous one.
 *
 * If the process dies before the rename, the previous checkpoint stays, and the next writer removes the partial file.
 * The file is synced as it grows, so that other writers to the disk, PostgreSQL above all, wait for one chunk at most.
 *
 * @param mostBytes limit of the directory, which must hold two such files.
 * @returns its size in bytes.
 * @throws BusyDirectoryError; RangeError when it is too large, or would leave the disk less room than it takes; the
 *   system's error
 */
export function writeCheckpoint(directory: string, checkpoint: Checkpoint, mostBytes: number): number {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const needed = bytesOfArrays(checkpoint);
  if (needed > mostBytes / 2) {
    throw new RangeError(`a checkpoint of ${needed} bytes would not fit twice into ${mostBytes} bytes`);
  }
  const name = `${randomUUID()}${PARTIAL}`;
  const partial = join(directory, name);
  const file = openSync(partial, 'wx', 0o600);
  try {
    // After creating its own file: of two writers that start together, at least one sees the other.
    removeAbandoned(directory, name);
    requireRoom(directory, needed);
    const length = writeTo(file, checkpoint);
    renameSync(partial, join(directory, CHECKPOINT_NAME));
    return length;
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

function removeAbandoned(directory: string, own: string): void {
  for (const name of readdirSync(directory)) {
    if (!name.endsWith(PARTIAL) || name === own) continue;
    const path = join(directory, name);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age < ABANDONED_MS) throw new BusyDirectoryError('another process is writing a checkpoint');
    rmSync(path, { force: true });
  }
}

/** PostgreSQL may be on the same disk, and stops when it is full. */
function requireRoom(directory: string, needed: number): void {
  const { bavail, bsize } = statfsSync(directory);
  const free = bavail * bsize;
  if (free < 2 * needed)
    throw new RangeError(`a checkpoint of ${needed} bytes would leave too little of ${free} free bytes`);
}

function bytesOfArrays(checkpoint: Checkpoint): number {
  let bytes = 0;
  describe(checkpoint, (array) => {
    bytes += array.byteLength;
    return 0;
  });
  return bytes;
}

function writeTo(file: number, checkpoint: Checkpoint): number {
  let length = 0;
  let unsynced = 0;
  const write = (bytes: Uint8Array) => {
    for (let from = 0; from < bytes.length;) {
      const written = writeSync(file, bytes, from, Math.min(CHUNK_BYTES, bytes.length - from));
      from += written;
      length += written;
      unsynced += written;
      if (unsynced < CHUNK_BYTES) continue;
      fdatasyncSync(file);
      unsynced = 0;
    }
  };
  const described = describe(checkpoint, (array) => {
    const bytes = bytesOf(array);
    write(bytes);
    return crc32(bytes);
  });
  const description = Buffer.from(JSON.stringify(described));
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.write(MAGIC, 'latin1');
  trailer.writeUInt32BE(description.length, MAGIC.length);
  trailer.writeUInt32BE(crc32(description), MAGIC.length + 4);
  write(description);
  write(trailer);
  fdatasyncSync(file);
  return length;
}
