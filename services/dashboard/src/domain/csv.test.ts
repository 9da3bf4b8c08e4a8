import fc from 'fast-check';
import { csvLine } from './csv';

it.each([
  [['a', 1, 'b'], 'a,1,b'],
  [['a,b', 'say "x"', 'two\nlines'], '"a,b","say ""x""","two\nlines"'],
  [['=1+1', '+1', '-1', '@a', '\ta'], "'=1+1,'+1,'-1,'@a,'\ta"],
  [[' =1+1', '\u3000＝1', ' a'], "' =1+1,'\u3000＝1, a"],
  [['=a,b'], `"'=a,b"`],
  [[-1, 0.5, ''], '-1,0.5,'],
])('%j', (cells, line) => expect(csvLine(cells)).toBe(`${line}\r\n`));

/** Parses RFC 4180. */
function parse(line: string): string[] {
  const cells: string[] = [];
  const form = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n$)/gy;
  for (let match = form.exec(line); match; match = form.exec(line)) {
    cells.push(match[1] === undefined ? match[2]! : match[1].replaceAll('""', '"'));
    if (match[3] !== ',') break;
  }
  return cells;
}

it('returns what went in, except for the escaping of formulas', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 6 }), (cells) => {
      const read = parse(csvLine(cells));
      expect(read.map((cell, index) => (cell === cells[index] ? cell : cell.replace(/^'/, '')))).toEqual(
        cells,
      );
      for (const cell of read) expect(cell).not.toMatch(/^(?:[\t\r\n]|\s*[=+\-@])/);
    }),
  );
});
