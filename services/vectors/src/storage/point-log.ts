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

/** What a frame held; the payload is good until the next one. */
type FrameReader = (header: FrameHeader, payload: Buffer) => void;

/**
 * A file that batches are appended to, and beside it a mark of how far they were confirmed. A batch is confirmed when
 * it lies on the disk; the mark follows. So what the mark covers must be there and intact; behind it the last batch may
 * be in pieces, and is then one that was never confirmed.
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

  /** An empty one. */
  static async create(path: string): Promise<PointLog> {
    const file = await open(path, 'w+', 0o600);
    const mark = await open(markOf(path), 'w+', 0o600);
    const log = new PointLog(file, mark, 0);
    await log.writeMark();
    await Promise.all([file.sync(), mark.sync()]);
    return log;
  }

  /**
   * Reads all batches of one that is there, and cuts off what was not finished.
   *
   * @throws DamagedError when something that was confirmed is missing or changed.
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
   * Appends a batch; it lies on the disk and is confirmed when this resolves. One at a time.
   *
   * @throws what the file system says. Then nothing of the batch is there, unless {@link LogBrokenError}: nothing is
   *   known.
   */
  async append(kind: FrameKind, count: number, payload: Buffer): Promise<void> {
    try {
      await this.write(kind, count, payload);
      await this.confirm();
    } catch (error) {
      await this.cutOff(error);
      throw error;
    }
  }

  /** Appends a batch that is not confirmed before `confirm` is called. */
  async write(kind: FrameKind, count: number, payload: Buffer): Promise<void> {
    const frame = encodeFrame(kind, count, payload);
    await writeAll(this.file, frame, this.written);
    this.written += frame.length;
  }

  /** Puts what was written on the disk. */
  async confirm(): Promise<void> {
    await this.file.datasync();
    this.confirmed = this.written;
    // If the process dies before this line, or the mark cannot be written, what was written is there and intact after
    // the mark, and is read as such.
    await this.writeMark().catch(() => undefined);
  }

  async close(): Promise<void> {
    await Promise.all([this.file.close(), this.mark.close()]);
  }

  /** Takes away what a failed append left. */
  private async cutOff(cause: unknown): Promise<void> {
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

/** A batch could be neither written nor taken back: what the file holds is only known after it is read again. */
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

/** @returns the position behind the last intact frame. */
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

/** @returns how many bytes there were. */
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
