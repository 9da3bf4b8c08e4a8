import type { Colors } from './terminal';
import type { FieldPath } from './fields';
import type { TableColumn } from './table';

/** A column of a kind of record. */
export interface RecordColumn<Row> extends TableColumn {
  path: FieldPath;
  /** For people; the value's own text unless given. */
  show?: (row: Row) => string;
  paint?: (colors: Colors, text: string) => string;
}

/** How a kind of record is printed. */
export interface RecordView<Row> {
  /** Names of a record's own fields, for `--fields`. */
  fields: readonly string[];
  /** Of tables, and of tab-separated output. */
  columns: readonly RecordColumn<Row>[];
  /** Of CSV, which holds everything. */
  csv: readonly FieldPath[];
}

/** Columns of chosen fields. */
export function columnsOf<Row>(paths: readonly FieldPath[]): RecordColumn<Row>[] {
  return paths.map((path) => ({ path, heading: path.join('.').toUpperCase(), shrinksTo: 8 }));
}
