import type { SampleCorpus } from '@heliograph/sample-corpus';
import { sampleCorpus } from '@heliograph/sample-corpus';
import type { CompanyRecord, SignalRecord } from '@heliograph/catalog';
import fc from 'fast-check';
import { validateCompany, validateSignal, type Verdict } from './validate-record';

const company = { slug: 'brindlewick', name: 'Brindlewick Robotics' };
const signal = {
  id: '42',
  title: 'Brindlewick raises €18m',
  category: 'funding',
  companySlug: 'brindlewick',
  activityDate: '2026-11-20',
  publishedAt: '2026-11-20T09:30:00Z',
};

function issuesOf(verdict: Verdict<unknown>): string {
  return 'issues' in verdict ? verdict.issues.join('; ') : '';
}

describe('a company', () => {
  test('requires only a slug and a name', () => {
    expect(validateCompany(company)).toEqual({ record: company });
  });

  test('keeps known members and ignores the rest; null and empty text count as absent', () => {
    const value = {
      ...company,
      domain: 'brindlewick.example',
      description: null,
      country: '',
      city: 'Köln',
      industries: ['Robotics', 'Robotics', 'Manufacturing'],
      employeeCount: 120,
      mascot: 'goose',
    };
    expect(validateCompany(value)).toEqual({
      record: {
        ...company,
        domain: 'brindlewick.example',
        city: 'Köln',
        industries: ['Robotics', 'Manufacturing'],
        employeeCount: 120,
      },
    });
  });

  test.each([
    [{ slug: undefined }, 'slug is required'],
    [{ slug: '' }, 'slug must not be empty'],
    [{ slug: 7 }, 'slug must be a string, not a number'],
    [{ slug: 'Brindlewick' }, 'slug "Brindlewick" must be 1 to 180 of a-z'],
    [{ slug: '-wick' }, 'slug "-wick" must be'],
    [{ slug: 'a'.repeat(181) }, `slug "${'a'.repeat(60)}…" must be`],
    [{ slug: 'a\n' }, 'slug "a\\n" must be'],
    [{ name: null }, 'name is required'],
    [{ name: '  \u3000' }, 'name must not be blank'],
    [{ name: 'x'.repeat(1001) }, 'name has 1001 characters, more than 1000'],
    [{ name: 'a\0b' }, 'name contains a NUL character'],
    [{ name: 'a\ud800b' }, 'name contains an unpaired surrogate'],
    [{ country: ['France'] }, 'country must be a string, not an array'],
    [{ city: 'x'.repeat(181) }, 'city has 181 characters, more than 180'],
    [{ industries: 'Robotics' }, 'industries must be an array of strings, not a string'],
    [{ industries: ['Robotics', 3] }, 'industries[1] must be a string, not a number'],
    [{ industries: [''] }, 'industries[0] must not be empty'],
    [{ industries: [null] }, 'industries[0] must be a string, not null'],
    [{ employeeCount: '120' }, 'employeeCount must be a number, not a string'],
    [{ employeeCount: -1 }, 'employeeCount -1 must not be negative'],
    [{ employeeCount: 1.5 }, 'employeeCount 1.5 must be a whole number'],
    [{ employeeCount: 2 ** 53 }, 'must be a whole number up to 9007199254740991'],
    [{ employeeCount: Infinity }, 'employeeCount is too large'],
    [{ name: 'a\u001bb' }, 'name "a\\u001bb" contains the control character U+001B'],
    [{ name: 'a\nb' }, 'name "a\\nb" contains the control character U+000A'],
    [{ city: 'a\u202eb' }, 'city "a\\u202eb" contains the control character U+202E'],
    [{ country: 'a\u2028b' }, 'country "a\\u2028b" contains the control character U+2028'],
    [{ domain: 'a\u0085b' }, 'domain "a\\u0085b" contains the control character U+0085'],
    [{ industries: ['a', 'b\u2066c'] }, 'industries[1] "b\\u2066c" contains the control character U+2066'],
    [{ industries: Array(51).fill('a') }, 'industries has 51 items, more than 50'],
    [{ description: 'a\0b' }, 'description contains a NUL character'],
  ])('with %j is refused: %s', (change, reason) => {
    expect(issuesOf(validateCompany({ ...company, ...change }))).toContain(reason);
  });
});

test('a description keeps its lines, with a space for anything else that is not text', () => {
  expect(validateCompany({ ...company, description: 'One\r\n\ttwo\u0003three \u202dfour' })).toMatchObject({
    record: { description: 'One\r\n\ttwo three  four' },
  });
});

describe('a signal', () => {
  test('requires only six members; its time is stored in UTC', () => {
    expect(validateSignal({ ...signal, publishedAt: '2026-11-20T10:30:00+01:00' })).toEqual({
      record: { ...signal, publishedAt: '2026-11-20T09:30:00.000Z' },
    });
  });

  test('keeps hiring and funding', () => {
    const details = {
      activityUrl: 'https://brindlewick.example/news?id=1',
      hiring: { types: ['open-role'], functions: ['engineering', 'data'] },
      funding: { stage: 'series-a', amount: 18_000_000.5, currency: 'EUR' },
    };
    expect(validateSignal({ ...signal, ...details })).toMatchObject({ record: details });
  });

  test('keeps its title, with a space for each character that is not text', () => {
    const titles = [
      'a\u001b[31mb',
      'a\u0080\u0093b',
      'a\u202eb\u2069',
      'a\nb',
      'Lands’\u200b End 👩\u200d🚀',
    ];
    expect(titles.map((title) => validateSignal({ ...signal, title }))).toMatchObject(
      ['a [31mb', 'a  b', 'a b ', 'a b', 'Lands’\u200b End 👩\u200d🚀'].map((title) => ({
        record: { title },
      })),
    );
  });

  test('accepts lists of 50', () => {
    const list = Array.from({ length: 50 }, (_, index) => `item ${index}`);
    expect(validateSignal({ ...signal, industries: list, hiring: { types: list } })).toMatchObject({
      record: { industries: list, hiring: { types: list } },
    });
  });

  test.each([1, 19])('accepts ids of %i digits', (digits) => {
    expect(issuesOf(validateSignal({ ...signal, id: '9'.repeat(digits) }))).toBe('');
  });

  test('counts code points, not UTF-16 units', () => {
    expect(issuesOf(validateSignal({ ...signal, title: '🏭'.repeat(1000) }))).toBe('');
    expect(issuesOf(validateSignal({ ...signal, title: '🏭'.repeat(1001) }))).toBe(
      'title has 1001 characters, more than 1000',
    );
  });

  test.each([
    [{ id: 42 }, 'id must be a string, not a number'],
    [{ id: '042' }, 'id "042" must be a string of 1 to 19 digits'],
    [{ id: '1'.repeat(20) }, 'must be a string of 1 to 19 digits'],
    [{ id: undefined }, 'id is required'],
    [{ title: '' }, 'title must not be empty'],
    [{ title: '   ' }, 'title must not be blank'],
    [{ title: '\u0001\n\u202e\u200b' }, 'title must not be blank'],
    [{ title: 'x'.repeat(1001) }, 'title has 1001 characters, more than 1000'],
    [{ title: true }, 'title must be a string, not true'],
    [{ category: undefined }, 'category is required'],
    [{ category: 'a,b' }, 'category "a,b" must not contain a comma'],
    [{ category: 'x'.repeat(181) }, 'category has 181 characters'],
    [{ companySlug: 'No Such' }, 'companySlug "No Such" must be'],
    [{ activityDate: '2026-02-30' }, 'activityDate "2026-02-30" is not a calendar date'],
    [{ activityDate: '2026-11-20T00:00:00Z' }, 'is not a calendar date'],
    [{ activityDate: '1899-12-31' }, 'must be from 1900-01-01 to 2200-12-31'],
    [{ activityDate: 20261120 }, 'activityDate must be a string, not a number'],
    [{ publishedAt: '2026-11-20 09:30' }, 'publishedAt "2026-11-20 09:30" is not an ISO 8601 instant'],
    [{ publishedAt: '2026-11-20T09:30:00' }, 'is not an ISO 8601 instant with Z or an offset'],
    [{ publishedAt: '0001-01-01T00:00:00Z' }, 'must be in the years 1900 to 9999'],
    [{ publishedAt: '9999-12-31T23:59:59-01:00' }, 'must be in the years 1900 to 9999'],
    [{ activityUrl: 'javascript:alert(1)' }, 'is not an http or https URL'],
    [{ activityUrl: 'https://' }, 'is not an http or https URL'],
    [{ activityUrl: 'https://a.example/ b' }, 'is not an http or https URL'],
    [{ hiring: ['open-role'] }, 'hiring must be an object, not an array'],
    [{ hiring: { types: 'open-role' } }, 'hiring.types must be an array of strings, not a string'],
    [{ hiring: { functions: ['a,b'] } }, 'hiring.functions[0] "a,b" must not contain a comma'],
    [{ hiring: { seniorities: [''] } }, 'hiring.seniorities[0] must not be empty'],
    [{ funding: 'series-a' }, 'funding must be an object, not a string'],
    [{ funding: { amount: -1 } }, 'funding.amount -1 must not be negative'],
    [{ funding: { amount: '5' } }, 'funding.amount must be a number, not a string'],
    [{ funding: { amount: Infinity } }, 'funding.amount is too large'],
    [{ funding: { currency: 'usd' } }, 'funding.currency "usd" is not a currency code'],
    [{ funding: { stage: 'a,b' } }, 'funding.stage "a,b" must not contain a comma'],
    [{ category: 'ev\u001b[31mil' }, 'category "ev\\u001b[31mil" contains the control character U+001B'],
    [{ category: 'a\u200bb' }, 'category "a\\u200bb" contains the control character U+200B'],
    [
      { hiring: { types: ['e\u202evil'] } },
      'hiring.types[0] "e\\u202evil" contains the control character U+202E',
    ],
    [{ hiring: { functions: Array(51).fill('a') } }, 'hiring.functions has 51 items, more than 50'],
    [{ industries: Array(51).fill('a') }, 'industries has 51 items, more than 50'],
    [{ funding: { stage: 'a\u2029b' } }, 'funding.stage "a\\u2029b" contains the control character U+2029'],
    [
      { activityUrl: 'http://a.example/\u001b[31m' },
      'activityUrl "http://a.example/\\u001b[31m" contains the control',
    ],
    [{ title: 'a\0b' }, 'title contains a NUL character'],
    [{ title: 'a\ud800b' }, 'title contains an unpaired surrogate'],
  ])('with %j is refused: %s', (change, reason) => {
    expect(issuesOf(validateSignal({ ...signal, ...change }))).toContain(reason);
  });

  test('reports all issues at once', () => {
    expect(issuesOf(validateSignal({ id: '1', title: '', activityDate: 'soon' }))).toBe(
      'title must not be empty; category is required; companySlug is required; ' +
        'activityDate "soon" is not a calendar date, YYYY-MM-DD; publishedAt is required',
    );
  });
});

test.each([null, [], 'text', 3, true])('%j is not a record', (value) => {
  expect(validateCompany(value)).toEqual({ issues: ['is not a JSON object'] });
  expect(validateSignal(value)).toEqual({ issues: ['is not a JSON object'] });
});

test('members of the prototype do not count as members of the record', () => {
  const value: unknown = JSON.parse('{"__proto__": {"slug": "x", "name": "y"}}');
  expect(issuesOf(validateCompany(value))).toBe('slug is required; name is required');
});

describe('any JSON', () => {
  /** Objects with the relevant members, whose values are of any kind. */
  const anyRecord = fc.record(
    Object.fromEntries(
      [
        'slug',
        'name',
        'id',
        'title',
        'activityUrl',
        'publishedAt',
        'hiring',
        'funding',
        'industries',
        'employeeCount',
      ].map((name) => [
        name,
        fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.webUrl(), fc.double()),
      ]),
    ),
    { requiredKeys: [] },
  );

  test('neither validator throws, and a refusal has reasons', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), anyRecord), (value) => {
        for (const verdict of [validateCompany(value), validateSignal(value)]) {
          if ('issues' in verdict) expect(verdict.issues).not.toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });
});

test('the bundled corpus passes unchanged', () => {
  const { companies, signals }: SampleCorpus = sampleCorpus('2026-11-21');
  // Makes the compiler check that both packages have the same record types.
  const sameRecords: { companies: CompanyRecord[]; signals: SignalRecord[] } = { companies, signals };
  const accepted = (verdicts: Verdict<unknown>[]) =>
    verdicts.map((verdict) => ('record' in verdict ? verdict.record : verdict));
  expect(accepted(sameRecords.companies.map(validateCompany))).toEqual(companies);
  expect(accepted(sameRecords.signals.map(validateSignal))).toEqual(signals);
});
