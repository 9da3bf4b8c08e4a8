import {
  matchesAny,
  ofSignalsAlone,
  SegmentBuilder,
  viewOfAll,
  type ReadQuery,
} from '@heliograph/read-model';
import { ServiceError } from '@heliograph/runtime';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { runInTurns } from '../engine/run-slices';
import type { ChangeNews } from './change-source';

/** Of all accounts; a waiting feed takes some kilobytes. */
const MAXIMUM_WAITING = 50_000;
const RETRY_SECONDS = 5;
/** Milliseconds after which everything else of this process runs. */
const SLICE_MS = 1;
/** Feeds that go on in one turn. */
const WOKEN_AT_ONCE = 16;

const NEVER = new AbortController().signal;

/** What a feed waits for. */
export interface Awaited {
  /** The same for feeds with the same filters, which are held against news once. */
  key: string;
  /** The query, as of today. */
  read: () => ReadQuery;
  /** The version that it was answered from. */
  version: number;
  timeoutMs: number;
  signal: AbortSignal;
}

/** Why a feed waits no longer, and the last version that has nothing for it. */
export interface Wait {
  /** Whether there may be something beyond that version. */
  hasNews: boolean;
  version: number;
}

interface Group {
  read: () => ReadQuery;
  /** News up to this version have nothing for the group. */
  version: number;
  feeds: Set<(wait: Wait) => void>;
}

/**
 * Feeds that wait for changes. At rest they cost memory and a timer each; news are held against each set of filters once, in slices, and only
 * against the signals that changed.
 */
export class WaitingFeeds {
  private readonly groups = new Map<string, Group>();
  private readonly news: ChangeNews[] = [];
  private count = 0;
  private closed = false;
  private isMatching = false;
  private sliceEnd = 0;

  /** Feeds that wait. */
  get size(): number {
    return this.count;
  }

  /** Whether nothing waits any more, since this process stops. */
  get isClosed(): boolean {
    return this.closed;
  }

  /**
   * Waits for news that may match, the end of the time, or the end of this process.
   *
   * @throws ServiceError `unavailable` when too many wait; the signal's reason when the caller has gone.
   */
  async wait({ key, read, version, timeoutMs, signal }: Awaited): Promise<Wait> {
    signal.throwIfAborted();
    if (this.closed) return { hasNews: false, version };
    if (this.count >= MAXIMUM_WAITING) {
      throw new ServiceError('unavailable', 'Too many feeds are waiting. Try again shortly.', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    const group = this.groups.get(key) ?? { read, version, feeds: new Set() };
    this.groups.set(key, group);
    this.count += 1;
    let timer: NodeJS.Timeout | undefined;
    let wake!: (wait: Wait) => void;
    let abort!: () => void;
    try {
      return await new Promise<Wait>((resolve, reject) => {
        wake = resolve;
        abort = () => reject(signal.reason as Error);
        group.feeds.add(wake);
        // What came before it waited it has been answered from.
        timer = setTimeout(
          () => resolve({ hasNews: false, version: Math.max(version, group.version) }),
          timeoutMs,
        );
        signal.addEventListener('abort', abort, { once: true });
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      this.count -= 1;
      group.feeds.delete(wake);
      if (group.feeds.size === 0 && this.groups.get(key) === group) this.groups.delete(key);
    }
  }

  /** Takes in news; those who wait are told in the background. */
  tell(news: ChangeNews): void {
    if (news.rows.length === 0 || this.count === 0) return;
    this.news.push(news);
    // Should news be unreadable, all look for themselves.
    if (!this.isMatching) this.matchAll().catch(() => this.tellAll());
  }

  /** Everything was loaded anew: all look for themselves. */
  tellAll(): void {
    for (const group of this.groups.values()) {
      for (const wake of group.feeds) wake({ hasNews: true, version: group.version });
    }
  }

  /** Ends all waits with what there is, and those that come. */
  close(): void {
    this.closed = true;
    for (const group of this.groups.values()) {
      for (const wake of group.feeds) wake({ hasNews: false, version: group.version });
    }
  }

  private async matchAll(): Promise<void> {
    this.isMatching = true;
    try {
      for (let news = this.news.shift(); news; news = this.news.shift()) {
        const views = viewsOf(news);
        // Those that come meanwhile have been answered from these news.
        for (const [key, group] of [...this.groups]) await this.match(key, group, { ...news, views });
      }
    } finally {
      this.isMatching = false;
    }
  }

  private async match(key: string, group: Group, { version, views }: NewsViews): Promise<void> {
    if (performance.now() >= this.sliceEnd) {
      await nextTurn();
      this.sliceEnd = performance.now() + SLICE_MS;
    }
    if (group.version >= version) return;
    const query = ofSignalsAlone(group.read());
    const snapshot = { views, version, nextOrdinal: 0 };
    if (!(await runInTurns(matchesAny(query, snapshot), SLICE_MS, NEVER))) {
      group.version = version;
      return;
    }
    // Whoever comes now looks for itself first, and waits in another group.
    if (this.groups.get(key) === group) this.groups.delete(key);
    let woken = 0;
    for (const wake of group.feeds) {
      wake({ hasNews: true, version: group.version });
      if (++woken % WOKEN_AT_ONCE === 0) await nextTurn();
    }
  }
}

interface NewsViews extends Pick<ChangeNews, 'version'> {
  views: ReturnType<typeof viewOfAll>[];
}

/** The signals that news are of: as they are now, and as they were when they were withdrawn. */
function viewsOf({ rows, signals }: ChangeNews): ReturnType<typeof viewOfAll>[] {
  const builder = new SegmentBuilder();
  for (const { id, was, atMs } of rows) if (was) builder.add({ ...was, id, ordinal: 0, publishedAtMs: atMs });
  return [...(signals ? [signals] : []), ...(builder.rows > 0 ? [viewOfAll(builder.finish())] : [])];
}
