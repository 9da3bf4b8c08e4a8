import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { CHECKPOINT_NAME, CheckpointRefusedError, type Checkpoint } from './checkpoint';
import { bytesOf, CHUNK_BYTES, MAGIC, restore, TRAILER_BYTES } from './layout';

/** A checkpoint with only its description read. Replacing the file does not affect an open one. */
interface OpenCheckpoint {
  description: Omit<Checkpoint, 'views'>;
  bytes: number;
  /** @throws CheckpointRefusedError */
  views(): Checkpoint['views'];
  close(): void;
}

/**
 * Opens the checkpoint of a directory; undefined when there is none.
 *
 * @throws CheckpointRefusedError
 */
export function openCheckpoint(directory: string): OpenCheckpoint | undefined {
  let file: number;
  try {
    file = openSync(join(directory, CHECKPOINT_NAME), 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unreadable(error);
  }
  try {
    const bytes = fstatSync(file).size;
    const { description, from } = readDescription(file, bytes);
    const { views, ...rest } = description;
    return {
      description: rest,
      bytes,
      views: () => readViews(file, views, from),
      close: () => closeSync(file),
    };
  } catch (error) {
    closeSync(file);
    throw unreadable(error);
  }
}

function readDescription(file: number, size: number): { description: Checkpoint; from: number } {
  const trailer = Buffer.alloc(TRAILER_BYTES);
  if (size < TRAILER_BYTES) throw damaged();
  read(file, trailer, size - TRAILER_BYTES);
  if (trailer.toString('latin1', 0, MAGIC.length) !== MAGIC) throw damaged();
  const length = trailer.readUInt32BE(MAGIC.length);
  const from = size - TRAILER_BYTES - length;
  if (from < 0) throw damaged();
  const text = Buffer.alloc(length);
  read(file, text, from);
  if (crc32(text) !== trailer.readUInt32BE(MAGIC.length + 4)) throw damaged();
  return { description: JSON.parse(text.toString()) as Checkpoint, from };
}

/** @param end where the arrays end. */
function readViews(file: number, described: unknown, end: number): Checkpoint['views'] {
  let position = 0;
  try {
    const views = restore(described, (array, crc) => {
      const bytes = bytesOf(array);
      read(file, bytes, position);
      position += bytes.length;
      if (crc32(bytes) !== crc) throw damaged();
    });
    if (position !== end) throw damaged();
    return views as Checkpoint['views'];
  } catch (error) {
    throw unreadable(error);
  }
}

function read(file: number, bytes: Uint8Array, position: number): void {
  for (let from = 0; from < bytes.length;) {
    const length = Math.min(CHUNK_BYTES, bytes.length - from);
    const count = readSync(file, bytes, from, length, position + from);
    if (count === 0) throw damaged();
    from += count;
  }
}

const damaged = () => new CheckpointRefusedError('damaged', 'the checkpoint is damaged');

function unreadable(error: unknown): CheckpointRefusedError {
  if (error instanceof CheckpointRefusedError) return error;
  return new CheckpointRefusedError('unreadable', 'the checkpoint cannot be read', { cause: error });
}
