import { arrangeLists, type FilterOption } from '../filter-options';
import { shownOptions, SHOWN_OF_EACH_LIST, SHOWN_OF_ONLY_LIST } from './shown-options';

const many = (count: number): FilterOption[] =>
  Array.from({ length: count }, (_, index) => ({ id: `i${index}`, label: `I ${index}` }));
const options = arrangeLists((name) =>
  many(name === 'industries' ? 5_000 : name === 'hiring.types' ? 150 : 3),
);

it('shows the start of each list, and says which lists continue', () => {
  const { industries, hiring, sizes, more } = shownOptions(options);
  expect(industries).toEqual(many(SHOWN_OF_EACH_LIST));
  expect(hiring).toMatchObject({ types: many(SHOWN_OF_EACH_LIST), seniorities: many(3) });
  expect(sizes).toEqual(many(3));
  expect([...more].sort()).toEqual(['hiring.types', 'industries']);
});

it('shows more of a single requested list, and no others', () => {
  expect(shownOptions(options, 'industries')).toEqual({
    industries: many(SHOWN_OF_ONLY_LIST),
    more: ['industries'],
  });
  expect(shownOptions(options, 'hiring.types')).toEqual({ hiring: { types: many(150) }, more: [] });
});
