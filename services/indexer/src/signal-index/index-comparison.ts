import type { CatalogFeed, FeedRow } from '@heliograph/catalog';
import type { Logger } from '@heliograph/runtime';
import type { IndexedVersion, IndexState, SignalIndex } from '@heliograph/signal-index';
import type { Blockers } from '../blockers';
import { indexDifferences } from '../domain/index-differences';
import type { IndexerMetrics } from '../metrics';

interface ComparisonParts {
  index: SignalIndex;
  repairIntervalMs: number;
  blockers: Blockers;
  metrics: IndexerMetrics;
  logger: Logger;
}

const PAGE = 1_000;
const FIRST = '0';

/**
 * Compares the index with the catalog, one range of ids at a time, and repairs differences: immediately, and then
 * periodically. It takes turns with whatever writes to the index, so the index does not change meanwhile; newer catalog
 * changes come with the next version.
 */
export class IndexComparison {
  private after = FIRST;
  private startedAt = performance.now();
  private nextAt = performance.now();
  private found = { missing: 0, surplus: 0 };

  constructor(private readonly parts: ComparisonParts) {}

  /** Whether to take another step now. */
  get isUnderWay(): boolean {
    return performance.now() >= this.nextAt;
  }

  /** Compares the next range if it is time. */
  async step(feed: CatalogFeed, state: IndexState): Promise<void> {
    if (!this.isUnderWay) return;
    if (this.after === FIRST) this.startedAt = performance.now();
    const inCatalog = await feed.versions(this.after, PAGE);
    const until = inCatalog.length < PAGE ? undefined : inCatalog.at(-1)!.id;
    const inIndex = await this.scan(state, until);
    const { missing, surplus } = indexDifferences(inCatalog, inIndex, state.version!);
    await this.repair(feed, state, missing, surplus);
    if (until === undefined) this.finish();
    else this.after = until;
  }

  private async scan(state: IndexState, until: string | undefined): Promise<IndexedVersion[]> {
    const { index, blockers } = this.parts;
    const found: IndexedVersion[] = [];
    for (let after = this.after; ; after = found.at(-1)!.id) {
      const page = await blockers.watchRead('search engine', () => index.scan(state, after, until, PAGE));
      found.push(...page);
      if (page.length < PAGE) return found;
    }
  }

  private async repair(
    feed: CatalogFeed,
    state: IndexState,
    missing: readonly string[],
    surplus: readonly IndexedVersion[],
  ): Promise<void> {
    if (missing.length + surplus.length === 0) return;
    const { index, blockers, metrics } = this.parts;
    const rows: FeedRow[] = [];
    await feed.signals(missing, (some) => void rows.push(...some));
    // Signals that changed meanwhile come with their version.
    const put = rows.filter(({ version }) => version <= state.version!).map((row) => ({ row }));
    const gone = surplus.map(({ id, version }) => ({ withdrawn: id, version }));
    await blockers.watch('search engine', () => index.write(state, [...put, ...gone]));
    await blockers.watch('search engine', () => index.refresh(state));
    this.found.missing += put.length;
    this.found.surplus += gone.length;
    metrics.indexDiffered({ missing: put.length, surplus: gone.length });
  }

  private finish(): void {
    const { logger, repairIntervalMs } = this.parts;
    const seconds = Math.round(performance.now() - this.startedAt) / 1_000;
    logger.info({ ...this.found, seconds }, 'the search engine was compared with the catalog and repaired');
    this.after = FIRST;
    this.found = { missing: 0, surplus: 0 };
    this.nextAt = performance.now() + repairIntervalMs;
  }
}
