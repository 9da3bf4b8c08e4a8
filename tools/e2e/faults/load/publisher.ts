import { setTimeout as delay } from 'node:timers/promises';
import { importSignals } from '../bed/import-signals';
import type { TestBed } from '../bed/test-bed';
import { watchedSignals } from './corpus';
import type { SignalLine } from '../../support/corpus';

const BATCH = 12;

/** Imports signals that saved searches match, batch after batch, while everything breaks. */
export class Publisher {
  /** Signals whose imports have succeeded. */
  readonly published: SignalLine[] = [];
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: { bed: TestBed; everyMs: number }) {}

  start(): void {
    this.running = this.run();
    // `stop` reports the failure.
    this.running.catch(() => undefined);
  }

  /** Resolves when the current batch has been imported. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { bed, everyMs } = this.options;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const signals = watchedSignals(this.published.length, BATCH);
      await importSignals(bed, `watched-${this.published.length}`, signals);
      this.published.push(...signals);
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
