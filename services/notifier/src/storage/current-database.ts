import type { Logger } from '@heliograph/runtime';
import type { Pool, PoolClient } from 'pg';

/** Longer than any pool takes to leave a server that has a successor. */
export const PATIENCE_MS = 30_000;

/** The server's catalog lacks changes that are known to exist. */
export class CatalogBehindError extends Error {
  constructor(version: bigint, required: bigint) {
    super(`the database has version ${version} of the catalog, not yet ${required}`);
    this.name = 'CatalogBehindError';
  }
}

/**
 * Connections to servers that are up to date. After a failover, one may still lead to the former primary, where
 * new signals and saved searches do not exist: a match would be missed, or a signal taken for withdrawn, unseen.
 *
 * Writers change the catalog's version last in their transactions, so a server with a version has all that was
 * committed before it.
 */
export class CurrentDatabase {
  /** The highest version read. */
  private seen = 0n;
  private behindSince: number | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly logger: Logger,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /**
   * Runs work on one connection.
   *
   * @param atLeast a version that exists, such as that of an event.
   * @throws CatalogBehindError if the server lacks that version, or one that was read before. After half a minute, the
   * latter counts as lost, as by a failover to a standby without the last changes.
   */
  async run<Result>(work: (client: PoolClient) => Promise<Result>, atLeast = 0n): Promise<Result> {
    const client = await this.pool.connect();
    let isBroken = true;
    try {
      // Before the server is asked, so that it must have this version.
      const { seen } = this;
      const { rows } = await client.query<{ version: string }>('SELECT version FROM catalog.state');
      this.check(BigInt(rows[0]!.version), seen, atLeast);
      const result = await work(client);
      isBroken = false;
      return result;
    } finally {
      // Closes one that leads to a former primary.
      client.release(isBroken);
    }
  }

  private check(version: bigint, seen: bigint, atLeast: bigint): void {
    if (version < seen) {
      this.behindSince ??= performance.now();
      if (performance.now() - this.behindSince < this.patienceMs) throw new CatalogBehindError(version, seen);
      this.logger.warn({ version, lost: seen }, 'the database lost the latest changes of the catalog');
      this.seen = version;
    } else if (version > this.seen) this.seen = version;
    this.behindSince = undefined;
    if (version < atLeast) throw new CatalogBehindError(version, atLeast);
  }
}
