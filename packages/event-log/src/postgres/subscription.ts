import { BackOff, WakeUp } from '@heliograph/runtime';
import { randomUUID } from 'node:crypto';
import type { EventSubscription, SubscribeOptions } from '../event-log';
import { failureReport, missedReport, type FailureReport, type MissedReport } from '../failure-report';
import type { EventLogParts } from '../parts';
import type { LogStore, Member, OwnedPartition } from './log-store';
import type { NoticeListener, Notice } from './notice-listener';
import { PartitionWorker, type Reached } from './partition-worker';

/** Maximum interval of heartbeats, which also look for messages whose notice was lost. */
const LONGEST_BEAT_MS = 1_000;
/** Heartbeats that may fail before the membership expires. */
const BEATS_PER_LEASE = 4;

/**
 * A member of a group. It sends heartbeats (beats), in response to which the database assigns partitions, and runs a
 * worker for each one it owns.
 *
 * Two clocks end its lease: the database's, after which others take its partitions, and its own, after which it stops
 * its batches even if the database cannot tell it to. Neither protects the group's offset. The epoch does: it is a
 * fencing token, which the database compares on each commit.
 */
export class PostgresSubscription implements EventSubscription {
  private readonly member: Member;
  private readonly workers = new Map<number, PartitionWorker>();
  private readonly beatSoon = new WakeUp();
  private readonly stopping = new AbortController();
  private readonly report: FailureReport;
  private readonly reportMissed: MissedReport;
  private readonly stopListening: () => void;
  private readonly beating: Promise<void>;
  private closing: Promise<void> | undefined;
  private isLeaving = false;
  private leaseEndsAt = 0;

  constructor(
    private readonly options: SubscribeOptions,
    private readonly leaseMs: number,
    private readonly store: LogStore,
    notices: NoticeListener,
    private readonly parts: EventLogParts,
    private readonly onClosed: () => void,
  ) {
    this.member = { group: options.group, topic: options.topic, memberId: randomUUID() };
    this.report = failureReport(options, parts);
    this.reportMissed = missedReport(options, parts);
    this.stopListening = notices.listen((notice) => this.hear(notice));
    this.beating = this.beat();
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    this.isLeaving = true;
    for (const worker of this.workers.values()) worker.abort();
    // Beats continue until then, so that a slow batch keeps its partition.
    await Promise.all([...this.workers.values()].map(({ done }) => done));
    this.stopping.abort();
    this.beatSoon.call();
    await this.beating;
    this.stopListening();
    try {
      await this.store.leave(this.member);
    } catch (error) {
      // The membership then ends with its lease.
      this.report('log', error);
    }
    this.onClosed();
  }

  private hear(notice: Notice | null): void {
    if (notice && notice.topic !== this.options.topic) return;
    if (notice && 'group' in notice) {
      if (notice.group === this.options.group) this.beatSoon.call();
      return;
    }
    const partitions = notice?.partitions ?? [...this.workers.keys()];
    for (const partition of partitions) this.workers.get(partition)?.wake();
  }

  private async beat(): Promise<void> {
    const pauseMs = Math.min(LONGEST_BEAT_MS, this.leaseMs / BEATS_PER_LEASE);
    const backOff = new BackOff({ firstMs: pauseMs / 4, longestMs: pauseMs });
    while (!this.stopping.signal.aborted) {
      const startedAt = performance.now();
      // Before the database is asked, so that it must know of all this.
      const reached = new Map([...this.workers.values()].map((worker) => [worker, worker.reached]));
      try {
        const owned = await this.store.renewMembership(this.member, this.leaseMs);
        this.leaseEndsAt = startedAt + this.leaseMs;
        backOff.reset();
        this.adopt(owned, reached);
        await this.beatSoon.wait(pauseMs);
      } catch (error) {
        this.report('log', error);
        if (performance.now() > this.leaseEndsAt) this.loseAll();
        await backOff.pause(this.stopping.signal);
      }
    }
  }

  /** Starts and stops workers to match the partitions that the database says this member owns. */
  private adopt(owned: readonly OwnedPartition[], reached: ReadonlyMap<PartitionWorker, Reached>): void {
    const byPartition = new Map(owned.map((entry) => [entry.partition, entry]));
    for (const [partition, worker] of this.workers) {
      const entry = byPartition.get(partition);
      if (!entry || !isSameOwnership(entry, worker.owned)) worker.abort();
      else if (hasGoneBack(entry, reached.get(worker)))
        worker.rewind(entry.nextOffset < entry.endOffset ? entry.nextOffset : entry.endOffset);
      else if (entry.isSurplus) worker.finish();
      else worker.wake(entry.endOffset);
    }
    if (this.isLeaving) return;
    for (const entry of owned) {
      // One that is still ending is restarted by the first beat after its end.
      if (!this.workers.has(entry.partition)) this.startWorker(entry);
    }
  }

  private startWorker(entry: OwnedPartition): void {
    const { options, store, member, report, reportMissed } = this;
    const worker = new PartitionWorker(entry, {
      store,
      member,
      options,
      metrics: this.parts.metrics,
      report,
      reportMissed,
      onLost: () => {
        worker.abort();
        this.beatSoon.call();
      },
    });
    this.workers.set(entry.partition, worker);
    void worker.done.then(() => this.workerEnded(worker));
    if (entry.isSurplus) worker.finish();
  }

  private async workerEnded({ owned: { partition } }: PartitionWorker): Promise<void> {
    if (!this.isLeaving) {
      // If this fails or is lost, the next beat says what is still owned, and starts or stops a worker accordingly.
      await this.store
        .releasePartition(this.member, partition)
        .catch((error: unknown) => this.report('log', error));
    }
    this.workers.delete(partition);
    this.beatSoon.call();
  }

  private loseAll(): void {
    for (const worker of this.workers.values()) worker.abort();
  }
}

/** A topic that was deleted and recreated has a new id, and its epochs start over. */
function isSameOwnership(first: OwnedPartition, second: OwnedPartition): boolean {
  return first.topicId === second.topicId && first.epoch === second.epoch;
}

/**
 * Whether the database has less than it had: a failover lost its last messages or commits. New messages take the lost
 * ones' offsets, so the worker must start again from the offset that the database has.
 */
function hasGoneBack({ nextOffset, endOffset }: OwnedPartition, reached: Reached | undefined): boolean {
  return reached !== undefined && (nextOffset < reached.committed || endOffset < reached.position);
}
