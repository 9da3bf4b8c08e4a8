import { BackOff, WakeUp } from '@heliograph/runtime';
import type { SubscribeOptions } from '../event-log';
import type { FailureReport, MissedReport } from '../failure-report';
import type { StoredEvent } from '../message';
import type { EventLogMetrics } from '../metrics';
import type { LogStore, Member, OwnedPartition } from './log-store';

interface WorkerParts {
  store: LogStore;
  member: Member;
  options: SubscribeOptions;
  metrics: EventLogMetrics;
  report: FailureReport;
  reportMissed: MissedReport;
  /** A commit was refused: another member owns the partition. */
  onLost(): void;
}

/** Attempts to set the group's offset back: about as long as a lease. */
const REWIND_ATTEMPTS = 5;
const neverAborted = new AbortController().signal;

/** How far a worker has come. */
export interface Reached {
  /** Offset of the next message to read. */
  position: bigint;
  /** The group's offset, as last committed. */
  committed: bigint;
}

/** Reads one partition that this member owns, batch by batch, from the group's offset. */
export class PartitionWorker {
  /** Settles once it has stopped and no batch is in progress. Never rejects. */
  readonly done: Promise<void>;
  private readonly cut = new AbortController();
  private readonly wakeUp = new WakeUp();
  private readonly backOff = new BackOff();
  private position: bigint;
  private committed: bigint;
  private isEnding = false;
  /** The offset to set the group back to at the end. */
  private rewindTo: bigint | undefined;

  constructor(
    readonly owned: OwnedPartition,
    private readonly parts: WorkerParts,
  ) {
    // Beyond the end, if the database lost its last messages and the offset was then committed again.
    this.position = owned.nextOffset < owned.endOffset ? owned.nextOffset : owned.endOffset;
    this.committed = this.position;
    this.done = this.run();
  }

  get reached(): Reached {
    return { position: this.position, committed: this.committed };
  }

  /** Messages may have been appended. */
  wake(endOffset?: bigint): void {
    if (endOffset === undefined || endOffset > this.position) this.wakeUp.call();
  }

  /** Stops after the current batch. */
  finish(): void {
    this.isEnding = true;
    this.wakeUp.call();
  }

  /** Stops, and aborts the current batch. If the batch still succeeds, it is committed while that is allowed. */
  abort(): void {
    this.cut.abort();
    this.finish();
  }

  /**
   * Like `abort`, and then sets the group back to an offset: the database lost its last messages. Otherwise new ones
   * might reach the group's offset before the next worker starts, and it would skip them.
   */
  rewind(offset: bigint): void {
    this.rewindTo ??= offset;
    this.abort();
  }

  private async run(): Promise<void> {
    await this.work();
    if (this.rewindTo !== undefined) await this.commitBack(this.rewindTo);
  }

  private async work(): Promise<void> {
    while (!this.isEnding) {
      const messages = await this.read();
      if (messages?.length === 0) await this.wakeUp.wait();
      if (!messages || messages.length === 0 || this.isEnding) continue;
      if (messages[0]!.offset > this.position) await this.skipMissed(messages[0]!.offset);
      if (this.isEnding || !(await this.handle(messages))) continue;
      this.position = messages.at(-1)!.offset + 1n;
      await this.commit(messages.length);
    }
  }

  /**
   * Offsets have no gaps but those that retention made. Committed at once, so that the next owner doesn't report them
   * again; it does if the process dies before that.
   */
  private async skipMissed(next: bigint): Promise<void> {
    this.parts.reportMissed(this.owned.partition, next - this.position, next);
    this.position = next;
    await this.commit(0);
  }

  /** Undefined after a failure and the subsequent pause. */
  private async read(): Promise<StoredEvent[] | undefined> {
    const { store, options, report } = this.parts;
    const { topicId, partition } = this.owned;
    try {
      const topic = { id: topicId, name: options.topic };
      return await store.readMessages(topic, partition, this.position, options.maximumBatch);
    } catch (error) {
      report('log', error);
      await this.backOff.pause(this.cut.signal);
      return undefined;
    }
  }

  /** Whether the batch succeeded; if not, it is redelivered after a pause. */
  private async handle(messages: readonly StoredEvent[]): Promise<boolean> {
    const { options, report } = this.parts;
    try {
      await options.handle(messages, this.cut.signal);
      this.backOff.reset();
      return true;
    } catch (error) {
      if (!this.cut.signal.aborted) report('handle', error);
      await this.backOff.pause(this.cut.signal);
      return false;
    }
  }

  /**
   * If the process dies before this, the batch is redelivered, here or elsewhere. Retries until the database answers,
   * because giving up would repeat the batch; a member that is shutting down retries only once.
   */
  private async commit(messages: number): Promise<void> {
    const { store, member, options, metrics, report, onLost } = this.parts;
    for (;;) {
      const isLastTry = this.cut.signal.aborted;
      try {
        if (await store.commitOffset(member, this.owned, this.position)) {
          this.committed = this.position;
          metrics.handled(options.topic, options.group, messages);
        } else {
          onLost();
        }
        this.backOff.reset();
        return;
      } catch (error) {
        report('log', error);
        if (isLastTry) return;
        await this.backOff.pause(this.cut.signal);
      }
    }
  }

  /** If the process dies before this, the next owner may skip new messages that took the lost ones' offsets. */
  private async commitBack(offset: bigint): Promise<void> {
    const { store, member, report } = this.parts;
    const backOff = new BackOff();
    for (let attempt = 1; attempt <= REWIND_ATTEMPTS; attempt += 1) {
      try {
        await store.commitOffset(member, this.owned, offset);
        return;
      } catch (error) {
        report('log', error);
        await backOff.pause(neverAborted);
      }
    }
  }
}
