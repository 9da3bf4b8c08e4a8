import { differencesOf, type ComparedSignal, type Differences } from './differences';

const EMBEDDED = { version: 5n, state: 'embedded', isIndexed: true } as const;
const nothing: Differences = {
  signals: 1,
  points: 0,
  missing: [],
  surplus: [],
  toPut: [],
  toRemove: [],
  toForget: [],
  hasUnembedded: false,
};
const [one, ...none] = ['7'];
const ids = [one!];

it.each<[string, Omit<ComparedSignal, 'id'>, bigint | undefined, Partial<Differences>]>([
  ['as it should be', { catalogVersion: 5n, stored: EMBEDDED }, 5n, {}],
  [
    'not embedded',
    { catalogVersion: 5n, stored: undefined },
    undefined,
    { missing: ids, hasUnembedded: true },
  ],
  [
    'changed since it was embedded',
    { catalogVersion: 6n, stored: EMBEDDED },
    5n,
    { missing: ids, hasUnembedded: true },
  ],
  ['lost by the index', { catalogVersion: 5n, stored: EMBEDDED }, undefined, { missing: ids, toPut: ids }],
  ['older in the index', { catalogVersion: 5n, stored: EMBEDDED }, 4n, { missing: ids, toPut: ids }],
  [
    'newer in the index, as after restoring the database',
    { catalogVersion: 5n, stored: EMBEDDED },
    6n,
    { toRemove: ids, toPut: ids },
  ],
  [
    'newer in both, as after restoring the catalog',
    { catalogVersion: 4n, stored: EMBEDDED },
    5n,
    { toForget: ids, toRemove: ids },
  ],
  [
    'in the index but not in the table',
    { catalogVersion: 5n, stored: { ...EMBEDDED, isIndexed: false } },
    5n,
    { toPut: ids },
  ],
  ['dead', { catalogVersion: 5n, stored: { ...EMBEDDED, state: 'dead' } }, undefined, {}],
  [
    'dead, with a point for an earlier text',
    { catalogVersion: 5n, stored: { ...EMBEDDED, state: 'dead', isIndexed: false } },
    4n,
    { toRemove: ids },
  ],
  [
    'in the index without a vector',
    { catalogVersion: 5n, stored: undefined },
    5n,
    { toRemove: ids, hasUnembedded: true },
  ],
  [
    'withdrawn, but in the index',
    { catalogVersion: undefined, stored: { ...EMBEDDED, state: 'withdrawn' } },
    4n,
    { signals: 0, surplus: ids, toRemove: ids },
  ],
  [
    'withdrawn, but still in the table',
    { catalogVersion: undefined, stored: { ...EMBEDDED, state: 'withdrawn', isIndexed: false } },
    undefined,
    { signals: 0, toRemove: ids },
  ],
  [
    'withdrawn',
    { catalogVersion: undefined, stored: { ...EMBEDDED, state: 'withdrawn' } },
    undefined,
    { signals: 0 },
  ],
  [
    'gone from the catalog',
    { catalogVersion: undefined, stored: EMBEDDED },
    5n,
    { signals: 0, surplus: ids, toForget: ids, toRemove: ids },
  ],
])('a signal that is %s', (_what, signal, point, expected) => {
  const points =
    point === undefined ? none.map((id) => ({ id, version: 0n })) : [{ id: '7', version: point }];
  expect(differencesOf([{ id: '7', ...signal }], points)).toEqual({
    ...nothing,
    points: points.length,
    ...expected,
  });
});

it('finds unknown points', () => {
  expect(differencesOf([], [{ id: '7', version: 1n }])).toEqual({
    ...nothing,
    signals: 0,
    points: 1,
    surplus: ['7'],
    toRemove: ['7'],
  });
});
