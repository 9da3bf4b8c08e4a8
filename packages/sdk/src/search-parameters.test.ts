import { HeliographError } from './errors.ts';
import { encodeParameters, type SearchParameters } from './search-parameters.ts';

const encode = (parameters: SearchParameters) => Object.fromEntries(encodeParameters(parameters));

it('writes each kind of parameter as the interface wants it', () => {
  expect(
    encode({
      q: '"series a" -layoffs',
      days: 30,
      limit: 5,
      fundingMin: 1_500_000,
      category: ['funding', 'hiring'],
      hiringFunction: 'engineering,sales',
      dateRanges: [7, 'older'],
      ids: ['1', '9223372036854775807'],
      companies: ['acme', 'Café Zürich'],
      industries: ['Robotics, heavy', 'Food'],
      locations: [{ kind: 'city', value: 'Paris', country: 'France' }],
      searchGroups: { op: 'and', groups: [{ scope: 'company', match: 'or', terms: ['a', 'b c'] }] },
      countOnly: true,
    }),
  ).toEqual({
    q: '"series a" -layoffs',
    days: '30',
    limit: '5',
    fundingMin: '1500000',
    category: 'funding,hiring',
    hiringFunction: 'engineering,sales',
    dateRanges: '7,older',
    ids: '1,9223372036854775807',
    companies: 'acme,Café Zürich',
    industries: '["Robotics, heavy","Food"]',
    locations: '[{"kind":"city","value":"Paris","country":"France"}]',
    searchGroups: '{"op":"and","groups":[{"scope":"company","match":"or","terms":["a","b c"]}]}',
    countOnly: 'true',
  });
});

it('leaves out what is undefined', () => {
  expect(encode({ q: undefined, cursor: undefined, category: undefined })).toEqual({});
});

it('refuses an item that a comma-separated list would divide', () => {
  const error = (() => {
    try {
      return encode({ companies: ['acme', 'Acme Robotics, Inc.'] });
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toBeInstanceOf(HeliographError);
  expect(error).toMatchObject({ code: 'invalid_parameter', errors: [{ parameter: 'companies' }] });
});
