import type { Metrics } from '@heliograph/runtime';
import { REFUSAL_REASONS, type RefusalReason } from './checkpoint';

/** Properties of the existing checkpoint. */
interface CheckpointFigures {
  /** Epoch milliseconds. */
  writtenAtMs: number;
  bytes: number;
}

export class CheckpointMetrics {
  private readonly refusals;
  private readonly outcomes;
  private readonly loadSeconds;

  constructor(private readonly metrics: Metrics) {
    this.refusals = metrics.counter(
      'search_checkpoint_refused_total',
      'Checkpoints that were not used, so that everything was loaded, by reason.',
      ['reason'],
    );
    for (const reason of REFUSAL_REASONS) this.refusals.inc({ reason }, 0);
    this.outcomes = metrics.counter(
      'search_checkpoint_writes_total',
      'Checkpoints by outcome: written, or failed, after which the previous one stays.',
      ['outcome'],
    );
    for (const outcome of ['written', 'failed']) this.outcomes.inc({ outcome }, 0);
    this.loadSeconds = metrics.gauge(
      'search_checkpoint_load_seconds',
      'Seconds it took to read the checkpoint at startup; 0 if the whole corpus was loaded instead.',
    );
  }

  watch(figures: () => CheckpointFigures | undefined): void {
    const gauge = (name: string, help: string, read: (figures: CheckpointFigures) => number) =>
      this.metrics.gauge(name, help, [], (each) => {
        const known = figures();
        if (known) each.set(read(known));
      });
    gauge(
      'search_checkpoint_age_seconds',
      'Age in seconds of the newest checkpoint that this process wrote or started from.',
      ({ writtenAtMs }) => (Date.now() - writtenAtMs) / 1000,
    );
    gauge(
      'search_checkpoint_bytes',
      'Size in bytes of the newest checkpoint that this process wrote or started from.',
      ({ bytes }) => bytes,
    );
  }

  refused(reason: RefusalReason): void {
    this.refusals.inc({ reason });
  }

  loaded(milliseconds: number): void {
    this.loadSeconds.set(milliseconds / 1000);
  }

  wrote(outcome: 'written' | 'failed'): void {
    this.outcomes.inc({ outcome });
  }
}
