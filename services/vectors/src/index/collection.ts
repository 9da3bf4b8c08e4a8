import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { ServiceError } from '@heliograph/runtime';
import { newestPoints } from '../domain/newest-points';
import type { CollectionStatus, Matches, PointColumns, PointQuery, Versions } from '../domain/point';
import { DamagedError } from '../storage/damaged-error';
import { FRAME, type FrameHeader, type FrameKind } from '../storage/frames';
import { pointFile, readManifest, writeManifest, type Manifest } from '../storage/manifest';
import { LogBrokenError, PointLog } from '../storage/point-log';
import { RowCodec } from '../storage/row-codec';
import { PointTable } from './point-table';
import { TaskChain } from './task-chain';

const ID_BYTES = 8;
/** Points copied per step of a rewrite; other writes run between steps. */
const REWRITE_STEP = 1_000;

/** Below this, comparing a query with every vector takes no longer than scanning codes first. */
const CODED_FROM = 65_536;
/** Codes made per step, in about a quarter of a millisecond; queries run between steps. */
const CODE_STEP = 256;

export interface CollectionOptions {
  /** A file is rewritten when more than this, and more than half of it, is garbage. */
  wasteBytes: number;
  /** A rewrite failed, or codes could not be made; retried with the next change. */
  onUpkeepFailure(collection: string, error: unknown): void;
  /** The file's contents are unknown until it is read again: the collection answers nothing until then. */
  onBroken(error: LogBrokenError): void;
  /** Number of points from which queries scan codes first. */
  codedFrom?: number;
}

/**
 * Points in memory, and the file they are read from at the next start. A change goes to disk, then to memory, then is
 * confirmed. Changes run one at a time, with queries at any time in between.
 */
export class Collection {
  private readonly changes = new TaskChain();
  private readonly codec: RowCodec;
  /** The file that a rewrite fills; it also takes every change meanwhile. */
  private successor: PointLog | undefined;
  private rewriting: Promise<void> | undefined;
  private coding: Promise<void> | undefined;
  private isClosed = false;
  private isBroken = false;

  private constructor(
    readonly name: string,
    readonly dimensions: number,
    private readonly directory: string,
    private readonly table: PointTable,
    private log: PointLog,
    private manifest: Manifest,
    private readonly options: CollectionOptions,
  ) {
    this.codec = new RowCodec(dimensions);
  }

  /** Creates the files of an empty collection, in a directory that does not exist yet. */
  static async createFiles(directory: string, dimensions: number): Promise<void> {
    await mkdir(directory, { mode: 0o700 });
    const log = await PointLog.create(pointFile(directory, 0));
    await log.close();
    await writeManifest(directory, { dimensions, file: 0 });
  }

  /** @throws DamagedError when confirmed data is missing or changed. */
  static async open(directory: string, name: string, options: CollectionOptions): Promise<Collection> {
    const manifest = readManifest(directory);
    const { dimensions, file } = manifest;
    await removeOtherFiles(directory, file);
    const table = new PointTable(dimensions);
    const codec = new RowCodec(dimensions);
    const log = await PointLog.open(pointFile(directory, file), (header, payload) =>
      apply(table, codec, header, payload),
    );
    const collection = new Collection(name, dimensions, directory, table, log, manifest, options);
    collection.rewriteIfNeeded();
    collection.code();
    return collection;
  }

  get status(): CollectionStatus {
    const { name, dimensions, table, log } = this;
    const { size: points, coded, codedQueries } = table;
    return { name, dimensions, points, bytes: log.bytes, coded, codedQueries };
  }

  /**
   * Stores the points that are not already stored in a newer version.
   *
   * @throws ServiceError `invalid_parameter` when their dimensions differ.
   * @returns how many were stored.
   */
  upsert(points: PointColumns): Promise<number> {
    this.requireLength(points.vectors, points.ids.length);
    return this.changes.run(async () => {
      const indexes = newestPoints(points, (id) => this.table.versionOf(id));
      if (indexes.length > 0) {
        await this.change(FRAME.put, indexes.length, this.codec.encodePoints(points, indexes));
      }
      return indexes.length;
    });
  }

  /** @returns how many of the ids existed. */
  remove(ids: BigUint64Array): Promise<number> {
    return this.changes.run(async () => {
      const known = new Set(ids.filter((id) => this.table.has(id)));
      if (known.size > 0) {
        const bytes = BigUint64Array.from(known);
        await this.change(FRAME.remove, known.size, Buffer.from(bytes.buffer));
      }
      return known.size;
    });
  }

  /** @throws ServiceError `invalid_parameter` if its dimensions differ; `unavailable`. */
  requireQuery({ vector }: PointQuery): void {
    this.requireLength(vector, 1);
    this.requireUsable();
  }

  /**
   * Answers queries that passed {@link requireQuery}, which share work; each answer is ready before the next one is
   * computed.
   */
  queries(queries: readonly PointQuery[]): Generator<Matches, void> {
    return this.table.queries(queries);
  }

  versionsAfter(id: bigint, limit: number): Versions {
    this.requireUsable();
    return this.table.versionsAfter(id, limit);
  }

  /** Finishes the change in progress. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([this.rewriting, this.coding]);
    await this.changes.run(() => this.log.close());
  }

  private async change(kind: FrameKind, count: number, payload: Buffer): Promise<void> {
    this.requireUsable();
    try {
      await this.log.append(kind, count, payload);
    } catch (error) {
      if (error instanceof LogBrokenError) {
        this.isBroken = true;
        this.options.onBroken(error);
      }
      throw new ServiceError('unavailable', 'The vectors could not be written to the disk.', {
        cause: error,
      });
    }
    apply(this.table, this.codec, { kind, count }, payload);
    await this.copyToSuccessor(kind, count, payload);
    this.rewriteIfNeeded();
    this.code();
  }

  private requireUsable(): void {
    if (!this.isBroken && !this.isClosed) return;
    throw new ServiceError('unavailable', 'The collection is closed until the vectors service is restarted.');
  }

  /** @throws ServiceError `invalid_parameter` */
  private requireLength(vectors: Float32Array, count: number): void {
    if (vectors.length === count * this.dimensions) return;
    throw new ServiceError(
      'invalid_parameter',
      `The collection's vectors have ${this.dimensions} dimensions.`,
    );
  }

  private async copyToSuccessor(kind: FrameKind, count: number, payload: Buffer): Promise<void> {
    try {
      await this.successor?.write(kind, count, payload);
    } catch (error) {
      // The change itself is confirmed; only the rewrite failed.
      this.successor = undefined;
      this.options.onUpkeepFailure(this.name, error);
    }
  }

  private rewriteIfNeeded(): void {
    const useful = this.table.size * this.codec.rowBytes;
    const waste = this.log.bytes - useful;
    if (this.rewriting || waste <= Math.max(useful, this.options.wasteBytes)) return;
    this.rewriting = this.rewrite()
      .catch((error: unknown) => this.options.onUpkeepFailure(this.name, error))
      .finally(() => {
        this.rewriting = undefined;
      });
  }

  /**
   * Copies all points to a new file, step by step, while changes go to both; then the new file replaces the old one.
   */
  private async rewrite(): Promise<void> {
    const number = this.manifest.file + 1;
    const successor = await this.changes.run(async () => {
      this.successor = await PointLog.create(pointFile(this.directory, number));
      return this.successor;
    });
    const isWanted = () => this.successor === successor && !this.isClosed;
    try {
      for (let row = 0; row < this.table.rowCount && isWanted(); row += REWRITE_STEP) {
        await this.changes.run(() => this.copyRows(successor, row));
      }
      await this.changes.run(async () => {
        if (!isWanted()) return;
        await successor.confirm();
        await this.describe({ file: number });
        // If the process dies before this line, the next start reads the new file and removes the old one.
        const predecessor = this.log;
        this.log = successor;
        await predecessor.close();
      });
    } finally {
      this.successor = undefined;
      if (this.log !== successor) await successor.close();
      await removeOtherFiles(this.directory, this.manifest.file);
    }
  }

  /** Starts making codes once there are enough points, and after a restart if there ever were. */
  private code(): void {
    const { codedFrom = CODED_FROM, onUpkeepFailure } = this.options;
    const isWanted = this.manifest.center !== undefined || this.table.size >= codedFrom;
    if (this.coding || this.table.hasCodes || !isWanted) return;
    this.coding = this.makeCodes(this.manifest.center ?? this.table.mean())
      .catch((error: unknown) => onUpkeepFailure(this.name, error))
      .finally(() => (this.coding = undefined));
  }

  private async makeCodes(center: Float32Array): Promise<void> {
    if (this.manifest.center === undefined) await this.changes.run(() => this.describe({ center }));
    // If the process dies before this line, the next start makes codes around the same center.
    this.table.startCodes(center);
    while (!this.isClosed && this.table.makeMoreCodes(CODE_STEP)) await setImmediate();
  }

  private async describe(change: Partial<Manifest>): Promise<void> {
    const manifest = { ...this.manifest, ...change };
    await writeManifest(this.directory, manifest);
    this.manifest = manifest;
  }

  private async copyRows(successor: PointLog, first: number): Promise<void> {
    const rows = Array.from({ length: REWRITE_STEP }, (_, index) => first + index)
      .filter((row) => row < this.table.rowCount)
      .flatMap((row) => this.table.read(row) ?? []);
    if (rows.length === 0) return;
    const payload = Buffer.alloc(rows.length * this.codec.rowBytes);
    rows.forEach((row, index) => this.codec.encodeRow(row, payload, index * this.codec.rowBytes));
    await successor.write(FRAME.put, rows.length, payload);
  }
}

function apply(
  table: PointTable,
  codec: RowCodec,
  { kind, count }: Pick<FrameHeader, 'kind' | 'count'>,
  payload: Buffer,
): void {
  const itemBytes = kind === FRAME.put ? codec.rowBytes : ID_BYTES;
  if (payload.length !== count * itemBytes)
    throw new DamagedError('a batch is not of the size that it names');
  for (let offset = 0; offset < payload.length; offset += itemBytes) {
    if (kind === FRAME.put) table.put(codec.decodeRow(payload, offset));
    else table.remove(payload.readBigUInt64LE(offset));
  }
}

/** Removes what an unfinished rewrite left. */
async function removeOtherFiles(directory: string, file: number): Promise<void> {
  const own = pointFile(directory, file);
  const others = (await readdir(directory))
    .filter((name) => name.startsWith('points-'))
    .map((name) => join(directory, name))
    .filter((path) => path !== own && path !== `${own}.mark`);
  await Promise.all(others.map((path) => rm(path, { force: true })));
}
