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

test('a common word within days is walked for, not looked up in all days', () => {
  const within = { ...wanted(lexeme('common')), days: [{ from: '2026-09-03', to: '2026-10-17' }] };
  expect(chooseStages(within, statistics)[0]).toEqual({ kind: 'walk', rows: 8192 });
});

test('a word neither common nor rare is looked up in a window of recent days first', () => {
  const stages = chooseStages(wanted(lexeme('some')), statistics);
  expect(stages[0]).toMatchObject({ kind: 'index', from: expect.stringMatching(/^2026-/) });
  expect(stages.at(-1)).toEqual({ kind: 'index', from: undefined });
});

test('a deep page of a common word lists a window that holds it, not every match', () => {
  const [first] = chooseStages(wanted(lexeme('common'), 5001), statistics);
  expect(first).toEqual({ kind: 'index', from: expect.stringMatching(/^202[56]-/) });
});

test('two common words that should rarely meet are listed at once, without windows', () => {
  const stages = chooseStages(wanted(and(lexeme('common'), lexeme('some'))), statistics);
  expect(stages).toEqual([{ kind: 'index', from: undefined }]);
});
