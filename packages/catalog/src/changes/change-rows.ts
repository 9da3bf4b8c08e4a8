import type { CopiedRow, CopyReader } from '../feed/copy-out';
import { Delivery, MAXIMUM_ITEMS, type BatchHandler } from '../feed/delivery';
import { readInt64, readTimestampMs } from '../feed/binary-values';

/** What happened to a signal. */
export type ChangeKind = 'published' | 'updated' | 'withdrawn';

/** A change in the catalog's log. */
export interface ChangeRow {
  /** The catalog's version: changes are ordered by (version, id). */
  version: number;
  /** Decimal digits. */
  id: string;
  kind: ChangeKind;
  /** When the version was committed, in epoch milliseconds. */
  atMs: number;
  /** For a withdrawal: the signal's last state, to find whose filters it matched. Never returned. */
  was?: WithdrawnSignal;
}

interface WithdrawnSignal {
  /** JSON in UTF-8. */
  document: Uint8Array;
  companyId: number;
  /** Its company's, at the time of withdrawal. */
  employeeCount: number | undefined;
}

/** In the order {@link ChangeRows} reads them. */
export const CHANGE_COLUMNS = `change.version, change.id::text, change.kind, change.at, change.document, change.company_id,
  nullif(coalesce(change.employee_count, company.employee_count), -1) AS employee_count`;
export const CHANGE_COLUMN_COUNT = 7;
export const CHANGES = `catalog.change AS change LEFT JOIN catalog.company AS company ON company.id = change.company_id`;

/** Collects copied changes into batches. */
export class ChangeRows implements CopyReader {
  private rows: ChangeRow[] = [];
  private readonly delivery: Delivery<ChangeRow>;

  constructor(onRows: BatchHandler<ChangeRow>) {
    this.delivery = new Delivery(onRows);
  }

  get backlog(): Promise<void> | undefined {
    return this.delivery.pending;
  }

  readRow({ bytes, starts, lengths }: CopiedRow): void {
    const text = (field: number) => bytes.toString('latin1', starts[field], starts[field]! + lengths[field]!);
    const row: ChangeRow = {
      version: readInt64(bytes, starts[0]!),
      id: text(1),
      kind: text(2) as ChangeKind,
      atMs: readTimestampMs(bytes, starts[3]!),
    };
    if (lengths[4] !== -1) {
      row.was = {
        document: Buffer.from(bytes.subarray(starts[4], starts[4]! + lengths[4]!)),
        companyId: bytes.readInt32BE(starts[5]),
        employeeCount: lengths[6] === -1 ? undefined : readInt64(bytes, starts[6]!),
      };
    }
    this.rows.push(row);
    if (this.rows.length === MAXIMUM_ITEMS) this.finish();
  }

  finish(): void {
    const rows = this.rows;
    this.rows = [];
    this.delivery.deliver(rows);
  }
}
