import { COMPANY_PARAMETER_NAMES } from '@heliograph/contract';
import { readCompanyFields } from './company-fields';
import {
  IDENTIFY_PARAMETER_NAMES,
  readIdentifyQuery,
  readSuggestQuery,
  SUGGEST_PARAMETER_NAMES,
} from './helper-query';
import { readPageSize } from './page-size';
import { type Query, readQuery } from './query-string';

function read<Result>(raw: string, known: ReadonlySet<string>, parse: (query: Query) => Result) {
  const query = readQuery(raw, known);
  const result = parse(query);
  return { result, issues: query.issues.map(({ parameter, message }) => `${parameter}: ${message}`) };
}

const suggest = (raw: string) => read(raw, SUGGEST_PARAMETER_NAMES, readSuggestQuery);
const identify = (raw: string) => read(raw, IDENTIFY_PARAMETER_NAMES, readIdentifyQuery);
const KINDS = 'company, country, city, industry, category';

it('reads what to suggest, with a default limit of ten', () => {
  expect(suggest('kind=company&prefix=ember')).toEqual({
    result: { kind: 'company', prefix: 'ember', limit: 10 },
    issues: [],
  });
  expect(suggest('kind=city&prefix=%E4%BA%AC&limit=20')).toEqual({
    result: { kind: 'city', prefix: '京', limit: 20 },
    issues: [],
  });
});

it.each([
  ['', ['kind: is required', 'prefix: is required']],
  ['kind=size&prefix=a', [`kind: must be one of ${KINDS}`]],
  ['kind=city&prefix=%ff', ['prefix: is not valid percent-encoded UTF-8']],
  ['kind=city&prefix=-%20.', ['prefix: must contain a letter or a digit']],
  [`kind=city&prefix=${'a'.repeat(181)}`, ['prefix: must have at most 180 characters']],
  ['kind=city&prefix=a&limit=21', ['limit: must be a whole number from 1 to 20']],
])('does not suggest for %j', (raw, issues) => {
  expect(suggest(raw).issues).toEqual(issues);
});

it.each([
  ['domain=Jobs.Acme.example', { host: 'jobs.acme.example' }],
  ['domain=https://jobs.acme.example/open?id=1', { host: 'jobs.acme.example' }],
  ['domain=ada@acme.example', { host: 'acme.example' }],
  ['name=Acme,+Inc.', { name: 'Acme, Inc.' }],
])('identifies by %s', (raw, result) => {
  expect(identify(raw)).toEqual({ result, issues: [] });
});

it.each([
  ['', 'domain: exactly one of domain and name must be given'],
  ['domain=acme.example&name=Acme', 'name: exactly one of domain and name must be given'],
  ['domain=%FF', 'domain: is not valid percent-encoded UTF-8'],
  ['domain=a+b', 'domain: must be a host, a URL or an email address'],
  ['name=+', 'name: must not be white space only'],
  [`name=${'a'.repeat(1001)}`, 'name: must have at most 1000 characters'],
])('does not identify by %j', (raw, issue) => {
  expect(identify(raw).issues).toEqual([issue]);
});

it('reads the fields of a company, defaulting to all', () => {
  const fields = (raw: string) => read(raw, COMPANY_PARAMETER_NAMES, readCompanyFields);
  expect(fields('')).toEqual({ result: [], issues: [] });
  expect(fields('fields=name,domain')).toEqual({ result: ['domain', 'name'], issues: [] });
  expect(fields('fields=name,none').issues).toEqual([
    expect.stringMatching(/^fields: item 2 must be one of slug, /),
  ]);
});

const pageSize = (raw: string) =>
  read(raw, new Set(['limit']), (query) => readPageSize(query, { default: 25, maximum: 100 }));

it.each([
  ['', 25],
  ['limit=1', 1],
  ['limit=100', 100],
])('reads the size of a page from %j', (raw, limit) => {
  expect(pageSize(raw)).toEqual({ result: limit, issues: [] });
});

it.each(['0', '101', '1000', '01', '1.5', '-1', '1e1', 'x1', '1x'])('refuses a page of %s', (limit) => {
  expect(pageSize(`limit=${limit}`).issues).toEqual(['limit: must be a whole number from 1 to 100']);
});
