type Row = Record<string, string | number>;

/** Prints rows as they arrive: JSON, one object per line; on a terminal, also as a table at the end. */
export class Report {
  private readonly rows: Row[] = [];

  add(row: Row): void {
    this.rows.push(row);
    process.stdout.write(`${JSON.stringify(row)}\n`);
  }

  finish(): void {
    if (!process.stdout.isTTY || this.rows.length === 0) return;
    const columns = Object.keys(this.rows[0]!);
    const cell = (row: Row, column: string) => String(row[column] ?? '');
    const widths = columns.map((column) =>
      Math.max(column.length, ...this.rows.map((row) => cell(row, column).length)),
    );
    const line = (cells: string[]) =>
      `${cells.map((text, index) => text.padStart(widths[index]!)).join('  ')}\n`;
    process.stdout.write(`\n${line(columns)}`);
    for (const row of this.rows) process.stdout.write(line(columns.map((column) => cell(row, column))));
  }
}
