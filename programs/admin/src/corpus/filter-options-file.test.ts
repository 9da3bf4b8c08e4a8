import fc from 'fast-check';
import { parseFilterOptions } from './filter-options-file';

test('reads every list in the format of GET /filter-options', () => {
  const option = (id: string) => [{ id, label: id.toUpperCase() }];
  const { identifiers, issues } = parseFilterOptions({
    categories: option('a'),
    industries: option('b, c'),
    hiring: {
      types: option('d'),
      functions: option('e'),
      seniorities: option('f'),
      employmentTypes: option('g'),
      workArrangements: option('h'),
    },
    fundingStages: option('i'),
    sizes: option('1-49'),
    countries: option('j'),
  });
  expect(issues).toEqual([]);
  expect(identifiers.map(({ kind, id, label }) => `${kind} ${id} ${label}`)).toEqual([
    'category a A',
    'industry b, c B, C',
    'hiring_type d D',
    'hiring_function e E',
    'hiring_seniority f F',
    'hiring_employment_type g G',
    'hiring_work_arrangement h H',
    'funding_stage i I',
    'country j J',
  ]);
});

test('reads a response of GET /filter-options verbatim', () => {
  const { identifiers, issues } = parseFilterOptions({ data: { categories: [{ id: 'a', label: 'A' }] } });
  expect({ identifiers, issues }).toEqual({
    identifiers: [{ kind: 'category', id: 'a', label: 'A' }],
    issues: [],
  });
});

test.each([{}, { foo: [] }, { data: { foo: [] } }])('rejects %j as filter options', (value) => {
  expect(parseFilterOptions(value).issues).toEqual([
    'has none of categories, industries, hiring, fundingStages, countries',
  ]);
});

test('names every issue', () => {
  const { issues } = parseFilterOptions({
    categories: [{ id: 'a,b', label: 'x' }, 'c', { id: 'd' }, { id: 'e\u202ef', label: 'g\u001bh' }],
    hiring: { types: {} },
    fundingStages: null,
  });
  expect(issues).toEqual([
    'categories[0].id "a,b" must not contain a comma',
    'categories[1] must be an object with id and label',
    'categories[2].label is required',
    'categories[3].id "e\\u202ef" contains the control character U+202E',
    'categories[3].label "g\\u001bh" contains the control character U+001B',
    'hiring.types must be an array of {id, label}',
  ]);
});

test('never throws', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      parseFilterOptions(value);
      parseFilterOptions({ categories: value, hiring: value, countries: [value] });
    }),
  );
});
