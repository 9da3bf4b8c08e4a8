import { keepSearch, restoreSearch, withKeptSearch } from './kept-search';
import type { Tab } from './tab-storage';

function newTab(isBlocked = false) {
  const stored = new Map<string, string>();
  const sessionStorage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  };
  return {
    /** As in a browser that blocks it. */
    get sessionStorage() {
      if (isBlocked) throw new DOMException('Access is denied', 'SecurityError');
      return sessionStorage;
    },
  };
}

/** The address after a page has loaded in a tab. */
function load(tab: Tab, path: string): string {
  let location = new URL(path, 'https://own.example');
  const replaceState = (_state: unknown, _title: string, to: string) => (location = new URL(to, location));
  restoreSearch({
    location,
    history: { state: null, replaceState },
    get sessionStorage() {
      return tab.sessionStorage;
    },
  });
  return location.href.replace(location.origin, '');
}

const SEARCH = '/activities?q=series%20b#top';

it('is not in the path to return to, and is back after the sign-in', () => {
  const tab = newTab();
  expect(keepSearch(SEARCH, tab)).toBe('/activities');
  // A sign-in that failed.
  expect(load(tab, '/sign-in?error=access_denied&return_to=%2Factivities')).toContain('/sign-in');
  expect(withKeptSearch('/activities', tab)).toBe(SEARCH);
  expect(load(tab, '/activities')).toBe(SEARCH);
  expect(load(tab, '/activities')).toBe('/activities');
});

it.each(['/activities/?q=x', '/Activities?q=x', '/activities#x'])('is found in %s', (path) => {
  expect(keepSearch(path, newTab())).toBe('/activities');
});

it('is forgotten when the user goes elsewhere, and replaces no other search', () => {
  for (const path of ['/keys', '/activities?q=other']) {
    const tab = newTab();
    keepSearch(SEARCH, tab);
    expect(load(tab, path)).toBe(path);
    expect(load(tab, '/activities')).toBe('/activities');
  }
});

it('is lost, not sent, where storage is blocked', () => {
  const tab = newTab(true);
  expect(keepSearch(SEARCH, tab)).toBe('/activities');
  expect(load(tab, '/activities')).toBe('/activities');
});

it.each(['/', '/usage?month=2026-03', '/device?user_code=ABCD-EFGH', '/activities-of?q=x'])(
  'leaves %s alone',
  (path) => {
    const tab = newTab();
    expect(keepSearch(path, tab)).toBe(path);
    expect(withKeptSearch(path, tab)).toBe(path);
    expect(load(tab, path)).toBe(path);
  },
);
