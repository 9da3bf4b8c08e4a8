import type { Format } from '../config/preferences';
import { csvLine, tsvLine } from './delimited';
import { cellText, choose, parseFields, valueAt, type FieldPath } from './fields';
import { printable, safeJson } from './printable';
import { columnsOf, type RecordColumn, type RecordView } from './record-view';
import { layOut, tableLine, type ShownColumn } from './table';
import type { Terminal } from './terminal';

/** Prints records page by page as they arrive, so long lists take little memory. */
export interface RecordPrinter<Row> {
  print(rows: readonly Row[]): Promise<void>;
  /** @param rest more members for the JSON document, such as the next cursor. */
  finish(rest: Readonly<Record<string, unknown>>): Promise<void>;
}

/** Prints a whole list, through the pager if it is longer than the terminal. */
export function printList<Row>(
  terminal: Terminal,
  printer: RecordPrinter<Row>,
  rows: readonly Row[],
  rest: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  return terminal.paged(async () => {
    await printer.print(rows);
    await printer.finish(rest);
  });
}

interface PrinterOptions {
  listName?: string;
  fields?: string | undefined;
  /** The terminal's by default. */
  format?: Format;
  /** Continues an earlier run's output, so CSV gets no header row. */
  isContinued?: boolean;
  /** More rows come later, whose values the first rows cannot predict. */
  isEndless?: boolean;
}

/**
 * Creates a printer in the terminal's format.
 *
 * @param listName the list's name in the JSON document.
 * @param fields the value of --fields.
 * @throws UsageError for unknown fields.
 */
export function createRecordPrinter<Row>(
  terminal: Terminal,
  view: RecordView<Row>,
  {
    listName = 'items',
    fields,
    format = terminal.format,
    isContinued = false,
    isEndless = false,
  }: PrinterOptions = {},
): RecordPrinter<Row> {
  const paths = fields === undefined ? undefined : parseFields(fields, view.fields, view.schema);
  return printerOf(format, terminal, view, paths, { listName, isContinued, isEndless });
}

function printerOf<Row>(
  format: Format,
  terminal: Terminal,
  view: RecordView<Row>,
  paths: readonly FieldPath[] | undefined,
  {
    listName,
    isContinued,
    isEndless,
  }: Required<Pick<PrinterOptions, 'listName' | 'isContinued' | 'isEndless'>>,
): RecordPrinter<Row> {
  const chosen = (row: Row): unknown => (paths ? choose(row, paths) : row);
  switch (format) {
    case 'table':
      return new TablePrinter(terminal, paths ? columnsOf(paths, view.columns) : view.columns, isEndless);
    case 'tsv':
      return new LinePrinter(terminal, undefined, (row) =>
        tsvLine((paths ?? view.columns.map(({ path }) => path)).map((path) => valueAt(row, path))),
      );
    case 'csv': {
      const columns = paths ?? view.csv;
      const heading = isContinued ? undefined : csvLine(columns.map((path) => path.join('.')));
      return new LinePrinter(terminal, heading, (row) => csvLine(columns.map((path) => valueAt(row, path))));
    }
    case 'jsonl':
      return new LinePrinter(terminal, undefined, (row) => `${safeJson(chosen(row))}\n`);
    case 'json':
      return new DocumentPrinter(terminal, listName, chosen);
  }
}

/** Prints one line per record, optionally after a header. */
class LinePrinter<Row> implements RecordPrinter<Row> {
  private hasHeading = false;

  constructor(
    private readonly terminal: Terminal,
    private readonly heading: string | undefined,
    private readonly lineOf: (row: Row) => string,
  ) {}

  async print(rows: readonly Row[]): Promise<void> {
    await this.writeHeading();
    await this.terminal.write(rows.map((row) => this.lineOf(row)).join(''));
  }

  async finish(): Promise<void> {
    await this.writeHeading();
  }

  private async writeHeading(): Promise<void> {
    if (this.hasHeading) return;
    this.hasHeading = true;
    if (this.heading !== undefined) await this.terminal.write(this.heading);
  }
}

/** Streams one JSON document, which is valid even if the list ends early. */
class DocumentPrinter<Row> implements RecordPrinter<Row> {
  private count = 0;

  constructor(
    private readonly terminal: Terminal,
    private readonly listName: string,
    private readonly chosen: (row: Row) => unknown,
  ) {}

  async print(rows: readonly Row[]): Promise<void> {
    let text = '';
    for (const row of rows) {
      text += `${this.count === 0 ? this.opening : ','}\n${this.item(row)}`;
      this.count += 1;
    }
    await this.terminal.write(text);
  }

  async finish(rest: Readonly<Record<string, unknown>>): Promise<void> {
    const end = Object.entries(rest)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `,\n${this.margin}${JSON.stringify(name)}: ${safeJson(value)}`)
      .join('');
    const list = this.count === 0 ? `${this.opening}]` : `\n${this.margin}]`;
    await this.terminal.write(`${list}${end}${this.terminal.isTerminal ? '\n' : ''}}\n`);
  }

  private item(row: Row): string {
    if (!this.terminal.isTerminal) return safeJson(this.chosen(row));
    return safeJson(this.chosen(row), 2).replace(/^/gm, '    ');
  }

  private get margin(): string {
    return this.terminal.isTerminal ? '  ' : '';
  }

  private get opening(): string {
    return `{${this.terminal.isTerminal ? '\n' : ''}${this.margin}${JSON.stringify(this.listName)}: [`;
  }
}

/** Prints a table with widths based on the first page; later cells are cut to fit. */
class TablePrinter<Row> implements RecordPrinter<Row> {
  private shown: ShownColumn[] | undefined;

  constructor(
    private readonly terminal: Terminal,
    private readonly columns: readonly RecordColumn<Row>[],
    private readonly isEndless: boolean,
  ) {}

  async print(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    const cells = rows.map((row) =>
      this.columns.map(({ path, show }) => printable(show ? show(row) : cellText(valueAt(row, path)))),
    );
    const { colors, width } = this.terminal;
    let text = '';
    if (!this.shown) {
      const expected = this.isEndless ? [this.columns.map(({ roomFor = '' }) => roomFor)] : [];
      this.shown = layOut(this.columns, [...cells, ...expected], width);
      const headings = this.columns.map(({ heading }) => heading);
      text = `${tableLine(this.columns, this.shown, headings, (heading) => colors.bold(heading))}\n`;
    }
    for (const [place, row] of rows.entries()) {
      const line = tableLine(this.columns, this.shown, cells[place]!, (cell, index) => {
        const { paint } = this.columns[index]!;
        return paint ? paint(colors, cell, row) : cell;
      });
      text += `${line.trimEnd()}\n`;
    }
    await this.terminal.write(text);
  }

  async finish(): Promise<void> {
    await Promise.resolve();
  }
}
