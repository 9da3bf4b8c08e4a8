import type { Metrics } from '@heliograph/runtime';

/** The steps of a semantic search, in order. */
type SemanticStep = 'embedding' | 'index' | 'filters';

/** The kinds of queries. */
export type SearchKind = 'page' | 'count' | 'suggestion' | 'pool' | 'changes';

/** Seconds: most searches take microseconds. */
const SCAN_BUCKETS = [
  0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5,
];

/** Shares of a pool; narrow filters matter most to operators and callers, so they are distinguished. */
const SHARE_BUCKETS = [0, 0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.999, 1];

/** Search's own metrics. */
export class SearchMetrics {
  private readonly seconds;
  private readonly stepSeconds;
  private readonly matchedShare;

  constructor(private readonly metrics: Metrics) {
    this.seconds = metrics.histogram(
      'search_scan_seconds',
      'Seconds for a page, a count, suggestions, the filters of a pool, or a scan of changes, including the wait for a turn.',
      ['kind'],
      SCAN_BUCKETS,
    );
    this.stepSeconds = metrics.histogram(
      'search_semantic_seconds',
      "Seconds per step of semantic searches, including failed ones: the query's vector, the nearest signals, the filters.",
      ['step'],
    );
    this.matchedShare = metrics.histogram(
      'search_semantic_matched_ratio',
      'Share of the pool that passed the filters, on first pages of non-empty pools.',
      [],
      SHARE_BUCKETS,
    );
  }

  /** @param waiting feeds that wait for changes. */
  watchFeeds(waiting: () => number): void {
    this.metrics.gauge('search_feeds_waiting', 'Feeds that wait for a change.', [], (gauge) =>
      gauge.set(waiting()),
    );
  }

  /** Records an answered query. */
  readonly answered = (kind: SearchKind, seconds: number): void => {
    this.seconds.observe({ kind }, seconds);
  };

  /** Runs a step of a semantic search and records its duration. */
  async semanticStep<Result>(step: SemanticStep, run: () => Promise<Result>): Promise<Result> {
    const started = performance.now();
    try {
      return await run();
    } finally {
      this.stepSeconds.observe({ step }, (performance.now() - started) / 1000);
    }
  }

  /** Records how much of the pool passed the filters, for a first page. */
  poolFiltered(poolSize: number, matched: number): void {
    if (poolSize > 0) this.matchedShare.observe(matched / poolSize);
  }
}
