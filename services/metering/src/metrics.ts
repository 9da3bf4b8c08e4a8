import type { Metrics } from '@heliograph/runtime';
import type { UsageEvent } from './domain/usage-event';

const BATCH_SIZE_BUCKETS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_000];
/** Seconds; from a healthy system to one that was down for a day. */
const DELAY_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 86_400];

/** What the gauges read on a scrape. */
interface GaugeSources {
  lag: () => Promise<number>;
  deadLetters: () => Promise<number>;
  /** Differences of scheduled reconciliations by month, and when the last one ended. */
  reconciliation: () => Promise<{
    differences: Readonly<Record<string, number>>;
    finishedAtSeconds: number | undefined;
  }>;
}

export class MeteringMetrics {
  private readonly events;
  private readonly batchSize;
  private readonly batchSeconds;
  private readonly delay;
  private readonly logged;

  constructor(private readonly metrics: Metrics) {
    this.events = metrics.counter('metering_events_total', 'Usage events by outcome.', ['outcome']);
    for (const outcome of ['counted', 'duplicate', 'dead_lettered']) this.events.inc({ outcome }, 0);
    this.batchSize = metrics.histogram('metering_batch_size', 'Messages per batch.', [], BATCH_SIZE_BUCKETS);
    this.batchSeconds = metrics.histogram('metering_batch_seconds', 'Seconds to process a batch.');
    this.delay = metrics.histogram(
      'metering_event_delay_seconds',
      'Seconds from the charge to the totals.',
      [],
      DELAY_BUCKETS,
    );
    this.logged = metrics.counter(
      'metering_logged_requests_total',
      'Entries of the request log, by outcome; rejected ones are invalid or from another day.',
      ['outcome'],
    );
    for (const outcome of ['kept', 'rejected']) this.logged.inc({ outcome }, 0);
  }

  /** Gauges are read on a scrape; if a source fails, its gauge keeps its old value. */
  watch(sources: GaugeSources, onFailure: (error: unknown) => void): void {
    const watch = (name: string, help: string, read: () => Promise<number>) =>
      this.metrics.gauge(name, help, [], async (gauge) => gauge.set(await read()), onFailure);
    watch('metering_consumer_lag', 'Messages of the topic not yet processed.', sources.lag);
    watch('metering_dead_letters', 'Dead letters not yet sent back.', sources.deadLetters);
    watch(
      'metering_reconciliation_last_success_timestamp',
      'When a scheduled reconciliation last finished, in seconds since the Unix epoch; 0 for never.',
      async () => (await sources.reconciliation()).finishedAtSeconds ?? 0,
    );
    this.metrics.gauge(
      'metering_reconciliation_differences',
      'Differences that the last scheduled reconciliation found.',
      ['month'],
      async (gauge) => {
        const { differences } = await sources.reconciliation();
        gauge.reset();
        for (const [month, count] of Object.entries(differences)) gauge.set({ month }, count);
      },
      onFailure,
    );
  }

  /** A batch was processed, in this many seconds. */
  batchHandled(
    outcomes: { counted: number; duplicate: number; deadLettered: number },
    seconds: number,
  ): void {
    const { counted, duplicate, deadLettered } = outcomes;
    this.events.inc({ outcome: 'counted' }, counted);
    this.events.inc({ outcome: 'duplicate' }, duplicate);
    this.events.inc({ outcome: 'dead_lettered' }, deadLettered);
    this.batchSize.observe(counted + duplicate + deadLettered);
    this.batchSeconds.observe(seconds);
  }

  /** Entries of the request log arrived. */
  requestsLogged(kept: number, rejected: number): void {
    this.logged.inc({ outcome: 'kept' }, kept);
    this.logged.inc({ outcome: 'rejected' }, rejected);
  }

  /** Events are in the totals now. */
  eventsCounted(events: readonly UsageEvent[]): void {
    const now = Date.now();
    for (const { timeMs } of events) this.delay.observe(Math.max(0, now - timeMs) / 1000);
  }
}
