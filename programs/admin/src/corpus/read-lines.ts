import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CommandError } from '../failure';

/** A line of a text file: its text, or why it cannot be read. Line numbers start at 1. */
export type Line = { number: number; text: string } | { number: number; issue: string };

export interface ReadOptions {
  /** Maximum line length in bytes; longer lines are skipped while streaming. */
  longestLine?: number;
  /** Called with the bytes of the file read so far (compressed bytes for a compressed file). */
  onRead?: (bytes: number) => void;
  /** Stops reading; the current line is dropped. */
  signal?: AbortSignal;
}

const MAXIMUM_LINE_BYTES = 1024 * 1024;
/** About 100 lines, processed synchronously: larger chunks would delay sending data to the database. */
const CHUNK_BYTES = 32 * 1024;
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const byteOrderMark = Buffer.of(0xef, 0xbb, 0xbf);

/**
 * Streams a file's lines in batches, decompressing if the name ends in `.gz`. Accepts LF, CRLF, and a byte order mark;
 * skips blank lines, which still count. Holds at most one line and one chunk in memory.
 *
 * @throws CommandError when the file cannot be read to the end.
 */
export async function* readLines(path: string, options: ReadOptions = {}): AsyncGenerator<Line[]> {
  const splitter = new LineSplitter(options.longestLine ?? MAXIMUM_LINE_BYTES);
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const source = path.endsWith('.gz')
    ? // The last stream passes errors to the loop below.
      pipeline(file, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined)
    : file;
  try {
    for await (const chunk of source) {
      if (options.signal?.aborted) return;
      options.onRead?.(file.bytesRead);
      const lines = splitter.push(chunk as Buffer);
      if (lines.length > 0) yield lines;
    }
    const rest = splitter.end();
    if (rest.length > 0) yield rest;
  } catch (error) {
    throw new CommandError(`cannot read ${path}: ${explainReadFailure(error)}`, undefined, { cause: error });
  } finally {
    file.destroy();
  }
}

function explainReadFailure(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
      return 'no such file';
    case 'EISDIR':
      return 'it is a directory';
    case 'EACCES':
      return 'permission denied';
    case 'Z_DATA_ERROR':
      return `its gzip data is damaged (${message}); a file that is not compressed must not end in .gz`;
    case 'Z_BUF_ERROR':
      return 'it ends in the middle of its gzip data; it may have been copied in part';
    default:
      return message;
  }
}

/** Splits a stream of bytes into lines. */
class LineSplitter {
  private number = 0;
  private kept: Buffer[] = [];
  private keptBytes = 0;

  constructor(private readonly longest: number) {}

  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      if (end === -1) break;
      this.keep(chunk.subarray(start, end));
      this.take(lines);
      start = end + 1;
    }
    // Copy: a slice would keep its whole chunk alive. The copy is cheap, shorter than a line.
    if (start < chunk.length) this.keep(Buffer.from(chunk.subarray(start)));
    return lines;
  }

  end(): Line[] {
    const lines: Line[] = [];
    if (this.keptBytes > 0) this.take(lines);
    return lines;
  }

  private keep(part: Buffer): void {
    this.keptBytes += part.length;
    if (this.keptBytes > this.longest) this.kept = [];
    else if (part.length > 0) this.kept.push(part);
  }

  private take(lines: Line[]): void {
    this.number++;
    const tooLong = this.keptBytes > this.longest;
    const bytes = this.kept.length === 1 ? this.kept[0]! : Buffer.concat(this.kept);
    this.kept = [];
    this.keptBytes = 0;
    if (tooLong) {
      lines.push({ number: this.number, issue: `the line is longer than ${this.longest} bytes` });
      return;
    }
    const line = trimmed(bytes, this.number === 1);
    if (!isUtf8(line)) {
      lines.push({ number: this.number, issue: 'the line is not valid UTF-8' });
      return;
    }
    const text = line.toString();
    if (/\S/.test(text)) lines.push({ number: this.number, text });
  }
}

/** Strips a trailing carriage return, and a byte order mark at the start of the file. */
function trimmed(line: Buffer, first: boolean): Buffer {
  const start = first && line.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
  const end = line.at(-1) === CARRIAGE_RETURN ? line.length - 1 : line.length;
  return line.subarray(start, end);
}
