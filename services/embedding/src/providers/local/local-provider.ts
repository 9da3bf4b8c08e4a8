import type { Logger } from '@heliograph/runtime';
import type { EmbeddingProvider, EmbeddingWork, ProviderObserver, Purpose } from '../provider';
import { semanticUnavailable } from '../semantic-unavailable';
import { LOCAL_MODEL } from './local-model';
import { ModelWorker, WorkerEndedError } from './model-worker';
import { OutOfTimeError, PoolFullError, WorkerPool } from './worker-pool';

interface LocalProviderOptions {
  /** Maximum threads for documents. Queries have their own. */
  documentWorkers: number;
  /** Milliseconds without documents after which their threads end. */
  idleMs: number;
  logger: Logger;
  observer: ProviderObserver;
}

/** In a run of several, the first would wait for the last. */
const LARGEST_QUERY_RUN = 1;
const LARGEST_DOCUMENT_RUN = 16;
/** A few seconds of work. */
const MAXIMUM_WAITING = { query: 512, document: 2_048 } as const;
/** A run takes milliseconds; in the background of a busy machine, a hundred times as long. */
const RUN_TIMEOUT_MS = { query: 30_000, document: 120_000 } as const;

/**
 * The model in this repository, on threads of this process: one for queries, always running, and several for documents
 * while they arrive, at the lowest priority.
 */
export class LocalProvider implements EmbeddingProvider {
  readonly name = 'local';
  readonly model = LOCAL_MODEL;
  private readonly pools: Readonly<Record<Purpose, WorkerPool>>;

  constructor(private readonly options: LocalProviderOptions) {
    this.pools = {
      query: this.pool('query', 1, LARGEST_QUERY_RUN),
      document: this.pool('document', options.documentWorkers, LARGEST_DOCUMENT_RUN),
    };
  }

  /** Threads with a model for documents. */
  get documentWorkers(): number {
    return this.pools.document.size;
  }

  /** Texts waiting for a thread. */
  waiting(purpose: Purpose): number {
    return this.pools[purpose].waitingTexts;
  }

  async start(): Promise<void> {
    try {
      await this.pools.query.start();
    } catch (error) {
      const { cause } = error as Error;
      const reason = cause instanceof Error ? cause.message : (error as Error).message;
      throw new Error(`the local embedding model cannot be loaded: ${reason}`, { cause: error });
    }
  }

  checkReady(): Promise<void> {
    return this.pools.query.loaded > 0
      ? Promise.resolve()
      : Promise.reject(new Error('the model of queries is not loaded'));
  }

  async embed(texts: readonly string[], work: EmbeddingWork): Promise<Float32Array[]> {
    try {
      const { purpose, companies, remainingMs } = work;
      const all = companies ? texts.map((title, index) => ({ title, company: companies[index]! })) : texts;
      return await Promise.all(this.pools[purpose].embed(all, remainingMs));
    } catch (error) {
      throw this.failure(error);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.pools.query.close(), this.pools.document.close()]);
  }

  private pool(purpose: Purpose, size: number, largestRun: number): WorkerPool {
    const isBackground = purpose === 'document';
    return new WorkerPool({
      startWorker: () => new ModelWorker({ isBackground }, RUN_TIMEOUT_MS[purpose]),
      size,
      isAlwaysOn: !isBackground,
      idleMs: this.options.idleMs,
      largestRun,
      maximumWaiting: MAXIMUM_WAITING[purpose],
      onWorkerLost: (error) => {
        this.options.observer.onFailure('worker_ended');
        this.options.logger.warn(
          { err: error, purpose },
          'a worker of the local model exited and is replaced',
        );
      },
    });
  }

  private failure(error: unknown): unknown {
    if (error instanceof PoolFullError) {
      this.options.observer.onFailure('busy');
      return semanticUnavailable('The embedding model is overloaded. Try again shortly.', error, 1);
    }
    if (error instanceof OutOfTimeError) {
      this.options.observer.onFailure('out_of_time');
      return semanticUnavailable(
        'The embedding model could not handle the request before its deadline. Try again shortly.',
        error,
        1,
      );
    }
    if (error instanceof WorkerEndedError) {
      return semanticUnavailable(
        'The local embedding model stopped unexpectedly and is being restarted. Try again shortly; if this persists, see the ' +
          'log of the embedding service: it may have run out of memory.',
        error,
        1,
      );
    }
    return error;
  }
}
