import type { Colors } from './terminal';
import type { FieldPath } from './fields';
import type { TableColumn } from './table';

/** A column of a kind of record. */
export interface RecordColumn<Row> extends TableColumn {
  path: FieldPath;
  /** For people; the value's own text unless given. */
  show?: (row: Row) => string;
  /** @param text what is shown of the value, perhaps its beginning only. */
  paint?: (colors: Colors, text: string, row: Row) => string;
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

/** Columns of chosen fields, painted as a view's own columns of the same fields are. */
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
