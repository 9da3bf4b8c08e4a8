import type { ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './table.module.css';

export interface Column<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Right-aligned, for numbers and money. */
  align?: 'start' | 'end';
  /** Whether the cell names its row. */
  isHeading?: boolean;
  /** Shows the header to screen readers only, for example above a column of buttons. */
  isHeaderHidden?: boolean;
  /** Cell in the footer row; see {@link TableProps.hasFooter}. */
  footer?: ReactNode;
}

interface TableProps<Row> {
  /** What the table contains, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** On a phone: one card per row (few rows with much content), or a scrolling table (figures). */
  phone?: 'cards' | 'scroll';
  /** Whether to show the columns' footers as a last row: totals. */
  hasFooter?: boolean;
  /** Removes the outer padding of the first and last column, for tables outside a flush card. */
  isPlain?: boolean;
}

/** A data table. Roles are explicit, because browsers drop them when CSS turns rows into cards. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowId,
  phone = 'cards',
  hasFooter,
  isPlain,
}: TableProps<Row>) {
  const scrolls = phone === 'scroll';
  return (
    // Keyboard users scroll it with the arrow keys, so it must be focusable and named.
    <div
      className={styles.frame}
      {...(scrolls ? { role: 'region', 'aria-label': caption, tabIndex: 0 } : {})}
    >
      <table
        className={classNames(styles.table, !scrolls && styles.cards, isPlain && styles.plain)}
        role="table"
      >
        <caption className="visually-hidden">{caption}</caption>
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
        // When rows are cards, the header row is hidden.
        <span className={styles.label} aria-hidden="true">
          {column.header}
        </span>
      )}
      <div className={styles.value}>{children}</div>
    </td>
  );
}
