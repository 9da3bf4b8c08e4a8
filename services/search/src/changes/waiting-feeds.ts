import {
  dayOfTime,
  Percolator,
  type Match,
  type SignalFilters,
  type Slices,
  type Snapshot,
} from '@heliograph/read-model';
import { ServiceError } from '@heliograph/runtime';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { runInTurns } from '../engine/run-slices';
import type { ChangeBatch } from './change-source';
import { WaitEndScheduler } from './wait-end-scheduler';
import { WithdrawnStates } from './withdrawn-states';

/** For all accounts together; a waiting feed takes a few kilobytes. */
export const MAXIMUM_WAITING = 50_000;
const RETRY_SECONDS = 5;
/** Milliseconds of work, after which everything else in this process runs. */
const SLICE_MS = 1;
/** Changes whose withdrawn signals become one segment, which is built without a pause. */
const ROWS_AT_ONCE = 2_048;
/** Feeds resumed per turn. */
const WOKEN_AT_ONCE = 16;

const NEVER = new AbortController().signal;

/** What a feed waits for. */
interface WaitRequest {
  /** Equal for feeds with the same filters, which are matched with changes once. */
  key: string;
  filters: SignalFilters;
  /** The version it was answered from. */
  version: number;
  timeoutMs: number;
  signal: AbortSignal;
}

/** Why a feed stops waiting, and the last version that has nothing for it. */
interface WaitResult {
  /** Whether there may be something beyond that version. */
  hasChanges: boolean;
  version: number;
}

/** Feeds with the same filters. */
type Group = Set<(result: WaitResult) => void>;

/**
 * Feeds that wait for changes. At rest each costs memory and a timer. Changes look up the filters they may match, as
 * signals look up saved searches, so their cost grows only with the feeds they concern.
 */
export class WaitingFeeds {
  private readonly groups = new Map<string, Group>();
  /** The filters of the groups. */
  private readonly percolator = new Percolator();
  private readonly ends = new WaitEndScheduler();
  private readonly batches: ChangeBatch[] = [];
  /** Changes up to this version have nothing for those still waiting. */
  private matchedThrough = 0;
  private count = 0;
  private closed = false;
  private isMatching = false;

  constructor(private readonly now: () => Date) {}

  /** Feeds that wait. */
  get size(): number {
    return this.count;
  }

  /** Whether waiting is over, because this process stops. */
  get isClosed(): boolean {
    return this.closed;
  }

  /**
   * Waits until changes may match, time is up, or this process stops. When thousands of waits would end together, some
   * end earlier.
   *
   * @throws ServiceError `unavailable` when too many wait; the signal's reason if the caller cancels.
   */
  async wait({ key, filters, version, timeoutMs, signal }: WaitRequest): Promise<WaitResult> {
    signal.throwIfAborted();
    if (this.closed) return { hasChanges: false, version };
    if (this.count >= MAXIMUM_WAITING) {
      throw new ServiceError('unavailable', 'Too many feeds are waiting. Try again shortly.', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    const group = this.groups.get(key) ?? this.begin(key, filters);
    const beganMs = performance.now();
    const end = this.ends.schedule(beganMs, timeoutMs, Math.random());
    this.count += 1;
    let timer: NodeJS.Timeout | undefined;
    let wake!: (result: WaitResult) => void;
    let abort!: () => void;
    try {
      return await new Promise<WaitResult>((resolve, reject) => {
        wake = resolve;
        abort = () => reject(signal.reason as Error);
        group.add(wake);
        // The feed already has everything up to its own version, which may be newer than what was matched.
        timer = setTimeout(
          () => resolve({ hasChanges: false, version: Math.max(version, this.matchedThrough) }),
          end.endMs - beganMs,
        );
        signal.addEventListener('abort', abort, { once: true });
      });
    } finally {
      clearTimeout(timer);
      end.free();
      signal.removeEventListener('abort', abort);
      this.count -= 1;
      group.delete(wake);
      if (group.size === 0 && this.groups.get(key) === group) this.end(key);
    }
  }

  /** Takes changes; waiting feeds are told in the background. */
  notify(batch: ChangeBatch): void {
    if (batch.rows.length === 0 || this.count === 0) return;
    this.batches.push(batch);
    // If the changes cannot be read, all feeds look for themselves.
    if (!this.isMatching) this.matchAll().catch(() => this.notifyAll());
  }

  /** Everything may have changed, perhaps to an earlier version: each feed looks for itself. */
  notifyAll(): void {
    this.batches.length = 0;
    this.matchedThrough = 0;
    for (const group of this.groups.values())
      for (const wake of group) wake({ hasChanges: true, version: 0 });
  }

  /** Ends all current and future waits, without changes. */
  close(): void {
    this.closed = true;
    for (const group of this.groups.values()) {
      for (const wake of group) wake({ hasChanges: false, version: this.matchedThrough });
    }
  }

  private begin(key: string, filters: SignalFilters): Group {
    const group: Group = new Set();
    this.groups.set(key, group);
    this.percolator.add(key, filters, this.today());
    return group;
  }

  private end(key: string): void {
    this.groups.delete(key);
    this.percolator.remove(key);
  }

  private async matchAll(): Promise<void> {
    this.isMatching = true;
    try {
      for (let batch = this.batches[0]; batch; batch = this.batches[0]) {
        await this.match(batch);
        // Unless everything was reloaded meanwhile.
        if (this.batches[0] !== batch) continue;
        this.matchedThrough = batch.version;
        this.batches.shift();
      }
    } finally {
      this.isMatching = false;
    }
  }

  /**
   * Wakes the feeds that changes may match. Feeds that arrive meanwhile were answered from a corpus that has the
   * changes.
   */
  private async match(batch: ChangeBatch): Promise<void> {
    const matches = await runInTurns(this.matchesOf(batch), SLICE_MS, NEVER);
    const { matchedThrough: version } = this;
    let woken = 0;
    for (const { id: key } of matches) {
      const group = this.groups.get(key);
      if (!group) continue;
      // Newcomers look for themselves first, and wait in another group.
      this.end(key);
      for (const wake of group) {
        wake({ hasChanges: true, version });
        if (++woken % WOKEN_AT_ONCE === 0) await nextTurn();
      }
    }
  }

  private *matchesOf(batch: ChangeBatch): Slices<Match[]> {
    const signals = yield* snapshotOf(batch);
    for (const { segment } of signals.views) {
      this.percolator.learn(segment);
      yield;
    }
    const { matches, undecided } = yield* this.percolator.match(signals, this.today());
    return [...matches, ...undecided];
  }

  private today(): number {
    return dayOfTime(this.now().getTime());
  }
}

/** The changes' signals: in their current state, or their last one if withdrawn. */
function* snapshotOf({ version, rows, signals }: ChangeBatch): Slices<Snapshot> {
  const views = signals ? [signals] : [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const states = new WithdrawnStates();
    yield* states.addAll(rows.slice(from, from + ROWS_AT_ONCE));
    views.push(...states.finish());
    yield;
  }
  return { views, version, nextOrdinal: 0 };
}
