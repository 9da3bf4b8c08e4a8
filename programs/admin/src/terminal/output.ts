import { fstatSync, writeFileSync } from 'node:fs';

/** Standard output, or a test's. */
export type OutputStream = NodeJS.WritableStream & { isTTY?: boolean; fd?: number };

/**
 * Standard output. A failed write does not stop the command, whose work could be half done: {@link failure} reports it
 * at the end.
 */
export class Output {
  private readonly outcomes: Promise<NodeJS.ErrnoException | undefined>[] = [];

  constructor(private readonly stream: OutputStream) {}

  write(text: string): void {
    this.outcomes.push(
      this.writeAll(text).then(
        () => undefined,
        (error: NodeJS.ErrnoException) => error,
      ),
    );
  }

  /**
   * Waits until everything is written.
   *
   * @returns the reason if it could not be. A reader may close the pipe early (`| head`).
   */
  async failure(): Promise<NodeJS.ErrnoException | undefined> {
    const outcomes = await Promise.all(this.outcomes);
    return outcomes.find((error) => error !== undefined && error.code !== 'EPIPE');
  }

  private async writeAll(text: string): Promise<void> {
    const { stream } = this;
    // On a nearly full disk, the stream could write only a part, without an error.
    if (stream.fd !== undefined && fstatSync(stream.fd).isFile()) return writeFileSync(stream.fd, text);
    await new Promise<void>((resolve, reject) => {
      stream.write(text, (error) => (error ? reject(error) : resolve()));
    });
  }
}
