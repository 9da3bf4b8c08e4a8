import { isSearch, searchKeys } from './web-search';

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

const KEY = Buffer.alloc(32, 1);
const keysOf = (values: Record<string, string>, account = 'account', month = '2026-11', key = KEY) =>
  searchKeys(key, account, month, of(values));

it('identifies a search by account, month, and words only', () => {
  const { searchId } = keysOf({ q: 'a' })!;
  expect(searchId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const again: Record<string, string>[] = [
    { limit: '3', category: 'funding', q: 'a', countOnly: 'true' },
    { q: 'a', cursor: 'x' },
    { q: '  A ' },
  ];
  for (const same of again) {
    expect(keysOf(same)!.searchId).toBe(searchId);
  }
  const others = [
    keysOf({ q: 'a' }, 'another'),
    keysOf({ q: 'a' }, 'account', '2026-12'),
    keysOf({ q: 'b' }),
    keysOf({ all: 'a' }),
    keysOf({ q: 'a', company: 'b' }),
    keysOf({ q: 'a' }, 'account', '2026-11', Buffer.alloc(32, 2)),
  ].map((keys) => keys!.searchId);
  expect(new Set([searchId, ...others]).size).toBe(7);
});

it('identifies a page by all parameters, in any order', () => {
  const { pageId } = keysOf({ q: 'a', limit: '25', days: '30' })!;
  expect(keysOf({ days: '30', limit: '25', q: 'A' })!.pageId).toBe(pageId);
  const shaped = { q: 'a', limit: '25', days: '30', matched: 'true', fields: 'title' };
  expect(keysOf(shaped)!.pageId).toBe(pageId);
  const others: Record<string, string>[] = [
    { q: 'a', limit: '25' },
    { q: 'a', limit: '25', days: '30', cursor: 'x' },
    { q: 'b', limit: '25', days: '30' },
  ];
  expect(new Set([pageId, ...others.map((values) => keysOf(values)!.pageId)]).size).toBe(4);
});

it('treats differently formatted groups as the same', () => {
  const groups = { op: 'and', groups: [] };
  expect(keysOf({ searchGroups: JSON.stringify(groups, null, 2) })).toEqual(
    keysOf({ searchGroups: JSON.stringify(groups) }),
  );
  expect(keysOf({ searchGroups: 'not json' })).toBeDefined();
});

it('has no id for browsing', () => expect(keysOf({ category: 'funding', q: ' ' })).toBeUndefined());
