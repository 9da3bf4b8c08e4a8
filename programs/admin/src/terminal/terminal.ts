import { printable, safeJson } from '@heliograph/sdk';
import type { Output, OutputStream } from './output';

/** The program's streams, from the process or a test. */
export interface TerminalStreams {
  stdout: OutputStream;
  stderr: NodeJS.WritableStream & { isTTY?: boolean };
  environment: NodeJS.ProcessEnv;
}

/**
 * A command's output. With `--json`, standard output gets one JSON document and nothing else; messages for people go to
 * standard error or nowhere.
 */
export class Terminal {
  constructor(
    private readonly streams: TerminalStreams,
    private readonly output: Output,
    readonly json: boolean,
  ) {}

  /** Standard error, if someone watches it; otherwise no progress is drawn. */
  get watched(): NodeJS.WritableStream | undefined {
    return this.streams.stderr.isTTY === true ? this.streams.stderr : undefined;
  }

  /** Prints the result: the document with `--json`, otherwise the text. */
  result(document: unknown, text: string): void {
    const printed = this.json ? safeJson(document) : text;
    this.output.write(`${printed}\n`);
  }

  /** Prints a message for people. */
  note(text: string): void {
    this.streams.stderr.write(`${text}\n`);
  }

  /** Makes text bold, if colors are wanted (https://no-color.org). */
  bold(text: string): string {
    const { stdout, environment } = this.streams;
    const hasColor = stdout.isTTY === true && !environment.NO_COLOR && environment.TERM !== 'dumb';
    return hasColor ? `\u001b[1m${text}\u001b[22m` : text;
  }

  /** Formats names and values in two columns; absent values are omitted. */
  facts(rows: readonly (readonly [name: string, value: string | number | bigint | undefined])[]): string {
    const present = rows.filter(([, value]) => value !== undefined && value !== '');
    const width = Math.max(...present.map(([name]) => name.length));
    return present
      .map(([name, value]) => `${this.bold(name.padEnd(width))}  ${printable(String(value))}`)
      .join('\n');
  }

  /** Formats rows under headings. */
  table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
    const cells = rows.map((row) => row.map(printable));
    const widths = headings.map((heading, column) =>
      Math.max(heading.length, ...cells.map((row) => row[column]?.length ?? 0)),
    );
    const line = (row: readonly string[]) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd();
    return [this.bold(line(headings)), ...cells.map(line)].join('\n');
  }
}
