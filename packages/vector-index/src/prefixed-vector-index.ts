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

/** An index whose collections are stored with a name prefix, and that sees no others. */
export class PrefixedVectorIndex implements VectorIndex {
  constructor(
    private readonly index: VectorIndex,
    private readonly prefix: string,
  ) {}

  prepare(collection: CollectionDefinition, options?: CallOptions): Promise<{ isNew: boolean }> {
    return this.index.prepare({ ...collection, name: this.kept(collection.name) }, options);
  }

  upsert(collection: string, points: readonly VectorPoint[], options?: CallOptions): Promise<void> {
    return this.index.upsert(this.kept(collection), points, options);
  }

  remove(collection: string, ids: readonly string[], options?: CallOptions): Promise<void> {
    return this.index.remove(this.kept(collection), ids, options);
  }

  query(collection: string, query: VectorQuery, options?: CallOptions): Promise<VectorMatches> {
    return this.index.query(this.kept(collection), query, options);
  }

  scan(
    collection: string,
    page: { after?: string; limit: number },
    options?: CallOptions,
  ): Promise<StoredVersion[]> {
    return this.index.scan(this.kept(collection), page, options);
  }

  async list(options?: CallOptions): Promise<CollectionInfo[]> {
    const infos = await this.index.list(options);
    return infos
      .filter(({ name }) => name.startsWith(this.prefix))
      .map((info) => ({ ...info, name: info.name.slice(this.prefix.length) }));
  }

  drop(collection: string, options?: CallOptions): Promise<void> {
    return this.index.drop(this.kept(collection), options);
  }

  checkReachable(): Promise<void> {
    return this.index.checkReachable();
  }

  close(): Promise<void> {
    return this.index.close();
  }

  private kept(name: string): string {
    return this.prefix + name;
  }
}
