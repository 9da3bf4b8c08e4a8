import type { CatalogPosition } from '@heliograph/catalog';
import { keptRows, type CorpusChange, type Snapshot } from '@heliograph/read-model';
import type { Logger } from '@heliograph/runtime';
import { Worker } from 'node:worker_threads';
import type { CheckpointInput, CheckpointOutput, LoadedCheckpoint } from '../read-model/messages';
import { threadProgram } from '../read-model/thread-program';
import type { Checkpoint, CheckpointOrigin, RefusalReason } from './checkpoint';
import { isDue } from './is-due';
import type { CheckpointMetrics } from './metrics';

/** Time between checks of whether a checkpoint is due. */
const LOOK_MS = 5_000;

export interface CheckpointSettings {
  directory: string;
  /** Minimum time between writing two checkpoints. */
  intervalMs: number;
  /** Size limit of the directory, which holds two checkpoints. */
  mostBytes: number;
}

interface CheckpointsOptions extends CheckpointSettings {
  logger: Logger;
  metrics: CheckpointMetrics;
  /** What to write, once the corpus is loaded. */
  current: () => { snapshot: Snapshot; position: CatalogPosition };
}

/** The existing checkpoint, as far as this process knows. */
interface Known {
  version: number;
  writtenAtMs: number;
  bytes: number;
}

/**
 * Has a thread write the corpus to a file once it is loaded, and whenever much of it has changed, so the next process
 * need not load it from the catalog.
 */
export class Checkpoints {
  private origin: CheckpointOrigin | undefined;
  private last: Known | undefined;
  private changed = 0;
  private sinceMs = performance.now();
  private writer: Worker | undefined;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly options: CheckpointsOptions) {
    options.metrics.watch(() => this.last);
    this.timer = setInterval(() => this.look(), Math.min(LOOK_MS, options.intervalMs));
    this.timer.unref();
  }

  /** The corpus was loaded, from a checkpoint or the catalog. */
  began(origin: CheckpointOrigin, from: LoadedCheckpoint | undefined): void {
    this.origin = origin;
    this.last = from && { version: from.position.version, writtenAtMs: from.writtenAtMs, bytes: from.bytes };
    this.changed = 0;
    this.sinceMs = performance.now();
    this.options.metrics.loaded(from?.readMs ?? 0);
    if (!from) return;
    const { version } = from.position;
    this.options.logger.info(
      { version, bytes: from.bytes, seconds: from.readMs / 1000 },
      'started from a checkpoint',
    );
  }

  refused(reason: RefusalReason, message: string): void {
    this.options.metrics.refused(reason);
    this.options.logger.warn({ reason, cause: message }, 'the checkpoint is not used; loading everything');
  }

  changedBy({ segment, withdrawn }: CorpusChange): void {
    this.changed += (segment?.rows ?? 0) + withdrawn.low.length;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    // May leave a partial file, which the next writer removes.
    await this.writer?.terminate();
  }

  private look(): void {
    const { last, origin, changed } = this;
    if (!origin || this.writer) return;
    const { snapshot, position } = this.options.current();
    // Without a token, no later process could tell which catalog the checkpoint belongs to.
    if (position.token === undefined) return;
    const signals = snapshot.views.reduce((sum, { segment }) => sum + segment.rows, 0);
    const state = {
      sinceMs: performance.now() - this.sinceMs,
      changed,
      signals,
      last: last && { ageMs: Date.now() - last.writtenAtMs },
      hasChanges: position.version !== last?.version,
    };
    if (isDue(state, this.options.intervalMs)) this.write(origin, snapshot, position);
  }

  private write(origin: CheckpointOrigin, snapshot: Snapshot, position: CatalogPosition): void {
    const { directory, mostBytes, logger, metrics } = this.options;
    const started = performance.now();
    const { version } = position;
    const checkpoint: Checkpoint = {
      ...origin,
      position,
      nextOrdinal: snapshot.nextOrdinal,
      writtenAtMs: Date.now(),
      views: keptRows(snapshot),
    };
    const input: CheckpointInput = { directory, mostBytes, checkpoint };
    const writer = new Worker(threadProgram('checkpoint/checkpoint-program'), { workerData: input });
    this.writer = writer;
    this.sinceMs = started;
    const changedBefore = this.changed;
    writer.on('message', ({ bytes }: CheckpointOutput) => {
      metrics.wrote('written');
      const seconds = (performance.now() - started) / 1000;
      logger.info({ version, bytes, seconds }, 'wrote a checkpoint');
      // Everything was reloaded meanwhile: this checkpoint describes the earlier corpus.
      if (this.origin !== origin) return;
      this.last = { version, writtenAtMs: checkpoint.writtenAtMs, bytes };
      this.changed -= changedBefore;
    });
    writer.on('error', (error) => {
      metrics.wrote('failed');
      logger.warn({ err: error }, 'a checkpoint could not be written; the previous one, if any, stays');
    });
    writer.once('exit', () => (this.writer = undefined));
  }
}
