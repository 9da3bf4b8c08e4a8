import { isSearch, isSearchId, searchEventId } from './web-search';

const of = (values: Record<string, string>) => new Map(Object.entries(values));

it.each([
  [{ q: 'a' }, true],
  [{ semantic: 'robots' }, true],
  [{ searchGroups: '{}' }, true],
  [{ q: 'a', page: '2' }, true],
  [{ q: 'a', cursor: 'x' }, false],
  [{ category: 'funding', days: '7' }, false],
  [{ exclude: 'a' }, false],
  [{ companySlug: 'acme' }, false],
  [{}, false],
])('%j: %s', (values, expected) => expect(isSearch(of(values as Record<string, string>))).toBe(expected));

it('names a search by account, month, name and words, and by nothing else', () => {
  const id = searchEventId('account', '2026-11', 'search-1', of({ q: 'a' }));
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const same = of({ limit: '3', category: 'funding', q: 'a', countOnly: 'true' });
  expect(searchEventId('account', '2026-11', 'search-1', same)).toBe(id);
  const others = [
    searchEventId('another', '2026-11', 'search-1', of({ q: 'a' })),
    searchEventId('account', '2026-12', 'search-1', of({ q: 'a' })),
    searchEventId('account', '2026-11', 'search-2', of({ q: 'a' })),
    searchEventId('account', '2026-11', 'search-1', of({ q: 'b' })),
    searchEventId('account', '2026-11', 'search-1', of({ all: 'a' })),
    searchEventId('account', '2026-11', 'search-1', of({ q: 'a', company: 'b' })),
  ];
  expect(new Set([id, ...others]).size).toBe(7);
});

it.each([
  ['12345678', true],
  ['a_-Z0123', true],
  ['a'.repeat(128), true],
  ['1234567', false],
  ['a'.repeat(129), false],
  ['with space', false],
  ['ünïcode8', false],
])('%s can name a search: %s', (text, expected) => expect(isSearchId(text)).toBe(expected));
