import { WorkerEndedError, type ModelWorker } from './model-worker';
import type { LocalText } from './worker-messages';

export interface WorkerPoolOptions {
  startWorker: () => ModelWorker;
  /** Maximum workers. */
  size: number;
  /** Whether idle workers stay; otherwise they start with the first text and end after `idleMs` without any. */
  isAlwaysOn: boolean;
  idleMs: number;
  /** Texts per worker run. Larger runs are hardly cheaper per text, and are lost as a whole. */
  largestRun: number;
  /** Texts that may wait. */
  maximumWaiting: number;
  /** Called for each worker that ended without being stopped. */
  onWorkerLost: (error: WorkerEndedError) => void;
}

/** Too many texts are waiting. */
export class PoolFullError extends Error {}
/** The caller had stopped waiting when the text's turn came. */
export class OutOfTimeError extends Error {}

interface Entry {
  text: LocalText;
  remainingMs: () => number;
  /** How often a worker ended in a run with it. */
  crashes: number;
  resolve(values: Float32Array): void;
  reject(error: Error): void;
}

/** A worker may end in the middle of a text for other reasons; the second time, the text is to blame. */
const MAXIMUM_CRASHES = 2;
/** Splitting into smaller runs costs more per text than it gains. */
const SMALLEST_SPREAD = 4;
const FIRST_RESTART_MS = 100;
const LONGEST_RESTART_MS = 10_000;

/** Workers that share one queue of texts. A free worker takes several at once, from any callers. */
export class WorkerPool {
  private readonly waiting: Entry[] = [];
  private readonly idle = new Set<ModelWorker>();
  /** All that were started and have not ended. */
  private readonly workers = new Set<ModelWorker>();
  private starting = 0;
  private failedStarts = 0;
  private idleTimer: NodeJS.Timeout | undefined;
  private restartTimer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(private readonly options: WorkerPoolOptions) {}

  /** Workers that have a model or are loading one. */
  get size(): number {
    return this.workers.size;
  }

  get waitingTexts(): number {
    return this.waiting.length;
  }

  /** Workers that have loaded their model. */
  get loaded(): number {
    return this.workers.size - this.starting;
  }

  /** Starts a worker ahead of work. Rejects when it cannot load its model. */
  async start(): Promise<void> {
    await this.startWorker();
  }

  /**
   * The vector of each text.
   *
   * @throws WorkerEndedError, PoolFullError, OutOfTimeError
   */
  embed(texts: readonly LocalText[], remainingMs: () => number): Promise<Float32Array>[] {
    if (this.waiting.length + texts.length > this.options.maximumWaiting) this.dropForgotten();
    if (this.isClosed || this.waiting.length + texts.length > this.options.maximumWaiting) {
      const error = this.isClosed ? new WorkerEndedError('stopped', true) : new PoolFullError();
      return texts.map(() => Promise.reject(error));
    }
    clearTimeout(this.idleTimer);
    const responses = texts.map(
      (text) =>
        new Promise<Float32Array>((resolve, reject) => {
          this.waiting.push({ text, remainingMs, crashes: 0, resolve, reject });
        }),
    );
    this.dispatch();
    return responses;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.idleTimer);
    clearTimeout(this.restartTimer);
    this.rejectAll(new WorkerEndedError('stopped', true));
    await this.stopWorkers();
  }

  private dispatch(): void {
    for (const worker of this.idle) {
      const run = this.nextRun();
      if (run.length === 0) break;
      this.idle.delete(worker);
      void this.run(worker, run);
    }
    if (this.waiting.length > 0) this.startMore();
    else if (this.idle.size === this.workers.size) this.awaitWork();
  }

  /** All loaded workers are busy; loading ones will take their share of the queue. */
  private startMore(): void {
    if (this.restartTimer) return;
    const wanted = this.loaded + Math.ceil(this.waiting.length / SMALLEST_SPREAD);
    while (this.workers.size < Math.min(this.options.size, wanted)) this.startInBackground();
  }

  /** An even share of the queue, so that all free workers have something to do. */
  private nextRun(): Entry[] {
    const share = Math.ceil(this.waiting.length / this.idle.size);
    const length = Math.min(this.options.largestRun, Math.max(SMALLEST_SPREAD, share));
    const run: Entry[] = [];
    while (run.length < length && this.waiting.length > 0) {
      const entry = this.waiting.shift()!;
      if (entry.remainingMs() > 0) run.push(entry);
      else entry.reject(new OutOfTimeError());
    }
    return run;
  }

  private async run(worker: ModelWorker, run: readonly Entry[]): Promise<void> {
    try {
      const values = await worker.embed(run.map((entry) => entry.text));
      const dimensions = values.length / run.length;
      run.forEach((entry, index) =>
        entry.resolve(values.subarray(index * dimensions, (index + 1) * dimensions)),
      );
    } catch (error) {
      this.settleFailed(run, error as Error);
    }
    if (!worker.hasEnded) this.idle.add(worker);
    this.dispatch();
  }

  private settleFailed(run: readonly Entry[], error: Error): void {
    const again: Entry[] = [];
    for (const entry of run) {
      if (this.isClosed) entry.reject(error);
      else if (error instanceof WorkerEndedError && entry.crashes + 1 < MAXIMUM_CRASHES) {
        again.push({ ...entry, crashes: entry.crashes + 1 });
      } else entry.reject(error);
    }
    this.waiting.unshift(...again);
  }

  private startInBackground(): void {
    this.startWorker().catch((error: Error) => {
      // There may be no other worker to take the queue.
      if (this.loaded === 0) this.rejectAll(error);
    });
  }

  private async startWorker(): Promise<void> {
    const worker = this.options.startWorker();
    this.workers.add(worker);
    this.starting += 1;
    let isStarting = true;
    const started = () => {
      if (isStarting) this.starting -= 1;
      isStarting = false;
    };
    void worker.ended.then((end) => {
      started();
      this.workers.delete(worker);
      this.idle.delete(worker);
      if (!end.wasWanted) this.options.onWorkerLost(end);
      this.replace();
    });
    try {
      await worker.ready();
    } catch (error) {
      this.failedStarts += 1;
      throw error;
    }
    this.failedStarts = 0;
    started();
    this.idle.add(worker);
    this.dispatch();
  }

  /** Replaces a worker that ended. One that cannot start is retried, less and less often. */
  private replace(): void {
    const isNeeded = this.options.isAlwaysOn || this.waiting.length > 0;
    if (this.isClosed || !isNeeded || this.restartTimer || this.workers.size > 0) return;
    const pauseMs = Math.min(LONGEST_RESTART_MS, FIRST_RESTART_MS * 2 ** this.failedStarts);
    this.restartTimer = setTimeout(() => {
      this.restartTimer = undefined;
      if (this.workers.size === 0) this.startInBackground();
    }, pauseMs);
    this.restartTimer.unref();
  }

  /** Ends idle workers after a while: each has its own model in memory. */
  private awaitWork(): void {
    clearTimeout(this.idleTimer);
    if (this.options.isAlwaysOn || this.workers.size === 0) return;
    this.idleTimer = setTimeout(() => void this.stopWorkers(), this.options.idleMs);
    this.idleTimer.unref();
  }

  private async stopWorkers(): Promise<void> {
    this.idle.clear();
    await Promise.all([...this.workers].map((worker) => worker.stop()));
  }

  private dropForgotten(): void {
    for (const entry of this.waiting.splice(0)) {
      if (entry.remainingMs() > 0) this.waiting.push(entry);
      else entry.reject(new OutOfTimeError());
    }
  }

  private rejectAll(error: Error): void {
    for (const entry of this.waiting.splice(0)) entry.reject(error);
  }
}
