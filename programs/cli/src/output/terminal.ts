import { createColors } from 'picocolors';
import { fstatSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { addAbortSignal, type Readable } from 'node:stream';
import type { Settings } from '../config/settings';
import type { Format } from '../config/preferences';
import { replacePrivateFile } from '../config/write-file';
import { CliError, failureOf, InterruptedError, UsageError } from '../failure';
import { linesOf } from '../lines';
import { wrapLines } from './display-width';
import { compileJq, type JqFilter } from './jq-filter';
import { showInPager } from './pager';
import { printable } from './printable';

/** The program's streams, from the process or a test. */
export interface ProgramStreams {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: NodeJS.WritableStream & { isTTY?: boolean; columns?: number; rows?: number; fd?: number };
  stderr: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
  environment: NodeJS.ProcessEnv;
}

export type Colors = ReturnType<typeof createColors>;

const DEFAULT_WIDTH = 80;

/** Standard output is for results only; everything about them goes to standard error. */
export class Terminal {
  /** Colors of standard output. */
  readonly colors: Colors;
  /** Colors of standard error. */
  readonly noteColors: Colors;

  /** Results held back for a pager or a filter. */
  private held: string[] | undefined;

  constructor(
    private readonly streams: ProgramStreams,
    private readonly settings: Pick<Settings, 'format' | 'color' | 'quiet' | 'verbose' | 'paging' | 'jq'>,
  ) {
    this.colors = createColors(isColored(streams.stdout, streams.environment, settings.color));
    this.noteColors = createColors(isColored(streams.stderr, streams.environment, settings.color));
  }

  /** The output format. By default, a table on a terminal, and tab-separated cells elsewhere. */
  get format(): Format {
    if (this.settings.format !== 'auto') return this.settings.format;
    return this.isTerminal ? 'table' : 'tsv';
  }

  /** Whether results go to a terminal. */
  get isTerminal(): boolean {
    return this.streams.stdout.isTTY === true;
  }

  /** Whether someone watches standard error live; progress and hints are for them. */
  get isWatched(): boolean {
    return this.streams.stderr.isTTY === true && !this.settings.quiet;
  }

  /** Whether someone can answer a question. */
  get isInteractive(): boolean {
    return (
      this.streams.stdin.isTTY === true &&
      this.streams.stderr.isTTY === true &&
      !isCi(this.streams.environment)
    );
  }

  /** Whether standard input is a terminal, which echoes what is typed. */
  get isTyped(): boolean {
    return this.streams.stdin.isTTY === true;
  }

  /** The width of tables; undefined if unlimited, as in a file. */
  get width(): number | undefined {
    const asked = Number(this.streams.environment.COLUMNS);
    if (Number.isInteger(asked) && asked > 0) return asked;
    if (!this.isTerminal) return undefined;
    return this.streams.stdout.columns || DEFAULT_WIDTH;
  }

  /**
   * Where to draw progress: standard error, if someone watches it, it is no CI log, and results go to a file. On a
   * terminal, results show progress themselves, and a pipe's reader may write to the same terminal.
   */
  get progressStream(): NodeJS.WritableStream | undefined {
    return isFile(this.streams.stdout.fd) ? this.statusStream : undefined;
  }

  /** Where to draw progress while there is no output: standard error, if someone watches it and it is no CI log. */
  get statusStream(): NodeJS.WritableStream | undefined {
    return this.isWatched && !isCi(this.streams.environment) ? this.streams.stderr : undefined;
  }

  /**
   * Writes a chunk of the result unchanged; resolves when more can be written.
   *
   * @throws Error when it cannot be written, such as on a full disk. A closed pipe ends the process instead.
   */
  async write(text: string): Promise<void> {
    if (this.held) {
      this.held.push(text);
      return;
    }
    const { stdout } = this.streams;
    // On a nearly full disk, the stream could write only a part, without an error.
    if (isFile(stdout.fd)) return writeFileSync(stdout.fd, text);
    await new Promise<void>((resolve, reject) => {
      stdout.write(text, (error) => {
        if (!error) resolve();
        else if ((error as NodeJS.ErrnoException).code !== 'EPIPE') reject(error);
      });
    });
  }

  /** Writes a result with a line break. */
  async writeLine(text: string): Promise<void> {
    await this.write(`${text}\n`);
  }

  /** Standard input; reading it fails once the signal is aborted. */
  input(signal: AbortSignal): Readable {
    return addAbortSignal(signal, this.streams.stdin as Readable);
  }

  /** The lines of standard input, until it ends or the signal is aborted. */
  async *inputLines(signal: AbortSignal): AsyncGenerator<string, void, undefined> {
    try {
      yield* linesOf(this.input(signal));
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /**
   * Shows the work's results in the user's pager if they don't fit on the terminal. If the work fails, its results are
   * written directly: they may have been paid for.
   */
  async paged(work: () => Promise<void>): Promise<void> {
    const { stdin, stdout, environment } = this.streams;
    const isLookedAt = this.isTerminal && stdin.isTTY === true && this.format === 'table';
    if (!isLookedAt || !this.settings.paging || stdout.rows === undefined) return work();
    this.held = [];
    try {
      await work();
    } catch (error) {
      await this.write(this.release());
      throw error;
    }
    const text = this.release();
    const isTooLong = text.split('\n').length > stdout.rows;
    if (!isTooLong || !showInPager(text, environment)) await this.write(text);
  }

  /** Filters the work's JSON document through `--jq`, if given. Even failed work may have written a whole document. */
  async filtered(work: () => Promise<void>): Promise<void> {
    const { jq } = this.settings;
    if (jq === undefined) return work();
    const filter = await compileJq(jq);
    this.held = [];
    try {
      await work();
    } catch (error) {
      await this.writeFiltered(filter).catch(({ message, remedy }: CliError) =>
        this.warn([message, remedy].filter(Boolean).join('. ')),
      );
      throw error;
    }
    await this.writeFiltered(filter);
  }

  /** @throws CliError that says where the document is saved, since it may have been paid for. */
  private async writeFiltered(filter: JqFilter): Promise<void> {
    const document = this.release();
    if (document === '') return;
    try {
      await this.write(filter(document));
    } catch (error) {
      const { message, code } = failureOf(error);
      const path = join(mkdtempSync(join(tmpdir(), 'signals-')), 'document.json');
      replacePrivateFile(path, document);
      throw new CliError(message, { code, remedy: `The whole document is in ${path}`, cause: error });
    }
  }

  /** For commands with endless output. @throws UsageError with `--jq`. */
  refuseFilter(): void {
    if (this.settings.jq === undefined) return;
    throw new UsageError('--jq needs one document, and this command does not end.', 'Pipe --jsonl into jq.');
  }

  private release(): string {
    const text = this.held!.join('');
    this.held = undefined;
    return text;
  }

  /** Prints information for people. */
  note(text: string): void {
    if (!this.settings.quiet) this.toStderr(text);
  }

  /** Prints something the command is useless without, even with --quiet. */
  say(text: string): void {
    this.toStderr(text);
  }

  /** Prints a hint if someone is watching; useless in a log. */
  hint(text: string): void {
    if (this.isWatched) this.toStderr(text, (line) => this.noteColors.dim(line));
  }

  /** Warns of a possible problem, even with --quiet. */
  warn(text: string): void {
    this.toStderr(`${this.noteColors.yellow('warning:')} ${printable(text)}`);
  }

  /** With --verbose, prints internal details. */
  detail(text: string): void {
    if (this.settings.verbose) this.streams.stderr.write(`${this.noteColors.dim(printable(text))}\n`);
  }

  private toStderr(text: string, paint: (text: string) => string = (same) => same): void {
    this.streams.stderr.write(`${paint(wrapLines(text, noteWidth(this.streams)))}\n`);
  }

  /**
   * Asks a yes-or-no question; anything but y means no.
   *
   * @throws InterruptedError when the signal is aborted first.
   */
  async confirm(question: string, signal: AbortSignal): Promise<boolean> {
    const { stdin, stderr } = this.streams;
    const asked = wrapLines(question, noteWidth(this.streams) - ' [y/N] '.length);
    const reader = createInterface({ input: stdin, output: stderr });
    try {
      return await new Promise<boolean>((resolve, reject) => {
        const stop = () => reject(signal.aborted ? (signal.reason as Error) : new InterruptedError());
        if (signal.aborted) stop();
        signal.addEventListener('abort', stop, { once: true });
        // On a terminal, readline captures Ctrl-C.
        reader.once('SIGINT', stop);
        reader.once('close', () => resolve(false));
        reader.question(`${asked} [y/N] `, (response) => resolve(/^\s*y(?:es)?\s*$/i.test(response)));
      });
    } finally {
      reader.close();
    }
  }
}

/** Whether the program runs in CI, where no one can answer questions or see pages. */
export function isCi({ CI }: NodeJS.ProcessEnv): boolean {
  return CI !== undefined && CI !== '' && CI !== '0' && CI.toLowerCase() !== 'false';
}

/** The width of standard error; infinite for a log or a pipe. */
export function noteWidth({ stderr, environment }: ProgramStreams): number {
  if (stderr.isTTY !== true) return Infinity;
  return Number(environment.COLUMNS) || stderr.columns || DEFAULT_WIDTH;
}

function isFile(descriptor: number | undefined): descriptor is number {
  return descriptor !== undefined && fstatSync(descriptor).isFile();
}

/** Decides by https://no-color.org, https://force-color.org, and the stream. */
export function isColored(
  stream: { isTTY?: boolean },
  { NO_COLOR, FORCE_COLOR, TERM }: NodeJS.ProcessEnv,
  color: Settings['color'],
): boolean {
  if (color === 'never') return false;
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '')
    return FORCE_COLOR !== '0' && FORCE_COLOR.toLowerCase() !== 'false';
  if (color === 'always') return true;
  return stream.isTTY === true && TERM !== 'dumb';
}
