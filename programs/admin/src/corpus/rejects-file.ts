import { createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { CommandError } from '../failure';

/** A line that was not imported. */
export interface RejectedLine {
  line: number;
  reason: string;
  /** The line as JSON text, if it is JSON. */
  record?: string;
  /** The beginning of the line, if it is not. */
  text?: string;
}

const MAXIMUM_TEXT_LENGTH = 1000;

/** Truncates a line that is not JSON, for the rejects file. */
export function excerpt(text: string): string {
  return text.slice(0, MAXIMUM_TEXT_LENGTH);
}

/**
 * The rejects files of two imported files: `FILE.rejects.ndjson` each, or `FILE.companies.rejects.ndjson` and
 * `FILE.signals.rejects.ndjson` if both would be the same path.
 *
 * @param directory where to put them, if not next to the imported files.
 */
export function rejectsPaths(
  files: { companies: string; signals: string },
  directory?: string,
): { companies: string; signals: string } {
  const pathOf = (file: string, kind = '') => {
    const beside = `${file}${kind}.rejects.ndjson`;
    return directory === undefined ? beside : join(directory, basename(beside));
  };
  const { companies, signals } = files;
  const isShared = resolve(pathOf(companies)) === resolve(pathOf(signals));
  return isShared
    ? { companies: pathOf(companies, '.companies'), signals: pathOf(signals, '.signals') }
    : { companies: pathOf(companies), signals: pathOf(signals) };
}

/**
 * A file named by {@link rejectsPaths}: one JSON object per line with the `line` number, the `reason`, and the `record`
 * itself, to be corrected and imported again. Created on the first reject; without rejects, an earlier import's file is
 * removed.
 */
export class RejectsFile {
  count = 0;
  private stream: WriteStream | undefined;
  private failure: Error | undefined;

  constructor(readonly path: string) {}

  /** @throws CommandError when the file cannot be written. */
  async add(lines: readonly RejectedLine[]): Promise<void> {
    if (lines.length === 0) return;
    this.count += lines.length;
    const text = lines.map(format).join('');
    const stream = (this.stream ??= this.open());
    await new Promise<void>((resolve) => {
      stream.write(text, (error) => {
        if (error) this.failure ??= error;
        resolve();
      });
    });
    this.throwFailure();
  }

  /** Closes the file, or removes an earlier import's file. */
  async close(): Promise<void> {
    if (this.stream === undefined) {
      await rm(this.path, { force: true });
      return;
    }
    this.stream.end();
    await finished(this.stream).catch((error: Error) => (this.failure ??= error));
    this.throwFailure();
  }

  private open(): WriteStream {
    const stream = createWriteStream(this.path);
    stream.on('error', (error) => (this.failure ??= error));
    return stream;
  }

  private throwFailure(): void {
    if (this.failure === undefined) return;
    throw new CommandError(
      `cannot write the rejected lines to ${this.path} (${this.failure.message}): give a writable directory with --rejects-dir`,
    );
  }
}

function format({ line, reason, record, text }: RejectedLine): string {
  const head = JSON.stringify({ line, reason, text });
  return record === undefined ? `${head}\n` : `${head.slice(0, -1)},"record":${record}}\n`;
}
