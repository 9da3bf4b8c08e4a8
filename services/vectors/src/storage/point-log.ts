import { closeSync, openSync, readSync, type PathLike } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { DamagedError } from './damaged-error';
import {
  decodeFrameHeader,
  encodeFrame,
  FRAME_HEADER_BYTES,
  isIntact,
  type FrameHeader,
  type FrameKind,
} from './frames';

const MARK_BYTES = 12;

/** Takes a frame; its payload is valid until the next one. */
type FrameReader = (header: FrameHeader, payload: Buffer) => void;

/**
 * A file that batches are appended to, and beside it a mark of how far they are confirmed. A batch is confirmed once it
 * is on disk; the mark follows. So everything up to the mark must exist and be intact; after it, the last batch may be
 * partial, and was then never confirmed.
 */
export class PointLog {
  private written: number;

  private constructor(
    private readonly file: FileHandle,
    private readonly mark: FileHandle,
    private confirmed: number,
  ) {
    this.written = confirmed;
  }

  /** Creates an empty log. */
  static async create(path: string): Promise<PointLog> {
    const file = await open(path, 'w+', 0o600);
    const mark = await open(markOf(path), 'w+', 0o600);
    const log = new PointLog(file, mark, 0);
    await log.writeMark();
    await Promise.all([file.sync(), mark.sync()]);
    return log;
  }

  /**
   * Reads all batches of an existing log and cuts off an unfinished one.
   *
   * @throws DamagedError when confirmed data is missing or changed.
   */
  static async open(path: string, read: FrameReader): Promise<PointLog> {
    const confirmed = readMark(markOf(path));
    const intact = readFrames(path, read);
    if (intact < confirmed) {
      throw new DamagedError(`${path} is intact up to byte ${intact}, and ${confirmed} were confirmed`);
    }
    const file = await open(path, 'r+');
    const mark = await open(markOf(path), 'r+');
    const log = new PointLog(file, mark, intact);
    await file.truncate(intact);
    await file.sync();
    await log.writeMark();
    return log;
  }

  get bytes(): number {
    return this.written;
  }

  /**
   * Appends a batch, which is durable and confirmed when this resolves. One at a time.
   *
   * @throws the file system's error, after undoing the batch, or {@link LogBrokenError} when that fails: the file's
   *   contents are then unknown.
   */
  async append(kind: FrameKind, count: number, payload: Buffer): Promise<void> {
    try {
      await this.write(kind, count, payload);
      await this.confirm();
    } catch (error) {
      await this.undoAppend(error);
      throw error;
    }
  }

  /** Appends a batch that is not confirmed until `confirm` is called. */
  async write(kind: FrameKind, count: number, payload: Buffer): Promise<void> {
    const frame = encodeFrame(kind, count, payload);
    await writeAll(this.file, frame, this.written);
    this.written += frame.length;
  }

  /** Makes what was written durable. */
  async confirm(): Promise<void> {
    await this.file.datasync();
    this.confirmed = this.written;
    // If the process dies before this line, or the mark cannot be written, what was written is intact after the mark,
    // and the next start reads it.
    await this.writeMark().catch(() => undefined);
  }

  async close(): Promise<void> {
    await Promise.all([this.file.close(), this.mark.close()]);
  }

  /** Removes what a failed append left. */
  private async undoAppend(cause: unknown): Promise<void> {
    try {
      await this.file.truncate(this.confirmed);
      await this.file.datasync();
      this.written = this.confirmed;
    } catch {
      throw new LogBrokenError(cause);
    }
  }

  private async writeMark(): Promise<void> {
    const bytes = Buffer.alloc(MARK_BYTES);
    bytes.writeDoubleLE(this.confirmed, 0);
    bytes.writeUInt32LE(crc32(bytes.subarray(0, 8)), 8);
    await writeAll(this.mark, bytes, 0);
  }
}

/** A batch could be neither written nor undone: the file's contents are unknown until it is read again. */
export class LogBrokenError extends Error {
  constructor(cause: unknown) {
    super('a batch could be neither written nor undone', { cause });
    this.name = 'LogBrokenError';
  }
}

function markOf(path: string): string {
  return `${path}.mark`;
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

function readMark(path: string): number {
  const bytes = Buffer.alloc(MARK_BYTES + 1);
  const length = withFile(path, (file) => readSync(file, bytes, 0, bytes.length, 0));
  if (length !== MARK_BYTES || crc32(bytes.subarray(0, 8)) !== bytes.readUInt32LE(8)) {
    throw new DamagedError(`${path} is damaged`);
  }
  return bytes.readDoubleLE(0);
}

/** @returns the position after the last intact frame. */
function readFrames(path: string, read: FrameReader): number {
  return withFile(path, (file) => {
    const headerBytes = Buffer.alloc(FRAME_HEADER_BYTES);
    let payloadBytes = Buffer.alloc(0);
    let position = 0;
    for (;;) {
      if (readAll(file, headerBytes, position) < FRAME_HEADER_BYTES) return position;
      const header = decodeFrameHeader(headerBytes);
      if (!header) return position;
      if (payloadBytes.length < header.payloadBytes) payloadBytes = Buffer.alloc(header.payloadBytes);
      const payload = payloadBytes.subarray(0, header.payloadBytes);
      readAll(file, payload, position + FRAME_HEADER_BYTES);
      if (!isIntact(header, payload)) return position;
      read(header, payload);
      position += FRAME_HEADER_BYTES + header.payloadBytes;
    }
  });
}

/** @returns how many bytes were read. */
function readAll(file: number, bytes: Buffer, position: number): number {
  let length = 0;
  while (length < bytes.length) {
    const count = readSync(file, bytes, length, bytes.length - length, position + length);
    if (count === 0) break;
    length += count;
  }
  return length;
}

function withFile<T>(path: PathLike, use: (file: number) => T): T {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new DamagedError(`${path.toString()} is missing`);
  }
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}
