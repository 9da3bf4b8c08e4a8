import { execFileSync } from 'node:child_process';
import { asPython, asTypeScript } from './as-sdk';
import type { Call } from './call';

const callIn = (code: string) => /response = (?:await )?([\s\S]*?)\n(?:console|print)/.exec(code)![1];
const inBoth = (call: Call) => [callIn(asTypeScript(call)), callIn(asPython(call))];

describe('a program with an SDK', () => {
  it('passes values as the SDK takes them', () => {
    const values: Call['values'] = [
      ['q', '"series a"'],
      ['locations', '[{"kind":"city","value":"Paris","country":"France"}]'],
      ['days', '30'],
      ['category', 'funding,hiring'],
      ['fundingMin', '1000000'],
      ['matched', 'true'],
    ];
    expect(inBoth({ name: 'search', values })).toEqual([
      `heliograph.signals.search({
  q: '"series a"',
  locations: [{ kind: 'city', value: 'Paris', country: 'France' }],
  days: 30,
  category: ['funding', 'hiring'],
  fundingMin: 1000000,
  matched: true,
});`,
      `client.signals.search(
    q='"series a"',
    locations=[{"kind": "city", "value": "Paris", "country": "France"}],
    days=30,
    category=["funding", "hiring"],
    funding_min=1000000,
    matched=True,
)`,
    ]);
  });

  it('prints all of a response, and a statement as it is', () => {
    const printed = (name: Call['name'], response: unknown) => {
      const print = asTypeScript({ name, values: [] }).split('\n').at(-1)!;
      const program = `const response = ${JSON.stringify(response)};\n${print}`;
      return execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' });
    };
    const response = { items: [{ company: { slug: 'acme' } }] };
    expect(JSON.parse(printed('search', response))).toEqual(response);
    expect(printed('statement', 'e30.e30.e30')).toBe('e30.e30.e30\n');
  });

  it('puts path parameters first, and passes none if the call has none', () => {
    expect(inBoth({ name: 'company', values: [['slug', 'acme']] })).toEqual([
      `heliograph.companies.get('acme');`,
      'client.companies.get("acme")',
    ]);
    expect(inBoth({ name: 'filter-options', values: [] })).toEqual([
      'heliograph.filterOptions();',
      'client.filter_options()',
    ]);
  });

  it('passes headers as options', () => {
    const headers: Call['values'] = [
      ['Idempotency-Key', 'a-key-0001'],
      ['X-Max-Records', '5'],
      ['X-Budget-Id', 'nightly'],
      ['X-Budget-Records', '100'],
    ];
    expect(inBoth({ name: 'search', values: [['limit', '5'], ...headers.slice(1)] })).toEqual([
      `heliograph.signals.search({ limit: 5 }, { maxRecords: 5, budget: { id: 'nightly', records: 100 } });`,
      'client.signals.search(limit=5, max_records=5, budget=Budget(id="nightly", records=100))',
    ]);
    expect(asPython({ name: 'search', values: headers })).toContain(
      'from heliograph import Budget, Heliograph',
    );
    expect(inBoth({ name: 'search', values: [['X-Max-Records', '5']] })[0]).toBe(
      'heliograph.signals.search({}, { maxRecords: 5 });',
    );
    expect(inBoth({ name: 'filter-options', values: [['X-Test-Outcome', 'slow']] })[0]).toBe(
      `heliograph.filterOptions({ testOutcome: 'slow' });`,
    );
    // This method takes both as one object.
    expect(
      inBoth({
        name: 'company',
        values: [
          ['slug', 'acme'],
          ['fields', 'name'],
          ['X-Max-Records', '1'],
        ],
      })[0],
    ).toBe(`heliograph.companies.get('acme', { fields: ['name'], maxRecords: 1 });`);
  });

  it('has arguments that are not members of an object', () => {
    const id: Call['values'][number] = ['id', 'an-id'];
    expect(inBoth({ name: 'replay-deliveries', values: [id, ['since', '2026-11-23T08:00:00Z']] })).toEqual([
      `heliograph.savedSearches.replaySince('an-id', '2026-11-23T08:00:00Z');`,
      'client.saved_searches.replay_since("an-id", since="2026-11-23T08:00:00Z")',
    ]);
    expect(inBoth({ name: 'replay-delivery', values: [id, ['deliveryId', 'a-delivery']] })).toEqual([
      `heliograph.savedSearches.replay('an-id', 'a-delivery');`,
      'client.saved_searches.replay("an-id", "a-delivery")',
    ]);
    expect(inBoth({ name: 'deliveries', values: [id, ['limit', '5']] })).toEqual([
      `heliograph.savedSearches.deliveries('an-id', { limit: 5 });`,
      'client.saved_searches.deliveries("an-id", limit=5)',
    ]);
    expect(inBoth({ name: 'saved-search-changes', values: [id, ['X-Max-Records', '5']] })[0]).toBe(
      `heliograph.savedSearches.changes('an-id', {}, { maxRecords: 5 });`,
    );
  });

  it("passes a saved search's query as a search takes it", () => {
    const values: Call['values'] = [
      ['id', 'an-id'],
      ['query', '{"category":"funding,hiring","fundingMin":"1000000"}'],
      ['webhook', 'null'],
      ['maxRecordsPerDay', '500'],
    ];
    expect(inBoth({ name: 'update-saved-search', values })).toEqual([
      `heliograph.savedSearches.update('an-id', {
  query: { category: ['funding', 'hiring'], fundingMin: 1000000 },
  webhook: null,
  maxRecordsPerDay: 500,
});`,
      `client.saved_searches.update(
    "an-id",
    query={"category": ["funding", "hiring"], "funding_min": 1000000},
    webhook=None,
    max_records_per_day=500,
)`,
    ]);
  });

  it('leaves values of the wrong kind to the API, which says what is wrong', () => {
    const values: Call['values'] = [
      ['locations', '[{'],
      ['limit', 'many'],
    ];
    expect(inBoth({ name: 'search', values })[0]).toBe(
      `heliograph.signals.search({ locations: '[{', limit: 'many' });`,
    );
  });

  it('escapes what would end a string or cannot be seen', () => {
    const values: Call['values'] = [['q', `it's "a"\\\n\u202e\u{e0001}`]];
    expect(inBoth({ name: 'search', values })).toEqual([
      String.raw`heliograph.signals.search({ q: 'it\'s "a"\\\n\u202e\u{e0001}' });`,
      String.raw`client.signals.search(q="it's \"a\"\\\n\u202e\U000e0001")`,
    ]);
  });
});
