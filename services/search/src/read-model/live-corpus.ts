import { ReaderLease, type CatalogPosition } from '@heliograph/catalog';
import { Corpus, viewOfAll, type Segment, type Snapshot } from '@heliograph/read-model';
import type { Logger } from '@heliograph/runtime';
import { Worker } from 'node:worker_threads';
import type { ChangeBatch } from '../changes/change-source';
import { ChangeTail, TAIL_ROWS } from '../changes/change-tail';
import { Checkpoints, type CheckpointSettings } from '../checkpoint/checkpoints';
import type { CheckpointMetrics } from '../checkpoint/metrics';
import { LOG_INTERVAL_MS, notReady, requireAnswering, requireRecent, untilReady } from '../engine/following';
import type { ReadModelMetrics } from './metrics';
import type { FollowedChange, FollowerMessage, FollowerSettings, MergeInput, MergeOutput } from './messages';
import { threadProgram } from './thread-program';
import { viewsToMerge } from './views-to-merge';

const RESTART_MS = 1_000;

interface LiveCorpusOptions {
  /** For the role `heliograph_reader`, on the primary, where this process registers as a reader. */
  databaseUrl: string;
  /** Where to read the catalog: the same database, or a standby. */
  catalogReadUrl: string;
  /** Where the corpus is kept for the next process; nowhere unless given. */
  checkpoint?: CheckpointSettings & { metrics: CheckpointMetrics };
  logger: Logger;
  metrics: ReadModelMetrics;
  /** This process's clock. */
  now: () => Date;
  /** Called with changes once answers include them; `undefined` when everything, or too much to tell, changed. */
  onChanges?: (batch: ChangeBatch | undefined) => void;
}

/**
 * The corpus in memory, following the catalog. One thread reads the catalog and makes segments, another merges small
 * ones; here segments are only swapped.
 *
 * It answers only while the database confirms this process as a reader: writers that wait for readers then never miss
 * one that still answers.
 */
export class LiveCorpus {
  private corpus = new Corpus();
  /** The newest changes that answers include. */
  readonly tail = new ChangeTail();
  private isLoaded = false;
  /** The database's clock, as last read: at the newest change or later. */
  private databaseNowMs = 0;
  /** Token of the version of answers. */
  private token: string | undefined;
  private readonly checkpoints: Checkpoints | undefined;
  private follower: Worker | undefined;
  private merger: Worker | undefined;
  private lease: ReaderLease | undefined;
  private isOpen = true;
  /** By the monotonic clock: everything the catalog had then is here. */
  private currentAt = -Infinity;
  private loggedAt = -Infinity;

  constructor(private readonly options: LiveCorpusOptions) {
    options.metrics.watch({
      lagMs: () => this.lagMs,
      views: () => (this.isLoaded ? this.corpus.at(this.nowMs).views : []),
      version: () => (this.isLoaded ? this.version : 0),
    });
    const { checkpoint, logger } = options;
    this.checkpoints =
      checkpoint &&
      new Checkpoints({
        ...checkpoint,
        logger,
        current: () => ({ snapshot: this.corpus.at(this.nowMs), position: this.position }),
      });
  }

  /**
   * Follows the catalog until closed. Resolves when it can answer, or after a while regardless: a large corpus takes
   * time, and a process that reports loading is better than one that seems dead.
   */
  async start(): Promise<void> {
    this.follow(undefined);
    await untilReady(() => this.mayAnswer);
  }

  /**
   * The current corpus.
   *
   * @throws ServiceError `unavailable` while it is being loaded, or when this process may have been left behind.
   */
  snapshot(): Snapshot {
    if (!this.isLoaded) throw notReady('The search index is being loaded. Try again shortly.');
    this.requireLease();
    return this.corpus.at(this.nowMs);
  }

  /** The catalog version of answers. */
  get version(): number {
    return this.corpus.at(this.nowMs).version;
  }

  private get position(): CatalogPosition {
    return { version: this.version, token: this.token };
  }

  /** Check this when an answer took long. @throws ServiceError `unavailable` */
  requireLease(): void {
    requireAnswering(this.mayAnswer);
  }

  /** @throws ServiceError `unavailable` unless it can answer, with recent data. */
  requireReady(): void {
    this.snapshot();
    requireRecent(this.lagMs);
  }

  private get mayAnswer(): boolean {
    return this.lease?.mayAnswer === true;
  }

  /** A standby cut off from the primary would report forever that nothing has changed. */
  private get isBehindPrimary(): boolean {
    return this.version < (this.lease?.catalogVersion ?? 0);
  }

  /** Milliseconds that answers may be behind the catalog. */
  get lagMs(): number {
    return performance.now() - this.currentAt;
  }

  async close(): Promise<void> {
    this.isOpen = false;
    await Promise.all([
      ...[this.lease?.close(), this.follower?.terminate(), this.merger?.terminate()],
      this.checkpoints?.close(),
    ]);
  }

  /**
   * Signals published by then are shown: this process's clock, or the database's as last read if that is ahead. Not the
   * log's times: they never go back, so they stay ahead after the database's clock was.
   */
  get nowMs(): number {
    return Math.max(this.options.now().getTime(), this.databaseNowMs);
  }

  private follow(after: CatalogPosition | undefined): void {
    const { catalogReadUrl, checkpoint } = this.options;
    const settings: FollowerSettings = {
      catalogReadUrl,
      after,
      checkpointDirectory: checkpoint?.directory,
    };
    const follower = new Worker(threadProgram('read-model/follower-program'), { workerData: settings });
    this.follower = follower;
    follower.on('message', (message: FollowerMessage) => this.receive(message));
    follower.on('error', (error) => this.failed(error));
    follower.once('exit', () => {
      // What was reported is complete, so the next follower resumes from there.
      setTimeout(() => {
        if (this.isOpen) this.follow(this.isLoaded ? this.position : undefined);
      }, RESTART_MS).unref();
    });
  }

  private receive(message: FollowerMessage): void {
    if (!this.isOpen) return;
    if (message.kind === 'failed') {
      this.failed(new Error(message.reason));
      return;
    }
    if (message.kind === 'rewound') {
      this.endLease();
      return;
    }
    if (message.kind === 'refused') {
      this.checkpoints?.refused(message.reason, message.message);
      return;
    }
    this.databaseNowMs = message.databaseNowMs;
    if (message.kind === 'loaded') {
      // A merge in progress is of another corpus.
      this.corpus = new Corpus();
      const { checkpoint } = message;
      if (checkpoint) {
        const { views, position, nextOrdinal } = checkpoint;
        this.corpus.restore(views, { version: position.version, nextOrdinal }, this.nowMs);
      }
      this.checkpoints?.began(message.origin, checkpoint);
      this.isLoaded = true;
      // The previous lease claims a version that a restored catalog may not have.
      this.endLease();
    }
    if (message.kind !== 'current') this.take(message, message.kind === 'loaded');
    if (message.kind === 'changed' || (message.kind === 'loaded' && message.checkpoint)) {
      this.checkpoints?.changedBy(message.change);
    }
    if (this.isBehindPrimary) return;
    this.currentAt = performance.now() - message.ageMs;
  }

  /** Ends the lease: without one, nothing is answered. */
  private endLease(): void {
    void this.lease?.close();
    this.lease = undefined;
  }

  private take({ change, token, log, olderWithdrawals }: FollowedChange, isLoad: boolean): void {
    this.corpus.apply(change, this.nowMs);
    this.token = token;
    if (isLoad) this.tail.load(log, change.version);
    else this.tail.append(log);
    this.lease ??= new ReaderLease({
      connectionString: this.options.databaseUrl,
      appliedVersion: change.version,
      applicationName: 'heliograph-search lease',
      onFailure: (error) => this.failed(error),
    });
    this.lease.applied(change.version);
    this.mergeSome();
    const { version, segment } = change;
    const isWhole = !isLoad && olderWithdrawals.length < TAIL_ROWS;
    const rows = [...log, ...olderWithdrawals];
    this.options.onChanges?.(isWhole ? { version, rows, signals: segment && viewOfAll(segment) } : undefined);
  }

  private mergeSome(): void {
    if (this.merger || !this.isOpen) return;
    const { corpus } = this;
    const views = viewsToMerge(corpus.at(this.nowMs).views);
    if (views.length === 0) return;
    corpus.beginMerge();
    const merger = new Worker(threadProgram('read-model/merge-program'), {
      workerData: { views } satisfies MergeInput,
    });
    this.merger = merger;
    let merged: Segment | undefined;
    merger.on('message', (segment: MergeOutput) => (merged = segment));
    merger.on('error', (error) => this.failed(error));
    merger.once('exit', () => {
      this.merger = undefined;
      if (!merged || corpus !== this.corpus) {
        corpus.abandonMerge();
        return;
      }
      corpus.merged(
        merged,
        views.map(({ segment }) => segment),
        this.nowMs,
      );
      this.mergeSome();
    });
  }

  private failed(error: unknown): void {
    this.options.metrics.failed();
    if (!this.isOpen || performance.now() - this.loggedAt < LOG_INTERVAL_MS) return;
    this.loggedAt = performance.now();
    this.options.logger.warn({ err: error }, 'the catalog could not be followed; retrying');
  }
}
