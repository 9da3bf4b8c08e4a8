import { identifierKinds } from '@heliograph/catalog';
import {
  filterOptionsOf,
  identifierBounds,
  isTooLong,
  joined,
  valueBounds,
  withinBounds,
  type FilterOptions,
  type Identifier,
} from './filter-options';

const identifiers: Identifier[] = [
  { kind: 'funding_stage', id: 'series-10', label: 'Series 10' },
  { kind: 'funding_stage', id: 'series-2', label: 'Series 2' },
  { kind: 'funding_stage', id: 'b', label: 'Élan' },
  { kind: 'funding_stage', id: 'c', label: 'Equity' },
  { kind: 'funding_stage', id: 'a', label: 'Equity' },
  { kind: 'category', id: 'ipo', label: 'IPO' },
];

test('sorts lists by label, as a person would', () => {
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

test('the version depends on the lists, not on the order in which they are read', () => {
  const { version } = filterOptionsOf(identifiers);
  expect(filterOptionsOf([...identifiers].reverse()).version).toBe(version);
  expect(filterOptionsOf(identifiers.slice(1)).version).not.toBe(version);
  const relabeled = identifiers.map((identifier) => ({ ...identifier, label: `${identifier.label}!` }));
  expect(filterOptionsOf(relabeled).version).not.toBe(version);
});

test('returns the sizes that a search accepts', () => {
  expect(filterOptionsOf([]).sizes).toEqual([
    { id: '1-49', label: '1 to 49 employees' },
    { id: '50-100', label: '50 to 100 employees' },
    { id: '101-500', label: '101 to 500 employees' },
    { id: '501-10000000', label: '501 or more employees' },
  ]);
});

describe('limits of a list', () => {
  // Four bytes each: one for the id and three for the label.
  const list = ['a', 'b', 'c'].map((id) => ({ id, label: `é${id}` }));
  const bounds = { kinds: [], options: 3, bytes: 12 };

  it.each([
    [bounds, 3],
    [{ ...bounds, options: 2 }, 2],
    [{ ...bounds, bytes: 11 }, 2],
    [{ ...bounds, bytes: 4 }, 1],
    [{ ...bounds, bytes: 3 }, 0],
    [{ ...bounds, options: 0 }, 0],
  ])('within %p, %p options', (of, count) => {
    expect(withinBounds(list, of)).toEqual(list.slice(0, count));
    expect(isTooLong(list, of)).toBe(count < list.length);
  });

  it('has every kind in one of the two parts: validated, or only informative', () => {
    expect([...identifierBounds.kinds, ...valueBounds.kinds].sort()).toEqual([...identifierKinds].sort());
    expect(valueBounds.kinds).toEqual(['industry', 'country']);
  });

  it('fits both parts into a message', () => {
    const bytes = [identifierBounds, valueBounds].map(({ kinds, bytes: each }) => kinds.length * each);
    expect(Math.max(...bytes)).toBeLessThanOrEqual(16 * 1024 * 1024);
  });
});

test('joins parts into one, whose version depends on theirs', () => {
  const [stages, categories] = ['funding_stage', 'category'].map((kind) =>
    filterOptionsOf(identifiers.filter((identifier) => identifier.kind === kind)),
  ) as [FilterOptions, FilterOptions];
  const both = joined(stages, categories);
  expect([...both.byKind.keys()]).toEqual(['funding_stage', 'category']);
  expect(both.byKind.get('category')).toEqual([{ id: 'ipo', label: 'IPO' }]);
  expect(both.sizes).toEqual(stages.sizes);
  expect(both.version).toMatch(/^[\w-]{22}$/);
  expect(joined(stages, categories).version).toBe(both.version);
  expect(joined(stages).version).not.toBe(both.version);
});
