import type { Metrics } from '@heliograph/runtime';
import type { FairQueue, RefusalReason } from './fair-queue';
import { LANES, type Lane } from './lanes';

/** Why a search was refused: by its queue, because it did not end in time, or because a count would cost too much. */
export type AdmissionRefusal = RefusalReason | 'unfinished' | 'cost';

const REASONS: readonly AdmissionRefusal[] = ['account', 'full', 'late', 'unfinished', 'cost'];
/** Measured divided by expected. */
const RATIO_BUCKETS = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 64];

/** Running, waiting, and refused searches, by lane. */
export class AdmissionMetrics {
  private readonly refusals;
  private readonly cancellations;
  private readonly demotions;
  private readonly waits;
  private readonly ratios;

  constructor(metrics: Metrics) {
    this.refusals = metrics.counter(
      'search_admission_refused_total',
      'Refused searches, by reason: too many waiting for the account (account) or in total (full), too long a wait (late), not finished in time (unfinished), or a count too expensive (cost).',
      ['lane', 'reason'],
    );
    this.cancellations = metrics.counter(
      'search_admission_cancelled_total',
      'Searches canceled by their callers, or because those disconnected.',
      ['lane'],
    );
    this.demotions = metrics.counter(
      'search_admission_demoted_total',
      'Searches expected to be cheap that ran longer and moved to the expensive lane.',
    );
    this.waits = metrics.histogram(
      'search_admission_wait_seconds',
      'Seconds that searches waited for their turn.',
      ['lane'],
    );
    this.ratios = metrics.histogram(
      'search_admission_cost_ratio',
      'Elapsed milliseconds of a search, including pauses, divided by its expected CPU milliseconds.',
      ['lane'],
      RATIO_BUCKETS,
    );
    for (const lane of LANES) {
      // An increase is only visible in a series that existed before.
      for (const reason of REASONS) this.refusals.inc({ lane, reason }, 0);
      this.cancellations.inc({ lane }, 0);
    }
    this.metrics = metrics;
  }

  private readonly metrics: Metrics;

  watch(queues: Readonly<Record<Lane, FairQueue>>): void {
    const gauge = (name: string, help: string, read: (queue: FairQueue) => number) =>
      this.metrics.gauge(name, help, ['lane'], (each) => {
        for (const lane of LANES) each.set({ lane }, read(queues[lane]));
      });
    gauge('search_admission_running', 'Running searches.', (queue) => queue.running);
    gauge('search_admission_waiting', 'Searches waiting for their turn.', (queue) => queue.waiting);
  }

  refused(lane: Lane, reason: AdmissionRefusal): void {
    this.refusals.inc({ lane, reason });
  }

  cancelled(lane: Lane): void {
    this.cancellations.inc({ lane });
  }

  demoted(): void {
    this.demotions.inc();
  }

  waited(lane: Lane, ms: number): void {
    this.waits.observe({ lane }, ms / 1000);
  }

  ran(lane: Lane, ratio: number): void {
    this.ratios.observe({ lane }, ratio);
  }
}
