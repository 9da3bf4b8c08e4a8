import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ServiceError, type Logger } from '@heliograph/runtime';
import type { VectorsMetrics } from '../metrics';
import { MAXIMUM_BATCH_SIZE } from '../scan/code-functions';
import { TaskQueue } from './task-queue';
import type { Failure, OperationName, Operations, ThreadMessage, ThreadSettings } from './messages';

/** Always the compiled file, even if this one runs from source: a Node.js thread cannot run TypeScript. */
const PROGRAM = resolve(__dirname, '../../dist/worker/index-worker.js');

/** For the one request without a caller: the list behind the metrics. */
const OWN_TIMEOUT_MS = 10_000;

/** Enough for a scan and the next one. */
const QUERIES_AT_ONCE = 2 * MAXIMUM_BATCH_SIZE;

interface Pending {
  operation: OperationName;
  resolve: (response: never) => void;
  reject: (error: ServiceError) => void;
}

interface IndexThreadOptions extends ThreadSettings {
  waitingQueries: number;
  waitingCommands: number;
  logger: Logger;
  metrics: VectorsMetrics;
  /** The thread ended without being closed: no call can be answered. */
  onDeath(error: Error): void;
}

/**
 * The thread that holds the index, so this one stays free for calls and health checks. It gets one command at a time,
 * and enough queries for a scan and the next one: a query waits at most for the step of a command that is running.
 */
export class IndexThread {
  private worker: Worker | undefined;
  private readonly pending = new Map<number, Pending>();
  private readonly queries: TaskQueue;
  private readonly commands: TaskQueue;
  private lastId = 0;
  private isClosing = false;

  constructor(private readonly options: IndexThreadOptions) {
    const { metrics } = options;
    const onDropped = (kind: 'query' | 'command') => (reason: 'full' | 'expired') =>
      metrics.dropped(kind, reason);
    this.queries = new TaskQueue(options.waitingQueries, onDropped('query'), QUERIES_AT_ONCE);
    this.commands = new TaskQueue(options.waitingCommands, onDropped('command'));
    metrics.watch({
      waiting: () => ({ query: this.queries.waiting, command: this.commands.waiting }),
      collections: () => this.run('list', {}, performance.now() + OWN_TIMEOUT_MS),
    });
  }

  get isRunning(): boolean {
    return this.worker !== undefined && !this.isClosing;
  }

  /** Resolves when the collections on the disk are open. @throws when they cannot be opened. */
  async start(): Promise<void> {
    const { directory, wasteBytes } = this.options;
    const worker = new Worker(PROGRAM, { workerData: { directory, wasteBytes } satisfies ThreadSettings });
    let failure: Error | undefined;
    worker.on('error', (error: Error) => (failure = error));
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (message: ThreadMessage) => {
        if (message.kind === 'opened') resolve();
        else this.receive(message);
      });
      worker.once('exit', (status) => {
        const error = failure ?? new Error(`the index's thread ended with status ${status}`);
        reject(error);
        this.end(error);
      });
    });
    this.worker = worker;
  }

  /**
   * Runs an operation when its turn comes.
   *
   * @param deadline on the clock of `performance.now()`; not started after it.
   * @throws ServiceError
   */
  run<Name extends OperationName>(
    operation: Name,
    request: Operations[Name]['request'],
    deadline: number,
    transfer: readonly ArrayBufferLike[] = [],
  ): Promise<Operations[Name]['response']> {
    const queue = operation === 'query' || operation === 'list' ? this.queries : this.commands;
    return queue.run(deadline, () => this.send(operation, request, transfer));
  }

  /** Finishes what is in progress. Idempotent. */
  async close(): Promise<void> {
    if (!this.isRunning) return;
    this.isClosing = true;
    await this.send('close', {}).catch((error: unknown) => {
      this.options.logger.error({ err: error }, 'the index was not closed cleanly');
    });
    await this.worker?.terminate();
  }

  private send<Name extends OperationName>(
    operation: Name,
    request: Operations[Name]['request'],
    transfer: readonly ArrayBufferLike[] = [],
  ): Promise<Operations[Name]['response']> {
    const { worker } = this;
    if (!worker) return Promise.reject(stopped());
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { operation, resolve, reject });
      worker.postMessage({ id, operation, request }, transfer as ArrayBuffer[]);
    });
  }

  private receive(message: Exclude<ThreadMessage, { kind: 'opened' }>): void {
    const { logger, metrics } = this.options;
    switch (message.kind) {
      case 'response': {
        const call = this.take(message.id);
        metrics.done(call.operation, message.seconds);
        call.resolve(message.response as never);
        return;
      }
      case 'failure':
        this.take(message.id).reject(errorFrom(message.failure));
        return;
      case 'damaged':
        logger.error(
          { collection: message.collection, reason: message.reason },
          'a damaged collection was discarded; it must be refilled',
        );
        metrics.damaged();
        return;
      case 'upkeep-failed':
        logger.warn(
          { collection: message.collection, reason: message.reason },
          'maintenance of a collection failed; retrying with its next change',
        );
    }
  }

  private take(id: number): Pending {
    const call = this.pending.get(id)!;
    this.pending.delete(id);
    return call;
  }

  private end(error: Error): void {
    const wasRunning = this.isRunning;
    this.worker = undefined;
    const calls = [...this.pending.values()];
    this.pending.clear();
    for (const call of calls) call.reject(stopped());
    if (wasRunning) this.options.onDeath(error);
  }
}

function stopped(): ServiceError {
  return new ServiceError('unavailable', 'The vector index is not running. Try again shortly.', {
    retryAfterSeconds: 1,
  });
}

function errorFrom({ code, publicText, issues, cause }: Failure): ServiceError {
  return new ServiceError(code, publicText, { issues, ...(cause !== '' && { cause: new Error(cause) }) });
}
