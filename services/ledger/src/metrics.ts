import type { Metrics } from '@heliograph/runtime';
import type { Outcome } from './domain/batcher';
import type { RelayMetrics } from './relay/relay';

const BATCH_SIZE_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

/** Calls whose items queue for the database. */
export type BatchedCall = 'charge' | 'signals' | 'begin' | 'web' | 'test';

/** What the gauges read on a scrape. */
interface GaugeSources {
  queueDepth: () => Record<BatchedCall, number>;
  /** As of the last check. */
  storedResponses: () => { responses: number; bytes: number };
  outboxRows: () => Promise<number>;
  outboxOldestSeconds: () => Promise<number>;
  topUpOldestOpenSeconds: () => Promise<number>;
}

/** The ledger's metrics, counted per batch, not per item. */
export class LedgerMetrics implements RelayMetrics {
  private readonly charges;
  private readonly records;
  private readonly signals;
  private readonly statements;
  private readonly keys;
  private readonly webRequests;
  private readonly testCharges;
  private readonly voids;
  private readonly batchSize;
  private readonly batchSeconds;
  private readonly removedKeys;
  private readonly eventsPublished;
  private readonly publishFailures;
  private readonly relayLeader;

  constructor(private readonly metrics: Metrics) {
    this.charges = metrics.counter('ledger_charges_total', 'Charges by outcome.', ['outcome']);
    this.records = metrics.counter('ledger_records_charged_total', 'Records charged, by channel.', [
      'channel',
    ]);
    this.signals = metrics.counter(
      'ledger_signals_total',
      'Signals of charges by signal: new to the account and charged, or already paid for.',
      ['outcome'],
    );
    this.statements = metrics.counter(
      'ledger_statements_total',
      'Statements of receipts: signed, or refused because a link does not match its entry.',
      ['outcome'],
    );
    // An outcome that first appears with its first statement would show no increase, and raise no alert, until its
    // second.
    for (const outcome of ['signed', 'refused']) this.statements.inc({ outcome }, 0);
    this.keys = metrics.counter('ledger_idempotency_total', 'Requests with an Idempotency-Key, by outcome.', [
      'outcome',
    ]);
    this.webRequests = metrics.counter(
      'ledger_web_requests_total',
      'Requests of the web activities view by outcome.',
      ['outcome'],
    );
    this.testCharges = metrics.counter(
      'ledger_test_charges_total',
      'Responses to test keys, by outcome. No other counter of charges includes them.',
      ['outcome'],
    );
    this.voids = metrics.counter(
      'ledger_voids_total',
      'Voided charges whose clients got no response, by outcome.',
      ['outcome'],
    );
    this.batchSize = metrics.histogram(
      'ledger_batch_size',
      'Items committed together.',
      ['call'],
      BATCH_SIZE_BUCKETS,
    );
    this.batchSeconds = metrics.histogram(
      'ledger_batch_seconds',
      'Seconds from sending a batch to its outcomes.',
      ['call'],
    );
    this.removedKeys = metrics.counter('ledger_idempotency_removed_total', 'Idempotency records cleaned up.');
    this.eventsPublished = metrics.counter(
      'ledger_relay_published_total',
      'Events this process published and removed from the outbox.',
    );
    this.publishFailures = metrics.counter(
      'ledger_relay_publish_failures_total',
      'Attempts to publish that the event log did not confirm.',
    );
    this.relayLeader = metrics.gauge(
      'ledger_relay_leader',
      '1 for the one process that publishes the outbox, 0 for the others.',
    );
    this.relayLeader.set(0);
  }

  /** Gauges are read on a scrape; if a source fails, its gauge keeps its old value. */
  watch(sources: GaugeSources, onFailure: (error: unknown) => void): void {
    this.metrics.gauge('ledger_queue_depth', 'Items waiting for a batch.', ['call'], (gauge) => {
      const depth = sources.queueDepth();
      for (const [call, items] of Object.entries(depth)) gauge.set({ call }, items);
    });
    this.metrics.gauge(
      'ledger_stored_answers',
      'Responses to requests with an Idempotency-Key stored in the last 24 hours.',
      [],
      (gauge) => gauge.set(sources.storedResponses().responses),
    );
    this.metrics.gauge(
      'ledger_stored_answer_bytes',
      'Compressed bytes of the responses stored for Idempotency-Keys in the last 24 hours, without row overhead.',
      [],
      (gauge) => gauge.set(sources.storedResponses().bytes),
    );
    const watchDatabase = (name: string, help: string, read: () => Promise<number>) =>
      this.metrics.gauge(name, help, [], async (gauge) => gauge.set(await read()), onFailure);
    watchDatabase(
      'ledger_outbox_rows',
      'Events waiting to be published, counted up to 100000.',
      sources.outboxRows,
    );
    watchDatabase(
      'ledger_outbox_oldest_seconds',
      'Age in seconds of the oldest waiting event; 0 when there is none.',
      sources.outboxOldestSeconds,
    );
    watchDatabase(
      'ledger_top_up_oldest_open_seconds',
      'Age in seconds of the oldest automatic top-up without an outcome; 0 when there is none.',
      sources.topUpOldestOpenSeconds,
    );
  }

  /** A batch of one call finished, after this many seconds. */
  committed(call: BatchedCall, size: number, seconds: number): void {
    this.batchSize.observe({ call }, size);
    this.batchSeconds.observe({ call }, seconds);
  }

  /** The outcomes of a batch's charges. */
  charged(outcomes: readonly Outcome<{ verdict: string }>[]): void {
    for (const [outcome, count] of tally(outcomes, (result) => result.verdict))
      this.charges.inc({ outcome }, count);
  }

  /** The outcomes of test keys' charges. */
  testCharged(outcomes: readonly Outcome<{ verdict: string }>[]): void {
    for (const [outcome, count] of tally(outcomes, (result) => result.verdict))
      this.testCharges.inc({ outcome }, count);
  }

  /** The outcomes of requests of the web view. */
  webRequested(outcomes: readonly Outcome<{ verdict: string }>[]): void {
    for (const [outcome, count] of tally(outcomes, (result) => result.verdict))
      this.webRequests.inc({ outcome }, count);
  }

  /** The outcome of voiding a charge. */
  voided(outcome: string): void {
    this.voids.inc({ outcome });
  }

  recordsCharged(channel: string, records: number): void {
    this.records.inc({ channel }, records);
  }

  /** A charge by signal: how many of its signals were new. */
  signalsCharged(channel: string, given: number, charged: number): void {
    this.signals.inc({ outcome: 'charged' }, charged);
    this.signals.inc({ outcome: 'held' }, given - charged);
    if (charged > 0) this.recordsCharged(channel, charged);
  }

  stated(outcome: 'signed' | 'refused'): void {
    this.statements.inc({ outcome });
  }

  /** The outcomes of a batch's keys. */
  claimed(outcomes: readonly Outcome<{ outcome: string }>[]): void {
    for (const [outcome, count] of tally(outcomes, (result) => result.outcome))
      this.keys.inc({ outcome }, count);
  }

  /** A request whose account's stored responses have reached their limit. */
  refusedForStoredResponses(): void {
    this.keys.inc({ outcome: 'too_many_responses' });
  }

  released(): void {
    this.keys.inc({ outcome: 'released' });
  }

  keysRemoved(count: number): void {
    this.removedKeys.inc(count);
  }

  leads(isLeader: boolean): void {
    this.relayLeader.set(isLeader ? 1 : 0);
  }

  published(events: number): void {
    this.eventsPublished.inc(events);
  }

  publishFailed(): void {
    this.publishFailures.inc();
  }
}

function tally<Result>(
  outcomes: readonly Outcome<Result>[],
  nameOf: (result: Result) => string,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) {
    const name = 'result' in outcome ? nameOf(outcome.result) : 'failed';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
