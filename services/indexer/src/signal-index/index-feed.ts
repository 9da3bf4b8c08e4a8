import { CatalogFeed, CatalogRewoundError, type FeedRow } from '@heliograph/catalog';
import { BackOff, type Logger } from '@heliograph/runtime';
import type { IndexAction, IndexState, ReadState, SignalIndex } from '@heliograph/signal-index';
import { PartFailure, type Blockers } from '../blockers';
import type { IndexerMetrics } from '../metrics';
import { IndexComparison } from './index-comparison';

interface IndexFeedParts {
  index: SignalIndex;
  /** For a role that may read the catalog. */
  connectionString: string;
  /** Pause between two comparisons. */
  repairIntervalMs: number;
  blockers: Blockers;
  metrics: IndexerMetrics;
  logger: Logger;
}

/** How often to check whether the index still exists. */
const LONGEST_SILENCE_MS = 1_000;
/** Signals per page, which is also what is repeated after a crash. */
const PAGE = 2_000;
/** Actions per request to OpenSearch. */
const WRITTEN_AT_ONCE = 1_000;

/** The index has something that the catalog never had, or is gone: it is rebuilt. */
class LostIndexError extends Error {}

/**
 * Runs on the leader: keeps the search engine's index in sync with the catalog. It fills an index page by page in order
 * of ids, resuming where it stopped, then follows the catalog's versions: each is written, made searchable, and only
 * then recorded as held, which searches and writers rely on.
 *
 * Wherever the process dies, the next leader repeats what was not recorded. If there are two leaders for a moment, the
 * versions of signals decide, and the loser finds the record replaced.
 */
export class IndexFeed {
  constructor(private readonly parts: IndexFeedParts) {}

  async run(signal: AbortSignal): Promise<void> {
    const { logger } = this.parts;
    const backOff = new BackOff();
    while (!signal.aborted) {
      let feed: CatalogFeed | undefined;
      try {
        feed = await CatalogFeed.open({
          connectionString: this.parts.connectionString,
          applicationName: 'heliograph-indexer signal index',
        });
        await this.follow(feed, signal, () => backOff.reset());
      } catch (error) {
        if (signal.aborted) return;
        // A blocker is reported already, and needs no line of its own.
        if (!(error instanceof PartFailure)) {
          logger.warn({ err: error }, 'the search engine index could not be updated; retrying');
        }
        await backOff.pause(signal);
      } finally {
        await feed?.close();
      }
    }
  }

  private async follow(feed: CatalogFeed, signal: AbortSignal, onProgress: () => void): Promise<void> {
    let isLost = false;
    while (!signal.aborted) {
      try {
        const read = await this.open(feed, isLost);
        isLost = false;
        await this.keep(feed, await this.fill(feed, read, signal), signal, onProgress);
      } catch (error) {
        if (!(error instanceof LostIndexError || error instanceof CatalogRewoundError)) throw error;
        this.parts.logger.warn({ err: error }, 'rebuilding the search engine index');
        isLost = true;
      }
    }
  }

  /** The existing index, or a new one. */
  private async open(feed: CatalogFeed, isLost: boolean): Promise<ReadState> {
    const read = await this.watchRead(() => this.parts.index.readState());
    if (read && !isLost && (await this.watchRead(() => this.parts.index.exists(read.state)))) return read;
    this.parts.metrics.indexHolds(0);
    const state = await feed.state();
    return this.watch(() => this.parts.index.begin(state, read));
  }

  /**
   * Adds all signals, unless already done. Changes made meanwhile have later versions than the one filling began with.
   */
  private async fill(feed: CatalogFeed, from: ReadState, signal: AbortSignal): Promise<ReadState> {
    let read = from;
    while (read.state.version === undefined) {
      signal.throwIfAborted();
      const { state } = read;
      const rows: FeedRow[] = [];
      await feed.page(state.filledTo, PAGE, (some) => void rows.push(...some));
      await this.write(state, rows);
      if (rows.length < PAGE) read = await this.note(read, { ...state, version: state.startVersion });
      else read = await this.note(read, { ...state, filledTo: rows.at(-1)!.id });
    }
    return read;
  }

  private async keep(
    feed: CatalogFeed,
    from: ReadState,
    signal: AbortSignal,
    onProgress: () => void,
  ): Promise<void> {
    let read = from;
    const comparison = new IndexComparison(this.parts);
    while (!signal.aborted) {
      const held = read.state.version!;
      this.parts.metrics.indexHolds(held);
      const timeoutMs = comparison.isUnderWay ? 0 : LONGEST_SILENCE_MS;
      const after = { version: held, token: read.state.token };
      const version = await feed.nextChange({ after, timeoutMs, signal });
      if (version > held) read = await this.take(feed, read);
      else if (!(await this.watchRead(() => this.parts.index.exists(read.state)))) {
        throw new LostIndexError('the index is gone');
      } else await comparison.step(feed, read.state);
      onProgress();
    }
  }

  /** Applies the changes since the held version. */
  private async take(feed: CatalogFeed, read: ReadState): Promise<ReadState> {
    const { state } = read;
    const withdrawn: string[] = [];
    let waiting: FeedRow[] = [];
    let writing: Promise<void> = Promise.resolve();
    const { version, token, nextOrdinal, databaseNowMs } = await feed.changesAfter(
      { version: state.version!, token: state.token },
      async (rows) => {
        waiting.push(...rows);
        if (waiting.length < WRITTEN_AT_ONCE) return;
        // One request is in flight while the next one's rows are read.
        await writing;
        writing = this.write(state, waiting);
        writing.catch(() => undefined);
        waiting = [];
      },
      (ids) => void withdrawn.push(...ids),
    );
    await writing;
    await this.write(state, waiting);
    await this.act(
      state,
      withdrawn.map((id) => ({ withdrawn: id, version })),
    );
    return this.note(read, { ...state, version, token, nextOrdinal, databaseNowMs });
  }

  private write(state: IndexState, rows: readonly FeedRow[]): Promise<void> {
    return this.act(
      state,
      rows.map((row) => ({ row })),
    );
  }

  private async act(state: IndexState, actions: readonly IndexAction[]): Promise<void> {
    for (let from = 0; from < actions.length; from += WRITTEN_AT_ONCE) {
      const some = actions.slice(from, from + WRITTEN_AT_ONCE);
      await this.watch(() => this.parts.index.write(state, some));
      this.parts.metrics.indexed(some.length);
    }
  }

  /** Makes writes searchable before recording them as held. */
  private async note(before: ReadState, state: IndexState): Promise<ReadState> {
    const { index } = this.parts;
    if (state.version !== undefined) await this.watch(() => index.refresh(state));
    return this.watch(() => index.writeState(state, before));
  }

  private watch<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.parts.blockers.watch('search engine', work);
  }

  private watchRead<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.parts.blockers.watchRead('search engine', work);
  }
}
