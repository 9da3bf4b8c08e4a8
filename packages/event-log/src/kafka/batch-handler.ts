import { BackOff } from '@heliograph/runtime';
import type { EachBatchPayload } from 'kafkajs';
import type { SubscribeOptions } from '../event-log';
import type { FailureReport } from '../failure-report';
import type { StoredEvent } from '../message';
import type { EventLogMetrics } from '../metrics';
import type { Generation } from './generation';
import { Heartbeats } from './heartbeats';
import { storedEvent } from './mapping';

interface BatchHandlerParts {
  options: SubscribeOptions;
  heartbeatMs: number;
  memberTimeoutMs: number;
  metrics: EventLogMetrics;
  report: FailureReport;
  /** Reports that messages are missing from this offset on. */
  reportMissed(partition: number, missed: bigint, next: bigint): void;
  /** The current generation. */
  generation(): Generation;
}

/** Passes the messages fetched from a partition to the subscriber, in slices, and commits after each slice. */
export class BatchHandler {
  private readonly backOffs = new Map<number, BackOff>();
  private readonly pauses = new Set<NodeJS.Timeout>();
  /** Offsets of the next messages, by partition, of the current generation. */
  private readonly next = new Map<number, bigint>();
  private lastGeneration: Generation | undefined;

  constructor(private readonly parts: BatchHandlerParts) {}

  /** If it rejects, the client rejoins the group; the subscriber's failures do not reject. */
  async handle(payload: EachBatchPayload): Promise<void> {
    const { options, heartbeatMs, memberTimeoutMs } = this.parts;
    const { batch } = payload;
    const generation = this.parts.generation();
    const heartbeats = new Heartbeats(payload.heartbeat, {
      intervalMs: heartbeatMs,
      memberTimeoutMs,
      onLost: () => generation.stop(),
    });
    try {
      this.checkMissed(payload, generation);
      for (let start = 0; start < batch.messages.length; start += options.maximumBatch) {
        if (generation.signal.aborted || !payload.isRunning() || payload.isStale()) break;
        const messages = batch.messages
          .slice(start, start + options.maximumBatch)
          .map((message) => storedEvent(options.topic, batch.partition, message));
        if (!(await this.handleSlice(payload, messages, generation))) break;
      }
    } finally {
      await heartbeats.stop();
    }
  }

  /** Cancels the timers of paused partitions. */
  close(): void {
    for (const pause of this.pauses) clearTimeout(pause);
    this.pauses.clear();
  }

  /**
   * The client goes on with the oldest message kept. Offsets have no other gaps: nothing here uses transactions or
   * compaction.
   */
  private checkMissed({ batch }: EachBatchPayload, generation: Generation): void {
    const [first] = batch.messages;
    if (!first) return;
    // Another member may have had the partitions in between.
    if (this.lastGeneration !== generation) this.next.clear();
    this.lastGeneration = generation;
    const { partition } = batch;
    const offset = BigInt(first.offset);
    const next = this.next.get(partition) ?? offset;
    if (offset > next) this.parts.reportMissed(partition, offset - next, offset);
    this.next.set(partition, offset);
  }

  /** Whether to continue with the next slice. */
  private async handleSlice(
    payload: EachBatchPayload,
    messages: readonly StoredEvent[],
    generation: Generation,
  ): Promise<boolean> {
    const { options, metrics, report } = this.parts;
    const { topic, partition } = payload.batch;
    try {
      await options.handle(messages, generation.signal);
    } catch (error) {
      if (!generation.signal.aborted) {
        report('handle', error);
        this.pausePartition(payload);
      }
      return false;
    }
    this.backOffs.delete(partition);
    if (!generation.mayCommit) return false;
    const next = messages.at(-1)!.offset + 1n;
    // If the process dies before this line, the slice is redelivered, here or elsewhere.
    await payload.commitOffsetsIfNecessary({
      topics: [{ topic, partitions: [{ partition, offset: next.toString() }] }],
    });
    payload.resolveOffset((next - 1n).toString());
    this.next.set(partition, next);
    metrics.handled(options.topic, options.group, messages.length);
    return true;
  }

  /** The messages are redelivered after a while; other partitions need not wait for them. */
  private pausePartition(payload: EachBatchPayload): void {
    const { partition } = payload.batch;
    const backOff = this.backOffs.get(partition) ?? new BackOff();
    this.backOffs.set(partition, backOff);
    const resume = payload.pause();
    const pause = setTimeout(() => {
      this.pauses.delete(pause);
      resume();
    }, backOff.nextMs());
    this.pauses.add(pause);
  }
}
