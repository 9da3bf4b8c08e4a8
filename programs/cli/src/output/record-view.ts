import type { Schema } from '@heliograph/contract';
import type { Colors } from './terminal';
import type { FieldPath } from './fields';
import type { TableColumn } from './table';

/** A column of a kind of record. */
export interface RecordColumn<Row> extends TableColumn {
  path: FieldPath;
  /** A long value that an endless list reserves room for, since its first rows may have shorter ones. */
  roomFor?: string;
  /** Formats the cell in tables; the value as text by default. */
  show?: (row: Row) => string;
  /** @param text the displayed value, possibly truncated. */
  paint?: (colors: Colors, text: string, row: Row) => string;
}

/** How a kind of record is printed. */
export interface RecordView<Row> {
  /** Names of a record's own fields, for `--fields`. */
  fields: readonly string[];
  /** The record's, to check paths in `--fields`. */
  schema?: Schema;
  /** For tables and tab-separated output. */
  columns: readonly RecordColumn<Row>[];
  /** For CSV, which includes everything. */
  csv: readonly FieldPath[];
}

/** Columns of chosen fields, colored like the view's own columns. */
export function columnsOf<Row>(
  paths: readonly FieldPath[],
  known: readonly RecordColumn<Row>[],
): RecordColumn<Row>[] {
  return paths.map((path) => {
    const heading = path.join('.').toUpperCase();
    const paint = known.find((column) => column.path.join('.') === path.join('.'))?.paint;
    return { path, heading, shrinksTo: 8, ...(paint && { paint }) };
  });
}
