import { countsOf } from './facet-counts';

const counts = countsOf({
  category: {
    values: [{ value: 'funding', label: 'Funding', count: 12 }],
    more: false,
  },
  industry: { values: [{ value: 'Robotics', label: 'Robotics', count: 3 }], more: true },
});

it.each([
  ['category', 'funding', 12],
  ['category', 'hiring', 0],
  ['industries', 'Robotics', 3],
  ['industry', 'Robotics', 3],
  // May be among the unlisted ones.
  ['industries', 'Food', undefined],
  // Not requested.
  ['size', '1-49', undefined],
] as const)('%s %s: %p', (filter, id, expected) => expect(counts(filter, id)).toBe(expected));

it('knows nothing before anything is counted', () => {
  expect(countsOf(undefined)('category', 'funding')).toBeUndefined();
});
