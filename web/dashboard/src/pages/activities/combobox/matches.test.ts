import { noteOf, prefixOf, statusOf, withTyped, type Matches } from './matches';

const option = (id: string) => ({ id, label: id });
const matches = (more: Partial<Matches> = {}): Matches => ({ shown: [], total: 0, state: 'ready', ...more });

describe('the query for suggestions', () => {
  it.each([
    ['  New Yo ', 'New Yo'],
    ['会', '会'],
    ['', undefined],
    [' - ! ', undefined],
    ['😀', undefined],
  ])('%j: %j', (text, expected) => expect(prefixOf(text)).toBe(expected));

  it("has the API's limits", () => expect(prefixOf('a'.repeat(500))).toHaveLength(180));
});

describe('typed text', () => {
  const keyOf = (id: string) => id.toLowerCase();
  const found = matches({ shown: [option('acme'), option('acme-labs')], total: 2 });

  it('is offered after the matches', () =>
    expect(withTyped(found, option('ac'), keyOf)).toMatchObject({
      shown: [{ id: 'acme' }, { id: 'acme-labs' }, { id: 'ac' }],
      total: 3,
    }));

  it('is not offered twice', () => expect(withTyped(found, option('Acme'), keyOf)).toBe(found));

  it('keeps an unknown total unknown', () =>
    expect(withTyped({ ...found, total: undefined }, option('ac'), keyOf).total).toBeUndefined());
});

describe('announcements', () => {
  const some = { shown: [option('a'), option('b')] };
  it.each([
    ['for a list', matches({ ...some, total: 2 }), 'x', undefined, '2 matches'],
    ['for one match', matches({ shown: [option('a')], total: 1 }), 'x', undefined, '1 match'],
    [
      'for a long list',
      matches({ ...some, total: 1_002 }),
      '',
      '1,000 more. Type to find one.',
      '1,002 matches',
    ],
    [
      'for truncated suggestions',
      matches({ ...some, total: undefined }),
      'x',
      'There may be more. Keep typing to narrow the list.',
      '2 matches or more',
    ],
    ['for no matches', matches(), 'x', 'Nothing matches.', 'Nothing matches.'],
    ['before anything is typed', matches(), ' ', 'Type to search.', 'Type to search.'],
    ['while nothing has arrived', matches({ state: 'waiting' }), 'x', 'Loading…', ''],
    ['while earlier ones are shown', matches({ ...some, total: 2, state: 'waiting' }), 'x', undefined, ''],
  ])('%s', (_case, given, text, note, status) => {
    expect(noteOf(given, text)).toBe(note);
    expect(statusOf(given, text)).toBe(status);
  });

  it('describe a failure to sighted users and screen readers', () => {
    const failed = matches({ ...some, total: 2, state: 'failed' });
    expect(noteOf(failed, 'x')).toMatch(/could not be loaded/);
    expect(statusOf(failed, 'x')).toBe(noteOf(failed, 'x'));
  });
});
