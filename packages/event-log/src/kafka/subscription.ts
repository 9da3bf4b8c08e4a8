import { setTimeout as sleep } from 'node:timers/promises';
import { BackOff } from '@heliograph/runtime';
import type { Consumer, Kafka } from 'kafkajs';
import type { EventSubscription, SubscribeOptions } from '../event-log';
import { failureReport, missedReport, type FailureReport, type MissedReport } from '../failure-report';
import type { EventLogParts } from '../parts';
import { BatchHandler } from './batch-handler';
import { RETRY } from './client';
import { Generation } from './generation';
import { SilenceWatch } from './silence-watch';

/** Where a group is in a partition. */
export interface GroupPosition {
  partition: number;
  /** Offset of the next message. */
  next: bigint;
  /** Offset of the oldest message kept. */
  low: bigint;
}

interface KafkaSubscriptionSettings {
  topicPrefix: string;
  memberTimeoutMs: number;
}

/** How long a fetch waits for the first message; closing may have to wait as long. */
const FETCH_WAIT_MS = 500;
/**
 * How long members have in a rebalance to give up their partitions; they learn of it from a heartbeat. A member that
 * died while joining holds up the group for this long, and again until its session times out.
 */
const REBALANCE_TIMEOUT_MS = 15_000;
/** Joining takes {@link REBALANCE_TIMEOUT_MS} at most, heartbeats come every few seconds. */
const MAXIMUM_SILENCE_MS = 60_000;
const SILENT_END_MS = 5_000;
/** How soon partitions that an operator adds are read. */
const METADATA_AGE_MS = 10_000;
const HEARTBEATS_PER_TIMEOUT = 5;
const LONGEST_HEARTBEAT_MS = 3_000;
const CONCURRENT_PARTITIONS = 16;

/**
 * A member of a consumer group. The client's consumer gives up when it runs out of retries or considers an error fatal.
 * After a pause, a new one takes its place, indefinitely.
 */
export class KafkaSubscription implements EventSubscription {
  private readonly stopping = new AbortController();
  private readonly report: FailureReport;
  private readonly reportMissed: MissedReport;
  private readonly backOff = new BackOff();
  private readonly running: Promise<void>;
  private generation = new Generation();
  private closing: Promise<void> | undefined;

  constructor(
    private readonly options: SubscribeOptions,
    private readonly settings: KafkaSubscriptionSettings,
    private readonly kafka: Kafka,
    private readonly parts: EventLogParts,
    private readonly positions: () => Promise<GroupPosition[]>,
    private readonly onClosed: () => void,
  ) {
    this.report = failureReport(options, parts);
    this.reportMissed = missedReport(options, parts);
    this.running = this.run();
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    this.stopping.abort();
    this.generation.stop();
    await this.running;
    this.onClosed();
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.consume();
      } catch (error) {
        this.report('log', error);
        await this.backOff.pause(signal);
      }
    }
  }

  /** Runs one consumer. Resolves after a stop; rejects if the consumer gave up. */
  private async consume(): Promise<void> {
    const { topicPrefix, memberTimeoutMs } = this.settings;
    const heartbeatMs = Math.min(memberTimeoutMs / HEARTBEATS_PER_TIMEOUT, LONGEST_HEARTBEAT_MS);
    const consumer = this.kafka.consumer({
      groupId: topicPrefix + this.options.group,
      sessionTimeout: memberTimeoutMs,
      heartbeatInterval: heartbeatMs,
      rebalanceTimeout: REBALANCE_TIMEOUT_MS,
      maxWaitTimeInMs: FETCH_WAIT_MS,
      metadataMaxAge: METADATA_AGE_MS,
      allowAutoTopicCreation: false,
      retry: { ...RETRY, restartOnFailure: () => Promise.resolve(false) },
    });
    const handler = new BatchHandler({
      options: this.options,
      heartbeatMs,
      memberTimeoutMs,
      metrics: this.parts.metrics,
      report: this.report,
      reportMissed: this.reportMissed,
      generation: () => this.generation,
    });
    const crash = crashOf(consumer);
    const watch = new SilenceWatch(consumer, MAXIMUM_SILENCE_MS);
    consumer.on(consumer.events.GROUP_JOIN, () => this.beginGeneration());
    try {
      await consumer.connect();
      await this.reportExpired();
      await consumer.subscribe({ topics: [topicPrefix + this.options.topic], fromBeginning: true });
      const started = consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: CONCURRENT_PARTITIONS,
        eachBatch: (payload) => handler.handle(payload),
      });
      await Promise.race([Promise.all([started, crash]), watch.silence, aborted(this.stopping.signal)]);
    } finally {
      watch.stop();
      this.generation.stop();
      const ended = consumer.disconnect().catch((error: unknown) => this.report('log', error));
      // A silent one may never end; whatever it still does, the brokers refuse its commits.
      await (watch.isSilent ? Promise.race([ended, sleep(SILENT_END_MS)]) : ended);
      handler.close();
      this.generation.end();
    }
  }

  /** Messages that expired while the group had no member: the client silently commits that it goes on after them. */
  private async reportExpired(): Promise<void> {
    // Not worth holding up the messages that are there.
    const positions = await this.positions().catch(() => []);
    for (const { partition, next, low } of positions) {
      if (next < low) this.reportMissed(partition, low - next, low);
    }
  }

  private beginGeneration(): void {
    this.backOff.reset();
    this.generation.end();
    this.generation = new Generation();
    if (this.stopping.signal.aborted) this.generation.stop();
  }
}

/** Rejects once the consumer has given up. */
function crashOf(consumer: Consumer): Promise<never> {
  const crash = new Promise<never>((_resolve, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
  });
  // The crash may come after its caller stopped waiting.
  crash.catch(() => undefined);
  return crash;
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
