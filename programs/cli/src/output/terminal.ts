import { createColors } from 'picocolors';
import { fstatSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { addAbortSignal, type Readable } from 'node:stream';
import type { Settings } from '../config/settings';
import type { Format } from '../config/preferences';
import { InterruptedError, UsageError } from '../failure';
import { linesOf } from '../lines';
import { wrapLines } from './display-width';
import { compileJq } from './jq-filter';
import { showInPager } from './pager';
import { printable } from './printable';

/** The program's streams; the process's, or a test's. */
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

  /** Results held back, to be shown together. */
  private held: string[] | undefined;

  constructor(
    private readonly streams: ProgramStreams,
    private readonly settings: Pick<Settings, 'format' | 'color' | 'quiet' | 'verbose' | 'paging' | 'jq'>,
  ) {
    this.colors = createColors(isColored(streams.stdout, streams.environment, settings.color));
    this.noteColors = createColors(isColored(streams.stderr, streams.environment, settings.color));
  }

  /** The output format: a table for people, tab-separated cells for programs, unless one was chosen. */
  get format(): Format {
    if (this.settings.format !== 'auto') return this.settings.format;
    return this.isTerminal ? 'table' : 'tsv';
  }

  /** Whether results go to a terminal. */
  get isTerminal(): boolean {
    return this.streams.stdout.isTTY === true;
  }

  /** Whether a person reads standard error as it is written: progress and hints are for them. */
  get isWatched(): boolean {
    return this.streams.stderr.isTTY === true && !this.settings.quiet;
  }

  /** Whether a question could be answered. */
  get isInteractive(): boolean {
    return (
      this.streams.stdin.isTTY === true &&
      this.streams.stderr.isTTY === true &&
      !isCi(this.streams.environment)
    );
  }

  /** Whether standard input is typed, and shown. */
  get isTyped(): boolean {
    return this.streams.stdin.isTTY === true;
  }

  /** The width of tables; undefined when unlimited, as in a file. */
  get width(): number | undefined {
    const asked = Number(this.streams.environment.COLUMNS);
    if (Number.isInteger(asked) && asked > 0) return asked;
    if (!this.isTerminal) return undefined;
    return this.streams.stdout.columns || DEFAULT_WIDTH;
  }

  /**
   * Where to draw progress: standard error, if someone watches and it is not a CI log, and results go to a file. On a
   * terminal results show progress themselves, and the reader of a pipe may write to the same terminal.
   */
  get progressStream(): NodeJS.WritableStream | undefined {
    return isFile(this.streams.stdout.fd) ? this.statusStream : undefined;
  }

  /**
   * Where to draw progress of work without results meanwhile: standard error, if someone watches and it is not a CI
   * log.
   */
  get statusStream(): NodeJS.WritableStream | undefined {
    return this.isWatched && !isCi(this.streams.environment) ? this.streams.stderr : undefined;
  }

  /**
   * Writes a piece of the result as is; resolves when more may be written.
   *
   * @throws Error when it cannot be written, such as on a full disk. At a closed pipe the process ends instead.
   */
  async write(text: string): Promise<void> {
    if (this.held) {
      this.held.push(text);
      return;
    }
    const { stdout } = this.streams;
    // On an almost full disk, the stream would write a part without an error.
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

  /** The lines of standard input, until it ends or the signal is aborted. */
  async *inputLines(signal: AbortSignal): AsyncGenerator<string, void, undefined> {
    try {
      yield* linesOf(addAbortSignal(signal, this.streams.stdin as Readable));
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /**
   * Shows the work's results in the user's pager, if they go to a terminal that is too small for them. Results of work
   * that fails are written as they are: they may have been paid for.
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

  /**
   * Passes the work's JSON document through the jq program of `--jq`, if there is one. Work that fails may have left a
   * whole document, too, which may have been paid for.
   */
  async filtered(work: () => Promise<void>): Promise<void> {
    const { jq } = this.settings;
    if (jq === undefined) return work();
    const filter = await compileJq(jq);
    this.held = [];
    try {
      await work();
    } catch (error) {
      const document = this.release();
      if (document !== '') await this.write(filter(document));
      throw error;
    }
    const document = this.release();
    if (document !== '') await this.write(filter(document));
  }

  /** For commands whose output has no end. @throws UsageError with `--jq`. */
  refuseFilter(): void {
    if (this.settings.jq === undefined) return;
    throw new UsageError('--jq needs one document, and this command does not end.', 'Pipe --jsonl into jq.');
  }

  private release(): string {
    const text = this.held!.join('');
    this.held = undefined;
    return text;
  }

  /** Something worth knowing, for people. */
  note(text: string): void {
    if (!this.settings.quiet) this.toStderr(text);
  }

  /** Something the command is useless without. Shown even with --quiet. */
  say(text: string): void {
    this.toStderr(text);
  }

  /** A hint for people who watch, useless in a log. */
  hint(text: string): void {
    if (this.isWatched) this.toStderr(text, (line) => this.noteColors.dim(line));
  }

  /** A possible problem. Shown even with --quiet. */
  warn(text: string): void {
    this.toStderr(`${this.noteColors.yellow('warning:')} ${printable(text)}`);
  }

  /** With --verbose: what happens underneath. */
  detail(text: string): void {
    if (this.settings.verbose) this.streams.stderr.write(`${this.noteColors.dim(printable(text))}\n`);
  }

  private toStderr(text: string, paint: (text: string) => string = (same) => same): void {
    this.streams.stderr.write(`${paint(wrapLines(text, noteWidth(this.streams)))}\n`);
  }

  /**
   * Asks a yes-or-no question; no unless the answer is y.
   *
   * @throws InterruptedError when the signal is aborted meanwhile.
   */
  async confirm(question: string, signal: AbortSignal): Promise<boolean> {
    const { stdin, stderr } = this.streams;
    const asked = wrapLines(question, noteWidth(this.streams) - ' [y/N] '.length);
    const reader = createInterface({ input: stdin, output: stderr });
    try {
      return await new Promise<boolean>((resolve, reject) => {
        const stop = () => reject(new InterruptedError());
        if (signal.aborted) stop();
        signal.addEventListener('abort', stop, { once: true });
        // On a terminal readline captures Ctrl-C.
        reader.once('SIGINT', stop);
        reader.once('close', () => resolve(false));
        reader.question(`${asked} [y/N] `, (response) => resolve(/^\s*y(?:es)?\s*$/i.test(response)));
      });
    } finally {
      reader.close();
    }
  }
}

/** Whether the program runs in CI, where no one answers and pages cannot be opened. */
export function isCi({ CI }: NodeJS.ProcessEnv): boolean {
  return CI !== undefined && CI !== '' && CI !== '0' && CI.toLowerCase() !== 'false';
}

/** The width for standard error; a log or a pipe has none. */
export function noteWidth({ stderr, environment }: ProgramStreams): number {
  if (stderr.isTTY !== true) return Infinity;
  return Number(environment.COLUMNS) || stderr.columns || DEFAULT_WIDTH;
}

function isFile(descriptor: number | undefined): descriptor is number {
  return descriptor !== undefined && fstatSync(descriptor).isFile();
}

/** According to https://no-color.org, https://force-color.org, and the stream. */
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
