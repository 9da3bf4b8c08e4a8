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
  /** The current generation. */
  generation(): Generation;
}

/** Passes the messages fetched from a partition to the subscriber, in slices, and commits after each slice. */
export class BatchHandler {
  private readonly backOffs = new Map<number, BackOff>();
  private readonly pauses = new Set<NodeJS.Timeout>();

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
