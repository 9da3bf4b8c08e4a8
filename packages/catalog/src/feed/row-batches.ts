import { readInt64, readTimestampMs } from './binary-values';
import type { CopiedRow, CopyReader } from './copy-out';
import { Delivery, MAXIMUM_ITEMS, type BatchHandler } from './delivery';

/** A signal in the catalog. */
export interface FeedRow {
  /** Decimal digits. */
  id: string;
  /** The catalog version of the last change to the signal or its company. */
  version: number;
  /**
   * Never reused for another id, and larger than the ordinals of all signals that existed when this one was first
   * stored.
   */
  ordinal: number;
  companyId: number;
  /** Its company's. */
  employeeCount: number | undefined;
  /** Time of publication; may be in the future. */
  publishedAtMs: number;
  /** The item as returned: JSON in UTF-8. Items of a batch share memory, so keeping one keeps them all. */
  document: Buffer;
}

/** In the order {@link RowBatches} reads them. */
export const FEED_COLUMNS = `document.id::text, document.version, signal.ordinal, signal.company_id, company.employee_count,
  signal.published_at, document.document`;
export const FEED_COLUMN_COUNT = 7;

/**
 * Bytes of documents per batch; a larger document is its own batch. This is what a socket buffers, so the server works
 * while rows are handled.
 */
const BATCH_BYTES = 128 * 1024;

/**
 * Alignment of documents. Unaligned, copying them to shared memory (the next step) goes byte by byte and takes ten
 * times as long.
 */
const ALIGNMENT = 8;
const alignedFrom = (place: number) => Math.ceil(place / ALIGNMENT) * ALIGNMENT;

/** Collects copied rows into batches. */
export class RowBatches implements CopyReader {
  private rows: FeedRow[] = [];
  private documents = Buffer.allocUnsafeSlow(BATCH_BYTES);
  private used = 0;
  private readonly delivery: Delivery<FeedRow>;

  constructor(onRows: BatchHandler<FeedRow>) {
    this.delivery = new Delivery(onRows);
  }

  get backlog(): Promise<void> | undefined {
    return this.delivery.pending;
  }

  readRow({ bytes, starts, lengths }: CopiedRow): void {
    const length = lengths[6]!;
    if (this.used + length > this.documents.length || this.rows.length === MAXIMUM_ITEMS)
      this.deliver(length);
    const document = this.documents.subarray(this.used, this.used + length);
    bytes.copy(document, 0, starts[6], starts[6]! + length);
    this.used = alignedFrom(this.used + length);
    this.rows.push({
      id: bytes.toString('latin1', starts[0], starts[0]! + lengths[0]!),
      version: readInt64(bytes, starts[1]!),
      ordinal: bytes.readInt32BE(starts[2]),
      companyId: bytes.readInt32BE(starts[3]),
      employeeCount: lengths[4] === -1 ? undefined : readInt64(bytes, starts[4]!),
      publishedAtMs: readTimestampMs(bytes, starts[5]!),
      document,
    });
  }

  finish(): void {
    this.deliver(0);
  }

  /** @param next bytes the next batch must have room for. */
  private deliver(next: number): void {
    const rows = this.rows;
    this.rows = [];
    this.documents = Buffer.allocUnsafeSlow(Math.max(BATCH_BYTES, next));
    this.used = 0;
    this.delivery.deliver(rows);
  }
}
