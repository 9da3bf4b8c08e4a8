import type { LabelTables } from './label-tables';
import type { NameTable } from './name-table';
import type { PackedTexts } from './packed-texts';
import type { Postings } from './postings';
import type { RowSets } from './row-sets';
import type { DictionaryData } from './dictionary';
import { findRow, type Ids } from './id-table';

/**
 * Immutable signals, one per row, newest first (activity date descending, then id descending as a number), and their
 * indexes. All are typed arrays over shared memory, so threads share them without copying.
 */
export interface Segment {
  rows: number;
  ids: Ids;
  /** Rows by id: see {@link rowOf}. */
  idTable: Uint32Array;
  /** Activity dates: days since 1970-01-01. */
  days: Int32Array;
  ordinals: Uint32Array;
  /** The catalog's company numbers, by row. */
  companies: Uint32Array;
  /** Greater than all of them. */
  companyLimit: number;
  /** Epoch milliseconds. */
  publishedAt: Float64Array;
  /** Words and labels. */
  terms: DictionaryData;
  /** The words of each title, in order: those of a row run from `starts[row]` to `starts[row + 1]`. */
  titles: { starts: Uint32Array; words: Uint32Array };
  /** Rows by term. */
  rowSets: RowSets;
  /** Rows with a funding amount. */
  amounts: { rows: Uint32Array; values: Float64Array };
  companyTable: CompanyTable;
  labelTables: LabelTables;
  documents: Documents;
}

/** The companies of a segment's signals, by slug. */
export interface CompanyTable {
  /** The catalog's company numbers. */
  ids: Uint32Array;
  /** The rows of each company, ascending. */
  rows: Postings;
  names: NameTable;
  /** Companies by slug and by normalized name: see {@link candidatesOf}. */
  slugs: Uint32Array;
  nameKeys: Uint32Array;
  slugTexts: PackedTexts;
}

/** The items' JSON. */
export interface Documents {
  /** In units of eight bytes, counting every block as `BLOCK_BYTES`. */
  starts: Uint32Array;
  lengths: Uint32Array;
  blocks: readonly Uint8Array[];
}

/** The row with this id; -1 if the segment lacks it. */
export const rowOf = (segment: Segment, high: number, low: number) =>
  findRow(segment.idTable, segment.ids, high, low);

/** The first row of this day or an older one. */
export function firstRowUntil({ days, rows }: Segment, day: number): number {
  let [low, high] = [0, rows];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (days[middle]! <= day) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Whether the row comes after a position in the order. */
export function isAfter(segment: Segment, row: number, day: number, high: number, low: number): boolean {
  if (segment.days[row] !== day) return segment.days[row]! < day;
  const { ids } = segment;
  return ids.high[row] === high ? ids.low[row]! < low : ids.high[row]! < high;
}

/** The first row after a position in the order. */
export function firstRowAfter(segment: Segment, day: number, high: number, low: number): number {
  let [from, to] = [0, segment.rows];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isAfter(segment, middle, day, high, low)) to = middle;
    else from = middle + 1;
  }
  return from;
}
