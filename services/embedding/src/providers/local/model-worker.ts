import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LocalText, WorkerReply, WorkerRequest, WorkerSettings } from './worker-messages';

/** Compiled, also when this file is not: a thread is plain node. */
const PROGRAM = resolve(__dirname, '../../../dist/providers/local/worker-program.js');

/** A text takes some 20 ms at most, loading the model less than a second. */
const STOP_TIMEOUT_MS = 5_000;

/** The thread has ended, by itself or because it was stopped. */
export class WorkerEndedError extends Error {
  /** @param wasWanted whether it was asked to. */
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

/** A thread with a model of its own, which runs one request at a time. */
export class ModelWorker {
  private readonly worker: Worker;
  private readonly started: Promise<void>;
  private run: Run | undefined;
  private end: WorkerEndedError | undefined;
  private isStopping = false;
  /** Resolves when the thread is gone, with the reason. */
  readonly ended: Promise<WorkerEndedError>;

  /** @param runTimeoutMs after which a run is taken for hung and the thread is ended. */
  constructor(
    settings: WorkerSettings,
    private readonly runTimeoutMs: number,
    program = PROGRAM,
  ) {
    this.worker = new Worker(program, {
      workerData: settings,
      // Neither the program's settings, among them keys, nor its flags are the model's business.
      env: {},
      execArgv: [],
      // It lives on 10 MB, and given more it would collect what loading left behind only later.
      resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 48 },
      // What a library prints would get into the log.
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
        // What ended it in the middle of a run may quote the texts.
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
   * The vectors of texts, one behind the other. Only when no other run is under way.
   *
   * @throws WorkerEndedError
   */
  embed(texts: readonly LocalText[]): Promise<Float32Array> {
    if (this.end) return Promise.reject(this.end);
    return new Promise((resolve, reject) => {
      // Its end rejects the run.
      const timer = setTimeout(() => void this.endThread(), this.runTimeoutMs);
      timer.unref();
      this.run = { resolve, reject, timer };
      this.worker.postMessage({ texts } satisfies WorkerRequest);
    });
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.endThread();
  }

  /** Ends the thread after the text it is at: terminated inside the model's native code, it would abort the whole process. */
  private async endThread(): Promise<void> {
    this.worker.postMessage('stop' satisfies WorkerRequest);
    const timer = setTimeout(() => void this.worker.terminate(), STOP_TIMEOUT_MS);
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
