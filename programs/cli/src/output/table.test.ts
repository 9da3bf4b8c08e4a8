import fc from 'fast-check';
import { stripVTControlCharacters } from 'node:util';
import { displayWidth } from './display-width';
import { printable } from './printable';
import { bar, facts, layOut, tableLine, type TableColumn } from './table';

const columns: TableColumn[] = [
  { heading: 'DATE' },
  { heading: 'TITLE', shrinksTo: 10 },
  { heading: 'COMPANY', shrinksTo: 6, dropOrder: 1 },
  { heading: 'COUNT', isNumber: true, dropOrder: 2 },
];
const rows = [
  ['2026-11-20', 'Acme Robotics raises $12 million to build robots', 'Acme Robotics', '7'],
  ['2026-11-19', '東京のロボット会社', 'Tōkyō', '1234'],
];

const lines = (width: number | undefined) => {
  const shown = layOut(columns, rows, width);
  return [columns.map(({ heading }) => heading), ...rows].map((row) => tableLine(columns, shown, row));
};

describe('layOut and tableLine', () => {
  it('shows everything in full without a width', () => {
    expect(lines(undefined)).toEqual([
      'DATE        TITLE                                             COMPANY        COUNT',
      '2026-11-20  Acme Robotics raises $12 million to build robots  Acme Robotics      7',
      '2026-11-19  東京のロボット会社                                Tōkyō           1234',
    ]);
  });

  it('shrinks the widest column first', () => {
    expect(lines(60)).toEqual([
      'DATE        TITLE                       COMPANY        COUNT',
      '2026-11-20  Acme Robotics raises $12…   Acme Robotics      7',
      '2026-11-19  東京のロボット会社          Tōkyō           1234',
    ]);
  });

  it('omits columns when shrinking is not enough', () => {
    expect(lines(34)[0]).toBe('DATE        TITLE       COMPANY');
    expect(lines(34)[0]).not.toContain('COUNT');
    expect(lines(24)[0]).not.toContain('COMPANY');
  });

  it('never draws a line wider than the terminal', () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 30 }).map(printable);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell, cell, cell), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 120 }),
        (cells, width) => {
          const shown = layOut(columns, cells, width);
          for (const row of [columns.map(({ heading }) => heading), ...cells]) {
            expect(displayWidth(tableLine(columns, shown, row))).toBeLessThanOrEqual(width);
          }
        },
      ),
    );
  });

  it('pads by visible width, ignoring color codes', () => {
    const shown = layOut(columns, rows, undefined);
    const plain = tableLine(columns, shown, rows[0]!);
    const painted = tableLine(columns, shown, rows[0]!, (text) => `\u001b[1m${text}\u001b[22m`);
    expect(stripVTControlCharacters(painted)).toBe(plain);
  });
});

describe('facts', () => {
  it('aligns the values', () => {
    expect(
      facts(
        [
          ['name', 'Ada'],
          ['a longer name', 'x'],
        ],
        (text) => text,
      ),
    ).toBe('name           Ada\na longer name  x');
  });
});

describe('bar', () => {
  it('is as long as the share', () => {
    expect(bar(0, 4)).toBe('░░░░');
    expect(bar(0.001, 4)).toBe('█░░░');
    expect(bar(0.5, 4)).toBe('██░░');
    expect(bar(2, 4)).toBe('████');
  });
});
