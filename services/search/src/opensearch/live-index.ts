import { ReaderLease } from '@heliograph/catalog';
import type { Logger } from '@heliograph/runtime';
import type { IndexState, SignalIndex } from '@heliograph/signal-index';
import { setTimeout as delay } from 'node:timers/promises';
import { LOG_INTERVAL_MS, notReady, requireAnswering, requireRecent, untilReady } from '../engine/following';
import type { SignalIndexMetrics } from './metrics';

interface LiveIndexOptions {
  index: SignalIndex;
  /** For the role `heliograph_reader`, on the primary, where this process registers as a reader. */
  databaseUrl: string;
  logger: Logger;
  metrics: SignalIndexMetrics;
}

const POLL_MS = 100;
const POLL_TIMEOUT_MS = 2_000;
/** After this long without a response from OpenSearch, no queries are sent. */
const LONGEST_SILENCE_MS = 5_000;

/**
 * What the index in OpenSearch holds, as recorded there by the indexer. Writers wait until this process confirms a
 * version, as with readers that answer from memory: when `withdraw` returns, new searches no longer find the signal.
 */
export class LiveIndex {
  private known: IndexState | undefined;
  private lease: ReaderLease | undefined;
  private seenAt = -Infinity;
  private currentAt = -Infinity;
  private loggedAt = -Infinity;
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: LiveIndexOptions) {
    options.metrics.watch({ lagMs: () => this.lagMs, version: () => this.known?.version ?? 0 });
  }

  /** Follows until closed. Resolves when it can answer, or after a while regardless. */
  async start(): Promise<void> {
    this.running = this.follow();
    await untilReady(() => this.mayAnswer);
  }

  /**
   * @throws ServiceError `unavailable` while the index is being filled or OpenSearch is down, or when this process may
   *   have been left behind.
   */
  state(): IndexState {
    // Otherwise every search would wait for its deadline.
    if (performance.now() - this.seenAt > LONGEST_SILENCE_MS) {
      throw notReady('The search engine is not responding. Try again shortly.');
    }
    if (this.known?.version === undefined) {
      throw notReady('The search index is being filled. Try again shortly.');
    }
    this.requireCurrent();
    return this.known;
  }

  /** The database's clock at the version of answers; 0 while there are none. */
  get databaseNowMs(): number {
    return this.known?.databaseNowMs ?? 0;
  }

  /** Check this for each answer. @throws ServiceError `unavailable` */
  requireCurrent(): void {
    requireAnswering(this.mayAnswer);
  }

  /** @throws ServiceError `unavailable` unless it can answer, with recent data. */
  requireReady(): void {
    this.state();
    requireRecent(this.lagMs);
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await this.running;
    await this.lease?.close();
  }

  /** Milliseconds that answers may be behind the catalog. */
  private get lagMs(): number {
    return performance.now() - this.currentAt;
  }

  private get mayAnswer(): boolean {
    return this.known?.version !== undefined && this.lease?.mayAnswer === true;
  }

  private async follow(): Promise<void> {
    const { index } = this.options;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        const asked = performance.now();
        const read = await index.readState({ signal, timeoutMs: POLL_TIMEOUT_MS });
        this.seenAt = asked;
        await this.take(read?.state);
        if (this.isCurrent) this.currentAt = asked;
      } catch (error) {
        if (signal.aborted) return;
        this.failed(error);
      }
      await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private get isCurrent(): boolean {
    const version = this.known?.version;
    return version !== undefined && version >= (this.lease?.catalogVersion ?? Infinity);
  }

  private async take(state: IndexState | undefined): Promise<void> {
    const before = this.known;
    const isAnother = before !== undefined && before.index !== state?.index;
    if (state?.version === undefined || isAnother) {
      // Nothing to answer from: the next index may lack what was confirmed.
      this.known = undefined;
      await this.lease?.close();
      this.lease = undefined;
      if (state?.version === undefined) return;
    }
    this.known = state;
    if (!isAnother && before?.version === state.version) return;
    this.lease ??= new ReaderLease({
      connectionString: this.options.databaseUrl,
      appliedVersion: state.version,
      applicationName: 'heliograph-search lease',
      onFailure: (error) => this.failed(error),
    });
    this.lease.applied(state.version);
  }

  private failed(error: unknown): void {
    this.options.metrics.failed();
    if (performance.now() - this.loggedAt < LOG_INTERVAL_MS) return;
    this.loggedAt = performance.now();
    this.options.logger.warn({ err: error }, 'the search index could not be followed; retrying');
  }
}
