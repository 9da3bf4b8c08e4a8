import type { LabelTables } from './label-tables';
import type { NameTable } from './name-table';
import type { PackedTexts } from './packed-texts';
import type { Postings } from './postings';
import type { RowSets } from './row-sets';
import type { DictionaryData } from './dictionary';
import { findRow, type Ids } from './id-table';

/**
 * Immutable signals, by row, newest first (activity date descending, then id descending as a number), and their
 * indexes. Everything is typed arrays over shared memory, so threads pass it on without copying.
 */
export interface Segment {
  rows: number;
  ids: Ids;
  /** Rows by id. */
  idTable: Uint32Array;
  /** Activity dates: days since 1970-01-01. */
  days: Int32Array;
  ordinals: Uint32Array;
  /** The catalog's numbers of companies. */
  companies: Uint32Array;
  /** Larger than all of them. */
  companyLimit: number;
  /** Epoch milliseconds. */
  publishedAt: Float64Array;
  /** Words and labels. */
  terms: DictionaryData;
  /** The words of each title in order: a row's are from `starts[row]` to `starts[row + 1]`. */
  titles: { starts: Uint32Array; words: Uint32Array };
  /** Rows by term. */
  rowSets: RowSets;
  /** Rows with an amount of funding. */
  amounts: { rows: Uint32Array; values: Float64Array };
  companyTable: CompanyTable;
  labelTables: LabelTables;
  documents: Documents;
}

/** The companies of a segment's signals, by slug. */
export interface CompanyTable {
  /** The catalog's numbers. */
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
  /** In units of eight bytes, over all blocks of `blockBytes`. */
  starts: Uint32Array;
  lengths: Uint32Array;
  blocks: readonly Uint8Array[];
}

/** The row of an id; -1 if the segment lacks it. */
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

/** Whether the row comes after a place in the order. */
export function isAfter(segment: Segment, row: number, day: number, high: number, low: number): boolean {
  if (segment.days[row] !== day) return segment.days[row]! < day;
  const { ids } = segment;
  return ids.high[row] === high ? ids.low[row]! < low : ids.high[row]! < high;
}

/** The first row after a place in the order. */
export function firstRowAfter(segment: Segment, day: number, high: number, low: number): number {
  let [from, to] = [0, segment.rows];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isAfter(segment, middle, day, high, low)) to = middle;
    else from = middle + 1;
  }
  return from;
}
