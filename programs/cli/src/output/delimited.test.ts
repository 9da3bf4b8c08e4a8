import fc from 'fast-check';
import { csvLine, tsvLine } from './delimited';

/** An RFC 4180 parser, to check round trips. */
function readCsv(line: string): string[] {
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/gy;
  for (let match = cell.exec(line); match; match = cell.exec(line)) {
    cells.push(match[1] === undefined ? match[2]! : match[1].replaceAll('""', '"'));
    if (match[3] === '\n') break;
  }
  expect(cell.lastIndex).toBe(line.length);
  return cells;
}

describe('csvLine', () => {
  it.each([
    [['plain', 'with, comma'], 'plain,"with, comma"\n'],
    [['say "hi"', 'two\nlines'], '"say ""hi""","two\nlines"\n'],
    [[undefined, null, 0, true, ['a', 'b']], ',,0,true,a; b\n'],
    [['=HYPERLINK("https://evil.example","x")'], '"\'=HYPERLINK(""https://evil.example"",""x"")"\n'],
    [['+1', '-1', '@SUM(A1)', '\tx'], "'+1,'-1,'@SUM(A1),'\tx\n"],
    [[-0.5], '-0.5\n'],
    [[' =1', '＝1'], "' =1,'＝1\n"],
    [['a \u001b[31mb'], 'a \ufffd[31mb\n'],
  ])('%j becomes %j', (values, line) => {
    expect(csvLine(values)).toBe(line);
  });

  it('round-trips, except for the apostrophe before formulas', () => {
    const value = fc
      .array(fc.oneof(fc.string(), fc.constantFrom('"', ',', '\n', '=', ' ', "'")))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), (values) => {
        const cells = readCsv(csvLine(values));
        expect(cells).toHaveLength(values.length);
        cells.forEach((cell, index) => {
          expect([values[index], `'${values[index]!}`]).toContain(cell);
          expect(cell).not.toMatch(/^\s*[=+\-@]/);
        });
      }),
    );
  });
});

describe('tsvLine', () => {
  it('has as many cells as values, on one line', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (values) => {
        const line = tsvLine(values);
        expect(line.endsWith('\n')).toBe(true);
        expect(line.slice(0, -1)).not.toMatch(/[\n\r]/);
        expect(line.slice(0, -1).split('\t')).toHaveLength(values.length);
      }),
    );
  });
});
