import { csvLine, tsvLine } from './delimited';
import { cellText, choose, parseFields, valueAt, type FieldPath } from './fields';
import { printable, safeJson } from './printable';
import { facts } from './table';
import type { Terminal } from './terminal';

/** A name and a value to show in a table; undefined values are omitted. */
export type Fact = readonly [name: string, value: string | number | undefined];

interface DocumentView {
  /** The whole document, for JSON. */
  document: Readonly<Record<string, unknown>>;
  /** Its field names, for `--fields`; the document's own by default. */
  fields?: readonly string[];
  /** For tables. */
  facts: readonly Fact[];
  /** For CSV and tab-separated output; all of the document's own fields by default. */
  paths?: readonly FieldPath[];
}

/**
 * Prints one document: names and values in tables, the document itself for programs.
 *
 * @param fields the value of --fields.
 * @throws UsageError for unknown fields.
 */
export async function printDocument(
  terminal: Terminal,
  view: DocumentView,
  fields: string | undefined,
): Promise<void> {
  const { document } = view;
  const known = view.fields ?? Object.keys(document);
  const chosen = fields === undefined ? undefined : parseFields(fields, known);
  const paths = chosen ?? view.paths ?? known.map((name) => [name]);
  switch (terminal.format) {
    case 'json':
      return terminal.writeLine(
        safeJson(chosen ? choose(document, chosen) : document, terminal.isTerminal ? 2 : 0),
      );
    case 'jsonl':
      return terminal.writeLine(safeJson(chosen ? choose(document, chosen) : document));
    case 'csv':
      return terminal.write(
        csvLine(paths.map((path) => path.join('.'))) + csvLine(paths.map((path) => valueAt(document, path))),
      );
    case 'tsv':
      return terminal.write(
        paths
          .map((path) => [path.join('.'), valueAt(document, path)])
          .filter(([, value]) => value !== undefined)
          .map(tsvLine)
          .join(''),
      );
    case 'table':
      return terminal.writeLine(
        describe(
          terminal,
          chosen ? chosen.map((path) => [path.join('.'), cellText(valueAt(document, path))]) : view.facts,
        ),
      );
  }
}

/** Formats names and values in two columns. */
function describe(terminal: Terminal, all: readonly Fact[]): string {
  const present = all
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => [name, printable(String(value))] as const);
  return facts(present, (name) => terminal.colors.bold(name));
}
