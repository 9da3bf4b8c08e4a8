import { filterOptionsOf, type Identifier } from './filter-options';

const identifiers: Identifier[] = [
  { kind: 'funding_stage', id: 'series-10', label: 'Series 10' },
  { kind: 'funding_stage', id: 'series-2', label: 'Series 2' },
  { kind: 'funding_stage', id: 'b', label: 'Élan' },
  { kind: 'funding_stage', id: 'c', label: 'Equity' },
  { kind: 'funding_stage', id: 'a', label: 'Equity' },
  { kind: 'category', id: 'ipo', label: 'IPO' },
];

test('lists are ordered by label, as people do', () => {
  const { byKind } = filterOptionsOf(identifiers);
  expect(byKind.get('funding_stage')?.map((option) => option.id)).toEqual([
    'b',
    'a',
    'c',
    'series-2',
    'series-10',
  ]);
  expect(byKind.get('category')).toEqual([{ id: 'ipo', label: 'IPO' }]);
});

test('the version follows from the lists, not from the order they are read in', () => {
  const { version } = filterOptionsOf(identifiers);
  expect(filterOptionsOf([...identifiers].reverse()).version).toBe(version);
  expect(filterOptionsOf(identifiers.slice(1)).version).not.toBe(version);
  const relabelled = identifiers.map((identifier) => ({ ...identifier, label: `${identifier.label}!` }));
  expect(filterOptionsOf(relabelled).version).not.toBe(version);
});

test('sizes are those that a search can ask for', () => {
  expect(filterOptionsOf([]).sizes).toEqual([
    { id: '1-49', label: '1 to 49 employees' },
    { id: '50-100', label: '50 to 100 employees' },
    { id: '101-500', label: '101 to 500 employees' },
    { id: '501-10000000', label: '501 or more employees' },
  ]);
});
