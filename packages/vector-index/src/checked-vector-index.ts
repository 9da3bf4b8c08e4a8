import { checkCollection, checkDefinition, checkIds, checkPage, checkPoints, checkQuery } from './check';
import type { VectorIndexMetrics } from './metrics';
import { newestPoints } from './newest-points';
import { untilAborted } from './until-aborted';
import type {
  CallOptions,
  CollectionDefinition,
  CollectionInfo,
  StoredVersion,
  VectorIndex,
  VectorMatches,
  VectorPoint,
  VectorQuery,
} from './vector-index';

/** What all kinds of index share: input limits, which throw `invalid_parameter`; aborting; and metrics. */
export class CheckedVectorIndex implements VectorIndex {
  constructor(
    private readonly index: VectorIndex,
    private readonly metrics: VectorIndexMetrics,
  ) {}

  prepare(collection: CollectionDefinition, options?: CallOptions): Promise<{ isNew: boolean }> {
    return this.call('prepare', options, async () => {
      checkDefinition(collection);
      return this.index.prepare(collection, options);
    });
  }

  upsert(collection: string, points: readonly VectorPoint[], options?: CallOptions): Promise<void> {
    return this.call('upsert', options, async () => {
      checkCollection(collection);
      checkPoints(points);
      return this.index.upsert(collection, newestPoints(points), options);
    });
  }

  remove(collection: string, ids: readonly string[], options?: CallOptions): Promise<void> {
    return this.call('remove', options, async () => {
      checkCollection(collection);
      checkIds(ids);
      return this.index.remove(collection, ids, options);
    });
  }

  query(collection: string, query: VectorQuery, options?: CallOptions): Promise<VectorMatches> {
    return this.call('query', options, async () => {
      checkCollection(collection);
      checkQuery(query);
      return this.index.query(collection, query, options);
    });
  }

  scan(
    collection: string,
    page: { after?: string; limit: number },
    options?: CallOptions,
  ): Promise<StoredVersion[]> {
    return this.call('scan', options, async () => {
      checkCollection(collection);
      checkPage(page);
      return this.index.scan(collection, page, options);
    });
  }

  list(options?: CallOptions): Promise<CollectionInfo[]> {
    return this.call('list', options, () => this.index.list(options));
  }

  drop(collection: string, options?: CallOptions): Promise<void> {
    return this.call('drop', options, async () => {
      checkCollection(collection);
      return this.index.drop(collection, options);
    });
  }

  checkReachable(): Promise<void> {
    return this.index.checkReachable();
  }

  close(): Promise<void> {
    return this.index.close();
  }

  private call<T>(operation: string, options: CallOptions | undefined, run: () => Promise<T>): Promise<T> {
    return this.metrics.measure(operation, () => untilAborted(run, options?.signal));
  }
}
