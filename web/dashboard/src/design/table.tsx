import type { ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './table.module.css';

export interface Column<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Numbers and money stand at the end. */
  align?: 'start' | 'end';
  /** The cell names its row. */
  isHeading?: boolean;
  /** Read by screen readers only, as for a column of buttons. */
  isHeaderHidden?: boolean;
  /** In the last row; see {@link TableProps.hasFooter}. */
  footer?: ReactNode;
}

interface TableProps<Row> {
  /** What the table holds; hidden unless `isCaptionShown`. */
  caption: string;
  isCaptionShown?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** On a phone: every row a card (few rows with much in them), or the table scrolls in its frame (figures). */
  phone?: 'cards' | 'scroll';
  /** A last row of the columns' footers: totals. */
  hasFooter?: boolean;
  /** Frees the first and the last column of inner distance, outside a flush card. */
  isPlain?: boolean;
}

/** A data table. The roles are named, for browsers that drop them where CSS makes cards of rows. */
export function Table<Row>({
  caption,
  isCaptionShown,
  columns,
  rows,
  rowId,
  phone = 'cards',
  hasFooter,
  isPlain,
}: TableProps<Row>) {
  const scrolls = phone === 'scroll';
  return (
    // Who has no pointer scrolls it by the arrow keys; so it takes the focus and has a name.
    <div
      className={styles.frame}
      {...(scrolls ? { role: 'region', 'aria-label': caption, tabIndex: 0 } : {})}
    >
      <table
        className={classNames(styles.table, !scrolls && styles.cards, isPlain && styles.plain)}
        role="table"
      >
        <caption className={isCaptionShown ? styles.caption : 'visually-hidden'}>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                role="columnheader"
                className={column.align === 'end' ? styles.end : undefined}
              >
                {column.isHeaderHidden ? (
                  <span className="visually-hidden">{column.header}</span>
                ) : (
                  column.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowId(row)} role="row">
              {columns.map((column) => (
                <TableCell key={column.id} column={column}>
                  {column.cell(row)}
                </TableCell>
              ))}
            </tr>
          ))}
        </tbody>
        {hasFooter && (
          <tfoot role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <TableCell key={column.id} column={column}>
                  {column.footer}
                </TableCell>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function TableCell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  const className = column.align === 'end' ? styles.end : undefined;
  if (column.isHeading)
    return (
      <th scope="row" role="rowheader" className={className}>
        {children}
      </th>
    );
  return (
    <td role="cell" className={className}>
      {!column.isHeaderHidden && (
        // The header row is gone when rows are cards.
        <span className={styles.label} aria-hidden="true">
          {column.header}
        </span>
      )}
      <div className={styles.value}>{children}</div>
    </td>
  );
}
