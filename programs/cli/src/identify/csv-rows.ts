import { UsageError } from '../failure';

/** Limit in characters: an unclosed quote would swallow the rest of the file. */
const MAXIMUM_CELL = 100_000;

/**
 * Parses CSV (RFC 4180; plain line feeds also work) as a stream of rows. An empty line is a row with one empty cell.
 *
 * @throws UsageError when a cell is too long.
 */
export async function* csvRows(chunks: AsyncIterable<string>): AsyncGenerator<string[], void, undefined> {
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  /** Just read a quote inside a quoted cell; the next character tells whether it closes the cell. */
  let isQuoteBefore = false;
  let isFirst = true;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  for await (const chunk of chunks) {
    for (const character of isFirst ? chunk.replace(/^\uFEFF/, '') : chunk) {
      isFirst = false;
      if (isQuoteBefore) {
        isQuoteBefore = false;
        if (character === '"') {
          cell += '"';
          continue;
        }
        isQuoted = false;
      } else if (isQuoted && character === '"') {
        isQuoteBefore = true;
        continue;
      }
      if (isQuoted) cell += character;
      else if (character === '"' && cell === '') isQuoted = true;
      else if (character === ',') endCell();
      else if (character === '\n') {
        endCell();
        yield row;
        row = [];
      } else if (character !== '\r') cell += character;
      if (cell.length > MAXIMUM_CELL)
        throw new UsageError(
          `A cell has more than ${MAXIMUM_CELL} characters.`,
          'Is a quotation mark left open?',
        );
    }
  }
  if (cell === '' && row.length === 0) return;
  endCell();
  yield row;
}
