import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LocalText, WorkerReply, WorkerRequest, WorkerSettings } from './worker-messages';

/** Always the compiled file, even if this one runs from source: a Node.js thread cannot run TypeScript. */
const PROGRAM = resolve(__dirname, '../../../dist/providers/local/worker-program.js');

/**
 * On a free core, a title takes 3 ms, the longest text 35, and loading the model under a second; a low-priority thread
 * on busy cores takes much longer.
 */
const STOP_TIMEOUT_MS = 30_000;
/** For a thread that hangs, which most likely never gets to its next text. */
const HUNG_TIMEOUT_MS = 5_000;

/** The thread has ended, on its own or because it was stopped. */
export class WorkerEndedError extends Error {
  /** @param wasWanted whether it was stopped on purpose. */
  constructor(
    reason: string,
    readonly wasWanted: boolean,
    cause?: unknown,
  ) {
    super(`the worker ended: ${reason}`, { cause });
    this.name = 'WorkerEndedError';
  }
}

interface Run {
  resolve(values: Float32Array): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** A thread with its own model, which runs one request at a time. */
export class ModelWorker {
  private readonly worker: Worker;
  private readonly started: Promise<void>;
  private run: Run | undefined;
  private end: WorkerEndedError | undefined;
  private isStopping = false;
  /** Resolves when the thread is gone, with the reason. */
  readonly ended: Promise<WorkerEndedError>;

  /** @param runTimeoutMs after which a run counts as hung and the thread is ended. */
  constructor(
    settings: WorkerSettings,
    private readonly runTimeoutMs: number,
    program = PROGRAM,
  ) {
    this.worker = new Worker(program, {
      workerData: settings,
      // The model needs neither the program's settings, which include keys, nor its flags.
      env: {},
      execArgv: [],
      // It needs 10 MB; with more, it would collect the garbage from loading only later.
      resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 48 },
      // A library's output would end up in the log.
      stdout: true,
      stderr: true,
    });
    this.worker.stdout.resume();
    this.worker.stderr.resume();
    let failure: unknown;
    this.worker.on('error', (error) => {
      failure = error;
    });
    this.ended = new Promise((resolve) => {
      this.worker.once('exit', (status) => {
        // An error in the middle of a run may quote the texts.
        const cause = this.run ? undefined : failure;
        const end = new WorkerEndedError(`exit status ${status}`, this.isStopping, cause);
        this.end = end;
        this.settle((run) => run.reject(end));
        resolve(end);
      });
    });
    this.started = new Promise((resolve, reject) => {
      this.worker.on('message', (reply: WorkerReply) => {
        if (reply.kind === 'ready') resolve();
        else this.settle((run) => run.resolve(reply.values));
      });
      void this.ended.then(reject);
    });
    this.started.catch(() => undefined);
  }

  get hasEnded(): boolean {
    return this.end !== undefined;
  }

  /**
   * Resolves when the model is loaded.
   *
   * @throws WorkerEndedError with the reason as its cause.
   */
  ready(): Promise<void> {
    return this.started;
  }

  /**
   * The vectors of texts, concatenated. Only when no other run is in progress.
   *
   * @throws WorkerEndedError
   */
  embed(texts: readonly LocalText[]): Promise<Float32Array> {
    if (this.end) return Promise.reject(this.end);
    return new Promise((resolve, reject) => {
      // The thread's end rejects the run.
      const timer = setTimeout(() => void this.endThread(HUNG_TIMEOUT_MS), this.runTimeoutMs);
      timer.unref();
      this.run = { resolve, reject, timer };
      this.worker.postMessage({ texts } satisfies WorkerRequest);
    });
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.endThread(STOP_TIMEOUT_MS);
  }

  /**
   * Ends the thread after its current text: terminated inside the model's native code, it would abort the whole
   * process.
   */
  private async endThread(timeoutMs: number): Promise<void> {
    this.worker.postMessage('stop' satisfies WorkerRequest);
    const timer = setTimeout(() => void this.worker.terminate(), timeoutMs);
    await this.ended;
    clearTimeout(timer);
  }

  private settle(how: (run: Run) => void): void {
    const { run } = this;
    if (!run) return;
    this.run = undefined;
    clearTimeout(run.timer);
    how(run);
  }
}
