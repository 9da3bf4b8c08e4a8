import type { Signal } from '@heliograph/sdk';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { linesOf } from '../lines';

/** The signals an export has fetched so far, one JSON object per line. */
export class PartFile {
  private constructor(
    private readonly file: FileHandle,
    private bytes: number,
  ) {}

  /**
   * @param bytes the length recorded in the state. Anything beyond it is cut off: that page is fetched again, free of
   *   charge.
   */
  static async open(path: string, bytes: number): Promise<PartFile> {
    const file = await open(path, 'a', 0o600);
    await file.truncate(bytes);
    return new PartFile(file, bytes);
  }

  /** @returns the total number of bytes, once they are on disk. */
  async append(signals: readonly Signal[]): Promise<number> {
    const text = Buffer.from(signals.map((signal) => `${JSON.stringify(signal)}\n`).join(''));
    // Unlike write, appendFile continues after a partial write, so a full disk is an error.
    await this.file.appendFile(text);
    await this.file.datasync();
    this.bytes += text.length;
    return this.bytes;
  }

  close(): Promise<void> {
    return this.file.close();
  }
}

/** The signals of a part file, in order. */
export async function* readPart(path: string): AsyncGenerator<Signal, void, undefined> {
  for await (const line of linesOf(createReadStream(path))) yield JSON.parse(line) as Signal;
}
