import { always, and, lexeme, not } from './expression';
import { allDays } from './days';
import { chooseStages, type Wanted } from './stages';
import { Statistics } from './statistics';

const days = Array.from({ length: 500 }, (_, index) => ({
  day: new Date(Date.UTC(2025, 6, 1) + index * 86_400_000).toISOString().slice(0, 10),
  signals: 2000,
}));
const shares = new Map([
  ['very', 0.2],
  ['common', 0.02],
  ['some', 0.002],
]);
const statistics = new Statistics({ shares, days, bitmaps: new Set() });
const wanted = (expression: Wanted['expression'], count = 51): Wanted => ({
  expression,
  days: allDays,
  count,
});

test('a rare word is listed and sorted', () => {
  expect(chooseStages(wanted(lexeme('rare')), statistics)).toEqual([{ kind: 'index', from: undefined }]);
});

test('a very common word is found by a short walk, and otherwise in growing windows, all of it last', () => {
  const stages = chooseStages(wanted(lexeme('very')), statistics);
  expect(stages[0]).toEqual({ kind: 'walk', rows: 1024 });
  const windows = stages.slice(1, -1).map((stage) => (stage.kind === 'index' ? stage.from : undefined));
  expect(windows.length).toBeGreaterThan(0);
  expect([...windows].sort().reverse()).toEqual(windows);
  expect(stages.at(-1)).toEqual({ kind: 'index', from: undefined });
});

test('common words that may never meet are not walked for without bound', () => {
  const stages = chooseStages(wanted(and(lexeme('very'), lexeme('common'))), statistics);
  expect(stages.every((stage) => stage.kind === 'index' || stage.rows !== undefined)).toBe(true);
});

test('exclusions alone can only be walked', () => {
  expect(chooseStages(wanted(not(lexeme('very'))), statistics)).toEqual([{ kind: 'walk' }]);
  expect(chooseStages(wanted(always), statistics)).toEqual([{ kind: 'walk' }]);
});
